extension HTTPFields {
  /// Adds a field after the others.
  ///
  /// A value can't break out of its field: each control byte in it (CR, LF and NUL among them) is
  /// replaced by a space (RFC 9110 §5.5), and a field whose name is not a token is left out.
  ///
  /// - Returns: Whether the field was added.
  @discardableResult
  public mutating func append(_ name: HTTPFieldName, _ value: String) -> Bool {
    var value = value
    return value.withUTF8 { append(name, $0) }
  }

  @discardableResult
  private mutating func append(_ name: HTTPFieldName, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.isValid else { return false }
    if isReceived { rebuild { _ in true } }
    let nameStart = bytes.count
    var text = name.rawValue
    let needed = nameStart + text.utf8.count + value.count + 4
    if needed > bytes.capacity { bytes.reserveCapacity(max(needed, 2 * nameStart)) }
    text.withUTF8 { bytes.append(contentsOf: $0) }
    let nameEnd = bytes.count
    bytes.append(": ")
    let valueStart = bytes.count
    bytes.append(contentsOf: value)
    let valueEnd = bytes.count
    for index in valueStart..<valueEnd where !ASCII.isFieldValue(bytes[index]) {
      bytes[index] = ASCII.space
    }
    bytes.append("\r\n")
    let entry = Entry(
      name: ByteRange(nameStart..<nameEnd),
      value: ByteRange(ASCII.trimmed(bytes.span, valueStart..<valueEnd)))
    entries.append(entry)
    marks |= name.mark
    managed.insert(HTTPFields.managed(bytes.span, nameStart..<nameEnd))
    return true
  }

  /// Adds a field whose value is a non-negative number in quotes, like an entity tag (RFC 9110
  /// §8.8.3).
  package mutating func append(_ name: HTTPFieldName, quoting number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 22) { value in
      var start = 21
      value[start] = ASCII.quote
      var rest = UInt64(clamping: number)
      repeat {
        start &-= 1
        value[start] = ASCII.zero &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      start &-= 1
      value[start] = ASCII.quote
      append(name, UnsafeBufferPointer(rebasing: value[start...]))
    }
  }

  /// Removes every field with this name, then adds one.
  ///
  /// - Returns: Whether the field was added.
  @discardableResult
  public mutating func set(_ name: HTTPFieldName, _ value: String) -> Bool {
    remove(name)
    return append(name, value)
  }

  /// Removes every field with this name.
  public mutating func remove(_ name: HTTPFieldName) {
    guard contains(name) else { return }
    let old = self
    rebuild { !old.hasName($0, name) }
  }

  /// Keeps the chosen fields, rewritten as field lines.
  private mutating func rebuild(keeping isKept: (Entry) -> Bool) {
    var kept = HTTPFields()
    for entry in entries where isKept(entry) {
      kept.append(HTTPFieldName(text(entry.name)), text(entry.value))
    }
    self = kept
  }

  /// Returns the managed field with a name, if it is one.
  static func managed(_ bytes: borrowing Span<UInt8>, _ name: Range<Int>) -> Managed {
    switch name.count {
    case 4 where ASCII.matches(bytes, name, "date"): .date
    case 6 where ASCII.matches(bytes, name, "server"): .server
    case 10 where ASCII.matches(bytes, name, "connection"): .connection
    case 14 where ASCII.matches(bytes, name, "content-length"): .contentLength
    case 17 where ASCII.matches(bytes, name, "transfer-encoding"): .transferEncoding
    default: []
    }
  }
}
