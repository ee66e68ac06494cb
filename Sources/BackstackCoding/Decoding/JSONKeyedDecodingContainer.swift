/// The container of an object's members.
struct JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let document: JSONDocument
  let object: Int

  var codingPath: [any CodingKey] { document.codingPath(to: object) }

  /// The keys in the order of the members.
  var allKeys: [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(document.tape[object].count)
    document.forEachName(of: object) { name in
      if let key = Key(stringValue: document.string(name)) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { document.member(key.stringValue, of: object) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    document.isNull(at: try document.value(forKey: key, of: object))
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try document.bool(at: document.value(forKey: key, of: object))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try document.string(at: document.value(forKey: key, of: object))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try document.double(at: document.value(forKey: key, of: object))
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try document.float(at: document.value(forKey: key, of: object))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try document.integer(type, at: document.value(forKey: key, of: object))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try document.decode(type, at: document.value(forKey: key, of: object))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let index = document.member(key.stringValue, of: object), !document.isNull(at: index)
    else { return nil }
    return try document.decode(type, at: index)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    JSONValueDecoder(
      document: document,
      index: document.valueOrNull(forKey: JSONCodingKey.super.stringValue, of: object))
  }

  func superDecoder(forKey key: Key) -> any Decoder {
    JSONValueDecoder(
      document: document, index: document.valueOrNull(forKey: key.stringValue, of: object))
  }

  private func decoder(forKey key: Key) throws -> JSONValueDecoder {
    JSONValueDecoder(document: document, index: try document.value(forKey: key, of: object))
  }
}
