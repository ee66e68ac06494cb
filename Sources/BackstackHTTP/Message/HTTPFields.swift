package import BackstackPlatform

/// Header or trailer fields (RFC 9110 §5): ordered, and looked up without regard to ASCII case.
///
/// The bytes are kept as on the wire, with a table of positions; a `String` is only created on
/// demand.
public struct HTTPFields: Sendable {
  /// The positions of one field's name and value in `bytes`.
  struct Entry: Sendable {
    var name: ByteRange
    var value: ByteRange
  }

  /// Fields whose presence the connection has to know before it sends a response.
  struct Managed: OptionSet, Sendable {
    let rawValue: UInt8
    static let contentLength = Managed(rawValue: 1)
    static let transferEncoding = Managed(rawValue: 2)
    static let connection = Managed(rawValue: 4)
    static let date = Managed(rawValue: 8)
    static let server = Managed(rawValue: 16)
    /// Fields that the connection writes itself and never takes from the handler.
    static let framing: Managed = [.contentLength, .transferEncoding, .connection]
  }

  var bytes: [UInt8] = []
  var entries: [Entry] = []
  var managed: Managed = []
  /// A bit for each name, which rules out most absent fields without a search.
  var marks: UInt64 = 0
  /// Whether `bytes` is a received head, which contains more than field lines.
  var isReceived = false

  /// Creates an empty collection.
  public init() {}

  /// The number of field lines.
  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }

  /// Empties the fields and keeps their memory.
  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    managed = []
    marks = 0
    isReceived = false
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates fields in the order of the literal; see ``append(_:_:)`` for invalid ones.
  public init(dictionaryLiteral elements: (HTTPFieldName, String)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}

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
    // Room for one more field, such as the second of the two that most responses get of their own.
    if needed > bytes.capacity { bytes.reserveCapacity(max(needed + 64, 2 * nameStart)) }
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
    append(name, upTo: 22) { value in
      value.append(ASCII.quote)
      value.append(decimal: max(0, number))
      value.append(ASCII.quote)
    }
  }

  /// Adds a field whose value a closure appends, without a `String`.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes of the value.
  ///   - value: Appends visible ASCII characters only, and at least one.
  package mutating func append(
    _ name: HTTPFieldName, upTo count: Int, writing value: (inout ByteRoom) -> Void
  ) {
    guard name.isValid else { return }
    if isReceived { rebuild { _ in true } }
    let nameStart = bytes.count
    var text = name.rawValue
    let nameEnd = text.withUTF8 { name in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count + count + 4) { room in
        var line = ByteRoom(room)
        line.append(name)
        line.append(": ")
        value(&line)
        line.append("\r\n")
        bytes.append(contentsOf: line.bytes)
      }
      return nameStart + name.count
    }
    entries.append(
      Entry(
        name: ByteRange(nameStart..<nameEnd), value: ByteRange(nameEnd + 2..<bytes.count - 2)))
    marks |= name.mark
    managed.insert(HTTPFields.managed(bytes.span, nameStart..<nameEnd))
  }

  /// Makes room for more fields, which copies of these fields have, too.
  package mutating func reserveCapacity(bytes count: Int) {
    bytes.reserveCapacity(bytes.count + count)
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
    return Self.first(name, in: entries, bytes)
  }

  static func first(_ name: HTTPFieldName, in entries: [Entry], _ bytes: [UInt8]) -> Entry? {
    var wanted = name.rawValue
    return wanted.withUTF8 { wanted in
      bytes.withUnsafeBufferPointer { bytes in
        for entry in entries
        where entry.name.count == wanted.count && matches(bytes, entry.name.range, wanted) {
          return entry
        }
        return nil
      }
    }
  }

  private static func matches(
    _ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, _ wanted: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var index = name.lowerBound
    for byte in wanted {
      let other = bytes[index]
      // Most clients write a name as it is written here.
      if byte != other, ASCII.lowercased(byte) != ASCII.lowercased(other) { return false }
      index &+= 1
    }
    return true
  }

  /// Returns the values of every field with this name, in order.
  public func values(of name: HTTPFieldName) -> [String] {
    guard marks & name.mark != 0 else { return [] }
    var values: [String] = []
    for entry in entries where hasName(entry, name) { values.append(text(entry.value)) }
    return values
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
    // Not the array's own span, for which it would be copied: that counts references.
    return bytes.withUnsafeBufferPointer { body($0.span.extracting(entry.value.range)) }
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
    var wanted = name.rawValue
    guard wanted.utf8.count == range.count else { return false }
    return wanted.withUTF8 { wanted in
      bytes.withUnsafeBufferPointer { Self.matches($0, range, wanted) }
    }
  }

  func text(_ range: ByteRange) -> String {
    String(decoding: bytes[range.range], as: UTF8.self)
  }
}

extension HTTPFields {
  /// The field lines of a response, without those that the connection writes itself.
  var lines: [UInt8] {
    if !isReceived && managed.isDisjoint(with: .framing) { return bytes }
    var lines: [UInt8] = []
    write(to: &lines)
    return lines
  }

  /// Appends the field lines to a message, without some: those that the connection writes itself, unless
  /// others are named.
  func write(to output: inout [UInt8], without others: Managed = .framing) {
    if !isReceived && managed.isDisjoint(with: others) {
      output.append(shared: bytes)
      return
    }
    let span = bytes.span
    for entry in entries
    where HTTPFields.managed(span, entry.name.range).isDisjoint(with: others) {
      output.append(span, entry.name.range)
      output.append(": ")
      output.append(span, entry.value.range)
      output.append("\r\n")
    }
  }
}
