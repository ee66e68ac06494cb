/// The container of an array's elements.
///
/// After an error, the next element is still the one that can't be decoded.
struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  let document: JSONDocument
  // Small, so that an existential holds the container without an allocation.
  private let array: UInt32
  private var next: UInt32
  private var position: UInt32 = 0

  init(document: JSONDocument, array: Int) {
    self.document = document
    self.array = UInt32(truncatingIfNeeded: array)
    next = self.array + 1
  }

  var codingPath: [any CodingKey] { document.codingPath(to: Int(array)) }

  var count: Int? { document.tape[Int(array)].count }

  var isAtEnd: Bool { position >= document.tape[Int(array)].end }

  var currentIndex: Int { Int(position) }

  mutating func decodeNil() throws -> Bool {
    guard document.isNull(at: try index(for: Any?.self)) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value = try document.bool(at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value = try document.string(at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let value = try document.double(at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let value = try document.float(at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value = try document.integer(type, at: index(for: type))
    advance()
    return value
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try document.decode(type, at: index(for: type))
    advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let decoder = JSONValueDecoder(
      document: document, index: try index(for: KeyedDecodingContainer<NestedKey>.self))
    let container = try decoder.container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let decoder = JSONValueDecoder(
      document: document, index: try index(for: (any UnkeyedDecodingContainer).self))
    let container = try decoder.unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = JSONValueDecoder(document: document, index: try index(for: (any Decoder).self))
    advance()
    return decoder
  }

  /// Returns the entry of the next element.
  @inline(__always)
  private func index(for type: @autoclosure () -> Any.Type) throws -> Int {
    if isAtEnd { throw end(type()) }
    return Int(next)
  }

  @inline(__always)
  private mutating func advance() {
    next = document.tape[Int(next)].next
    position += 1
  }

  @inline(never)
  private func end(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      .init(
        codingPath: codingPath + [JSONCodingKey.index(currentIndex)],
        debugDescription: "The array ends after \(currentIndex) elements; one more is expected."))
  }
}
