import FoundationEssentials

extension JSONDocument {
  /// Decodes the value at an entry.
  ///
  /// - Throws: `DecodingError`, or an error of the value's code.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    if T.self == String.self || T.self == Int.self || T.self == Bool.self || T.self == Double.self
      || T.self == Date.self || T.self == Data.self || T.self == URL.self
      || T.self == Decimal.self
    {
      return try decodeScalar(type, at: index)
    }
    do {
      return try T(from: JSONValueDecoder(document: self, index: index))
    } catch {
      throw explained(error, decoding: type, at: index)
    }
  }

  // Separate from the function above, to keep the stack frames of nested values small.
  @inline(never)
  private func decodeScalar<T>(_ type: T.Type, at index: Int) throws -> T {
    // Sound: each cast is from a type to itself.
    if T.self == String.self { return unsafeBitCast(try string(at: index), to: T.self) }
    if T.self == Int.self { return unsafeBitCast(try integer(Int.self, at: index), to: T.self) }
    if T.self == Bool.self { return unsafeBitCast(try bool(at: index), to: T.self) }
    if T.self == Double.self { return unsafeBitCast(try double(at: index), to: T.self) }
    if T.self == Date.self { return unsafeBitCast(try date(at: index), to: T.self) }
    if T.self == Data.self { return unsafeBitCast(try data(at: index), to: T.self) }
    if T.self == URL.self { return unsafeBitCast(try url(at: index), to: T.self) }
    return unsafeBitCast(try decimal(at: index), to: T.self)
  }

  @inline(__always)
  func isNull(at index: Int) -> Bool { tape[index].kind == .null }

  @inline(__always)
  func string(at index: Int) throws -> String {
    guard tape[index].kind == .string else {
      throw mismatch(String.self, expected: "a string", at: index)
    }
    return string(index)
  }

  @inline(__always)
  func bool(at index: Int) throws -> Bool {
    switch tape[index].kind {
    case .true: return true
    case .false: return false
    default: throw mismatch(Bool.self, expected: "true or false", at: index)
    }
  }

  private func date(at index: Int) throws -> Date {
    guard let date = JSONDate.date(from: try string(at: index)) else {
      throw corrupted("Expected a date in ISO 8601, such as 2030-01-31T23:59:59Z.", at: index)
    }
    return date
  }

  private func data(at index: Int) throws -> Data {
    guard let data = Data(base64Encoded: try string(at: index)) else {
      throw corrupted("Expected a string in Base64.", at: index)
    }
    return data
  }

  private func url(at index: Int) throws -> URL {
    guard let url = URL(string: try string(at: index)) else {
      throw corrupted("Expected a URL.", at: index)
    }
    return url
  }
}
