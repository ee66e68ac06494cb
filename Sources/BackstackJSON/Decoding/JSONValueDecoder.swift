/// The decoder of one value, which is its single value container too.
struct JSONValueDecoder: Decoder {
  let document: JSONDocument
  let index: Int

  var codingPath: [any CodingKey] { document.codingPath(to: index) }

  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try document.checkObject(at: index)
    return KeyedDecodingContainer(
      JSONKeyedDecodingContainer<Key>(document: document, object: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try document.checkArray(at: index)
    return JSONUnkeyedDecodingContainer(document: document, array: index)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.isNull(at: index) }

  func decode(_ type: Bool.Type) throws -> Bool { try document.bool(at: index) }

  func decode(_ type: String.Type) throws -> String { try document.string(at: index) }

  func decode(_ type: Double.Type) throws -> Double { try document.double(at: index) }

  func decode(_ type: Float.Type) throws -> Float { try document.float(at: index) }

  func decode(_ type: Int.Type) throws -> Int { try document.integer(type, at: index) }

  func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, at: index) }

  func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, at: index) }

  func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, at: index) }

  func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, at: index) }

  func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(type, at: index) }

  func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, at: index) }

  func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, at: index) }

  func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(type, at: index) }

  func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(type, at: index) }

  func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(type, at: index) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(type, at: index) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try document.decode(type, at: index) }
}
