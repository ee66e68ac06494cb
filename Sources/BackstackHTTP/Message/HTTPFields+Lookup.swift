extension HTTPFields {
  /// The value of the first field with this name.
  ///
  /// - Complexity: O(number of fields).
  public subscript(name: HTTPFieldName) -> String? {
    first(name).map { text($0.value) }
  }

  /// Returns the first field with a name.
  private func first(_ name: HTTPFieldName) -> Entry? {
    guard marks & name.mark != 0 else { return nil }
    var wanted = name.rawValue
    return wanted.withUTF8 { wanted in
      for entry in entries where entry.name.count == wanted.count && matches(entry, wanted) {
        return entry
      }
      return nil
    }
  }

  private func matches(_ entry: Entry, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = entry.name.range.lowerBound
    for byte in wanted {
      if ASCII.lowercased(byte) != ASCII.lowercased(bytes[index]) { return false }
      index &+= 1
    }
    return true
  }

  /// Returns the values of every field with this name, in order.
  public func values(of name: HTTPFieldName) -> [String] {
    contains(name) ? entries.filter { hasName($0, name) }.map { text($0.value) } : []
  }

  /// Returns whether there is a field with this name.
  public func contains(_ name: HTTPFieldName) -> Bool {
    first(name) != nil
  }

  /// All fields in order.
  public var all: [(name: String, value: String)] {
    entries.map { (text($0.name), text($0.value)) }
  }

  /// Calls `body` with the bytes of the first value of this name, or returns `nil`.
  public func withValue<Result>(
    of name: HTTPFieldName, _ body: (borrowing Span<UInt8>) -> Result
  ) -> Result? {
    guard let entry = first(name) else { return nil }
    return body(bytes.span.extracting(entry.value.range))
  }

  /// Returns whether a member of a comma-separated list equals `token` (given in lower case).
  func listContains(_ name: HTTPFieldName, _ token: StaticString) -> Bool {
    guard marks & name.mark != 0 else { return false }
    let span = bytes.span
    for entry in entries where hasName(entry, name) {
      if HTTPFields.listContains(span, entry.value.range, token) { return true }
    }
    return false
  }

  /// Returns whether a member of the comma-separated list in `range` equals `token` (lower case).
  static func listContains(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ token: StaticString
  ) -> Bool {
    var start = range.lowerBound
    while start <= range.upperBound {
      var end = start
      while end < range.upperBound, bytes[end] != ASCII.comma { end &+= 1 }
      if ASCII.matches(bytes, ASCII.trimmed(bytes, start..<end), token) { return true }
      start = end &+ 1
    }
    return false
  }

  func hasName(_ entry: Entry, _ name: HTTPFieldName) -> Bool {
    let range = entry.name.range
    let wanted = name.rawValue.utf8
    guard wanted.count == range.count else { return false }
    var index = range.lowerBound
    for byte in wanted {
      if ASCII.lowercased(byte) != ASCII.lowercased(bytes[index]) { return false }
      index &+= 1
    }
    return true
  }

  func text(_ range: ByteRange) -> String {
    String(decoding: bytes[range.range], as: UTF8.self)
  }
}
