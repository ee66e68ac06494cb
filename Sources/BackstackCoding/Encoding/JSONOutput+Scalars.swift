import FoundationEssentials

extension JSONOutput {
  /// Marks the value at `reference` as one that is not a container, before it is written.
  ///
  /// - Returns: Whether it can be written.
  /// - Throws: `EncodingError` if the value was already written.
  @inline(__always)
  func scalar<T>(_ value: T, at reference: FrameReference) throws -> Bool {
    guard isOpen(reference) else {
      needsTree = true
      return false
    }
    guard frames[Int(reference.level)].form == .vacant else {
      throw secondValue(value, at: reference)
    }
    frames[Int(reference.level)].form = .scalar
    return true
  }

  @inline(never)
  private func secondValue(_ value: Any, at reference: FrameReference) -> EncodingError {
    EncodingError.invalidValue(
      value,
      .init(
        codingPath: codingPath(to: reference),
        debugDescription: "A second value was encoded where one is due."))
  }

  func writeNull() { buffer.append("null") }

  func write(_ value: Bool) { buffer.append(value ? "true" : "false") }

  @inline(__always)
  func write(_ value: String) { JSONString.write(value, to: &buffer) }

  @inline(__always)
  func write(_ value: some FixedWidthInteger & SignedInteger) {
    writeDecimal(UInt64(value.magnitude), isNegative: value < 0)
  }

  @inline(__always)
  func write(_ value: some FixedWidthInteger & UnsignedInteger) {
    writeDecimal(UInt64(value), isNegative: false)
  }

  private func writeDecimal(_ magnitude: UInt64, isNegative: Bool) {
    if magnitude < 10, !isNegative {
      buffer.append(0x30 + UInt8(truncatingIfNeeded: magnitude))
      return
    }
    DecimalDigits.with(magnitude, isNegative: isNegative) { buffer.append($0) }
  }

  func write(_ value: Int128) { buffer.append(ascii: value.description) }

  func write(_ value: UInt128) { buffer.append(ascii: value.description) }

  /// Writes the shortest text that is read as `value` again.
  ///
  /// - Precondition: `value` is finite.
  func write(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    let text = value.description
    buffer.append(ascii: text)
    if text.utf8.suffix(2).elementsEqual(".0".utf8) { buffer.truncate(to: buffer.count - 2) }
  }

  func write(_ value: Data) { write(value.base64EncodedString()) }

  func write(_ value: URL) { write(value.absoluteString) }

  /// Writes a date in ISO 8601 with whole seconds.
  ///
  /// - Precondition: The date can be written (``JSONDate/isWritable(_:)``).
  func write(_ value: Date) { write(JSONDate.text(of: value)) }

  /// - Precondition: `value` is a number.
  func write(_ value: Decimal) { buffer.append(ascii: value.description) }
}

/// The error for a number that JSON can't represent.
enum NumberRefusal {
  static func error(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: path, debugDescription: "JSON has no number for \(value): it must be finite."))
  }
}
