import FoundationEssentials

extension JSONDocument {
  /// Returns an exact integer. A number with a fraction or an exponent may be an integer, too.
  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
    if tape[index].kind == .integer, let small = SmallDecimal.integer(text(index)),
      let value = T(exactly: small)
    {
      return value
    }
    return try longInteger(type, at: index)
  }

  @inline(never)
  private func longInteger<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
    let kind = tape[index].kind
    guard kind == .integer || kind == .real else {
      throw mismatch(type, expected: "an integer", at: index)
    }
    let number = string(index)
    guard let digits = kind == .integer ? number : ExactInteger.digits(of: number) else {
      throw corrupted("Expected an integer, found \(Self.shortened(number)).", at: index)
    }
    guard let value = T(digits) else {
      throw corrupted(
        "Expected an integer from \(T.min) to \(T.max), found \(Self.shortened(number)).", at: index
      )
    }
    return value
  }

  func double(at index: Int) throws -> Double {
    switch tape[index].kind {
    case .integer, .real:
      if let value = SmallDecimal.double(text(index)) { return value }
      return try floatingPoint(Double.self, at: index)
    default: throw mismatch(Double.self, expected: "a number", at: index)
    }
  }

  func float(at index: Int) throws -> Float {
    switch tape[index].kind {
    case .integer, .real: return try floatingPoint(Float.self, at: index)
    default: throw mismatch(Float.self, expected: "a number", at: index)
    }
  }

  private func floatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: T.Type, at index: Int
  ) throws -> T {
    let number = string(index)
    guard let value = T(number), value.isFinite else {
      throw corrupted(
        "The number \(Self.shortened(number)) is beyond the range of \(type).", at: index)
    }
    return value
  }

  func decimal(at index: Int) throws -> Decimal {
    switch tape[index].kind {
    case .integer, .real:
      let number = string(index)
      guard let value = Decimal(string: number), value.isFinite else {
        throw corrupted(
          "The number \(Self.shortened(number)) is beyond the range of Decimal.", at: index)
      }
      return value
    default: throw mismatch(Decimal.self, expected: "a number", at: index)
    }
  }

  /// Shortens a number for an error's text, whose length the sender must not control.
  private static func shortened(_ number: String) -> String {
    number.utf8.count <= 40 ? number : number.prefix(40) + "…"
  }
}
