/// The container of an object's members.
struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let output: JSONOutput
  private let reference: FrameReference

  init(_ object: JSONValueEncoder) {
    output = object.output
    reference = object.reference
  }

  var codingPath: [any CodingKey] { output.codingPath(to: reference) }

  func encodeNil(forKey key: Key) {
    output.member(key.stringValue, at: reference)?.writeNull()
  }

  func encode(_ value: Bool, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: String, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int8, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int16, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int32, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int64, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int128, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt8, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt16, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt32, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt64, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt128, forKey key: Key) {
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath + [key]) }
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Float, forKey key: Key) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath + [key]) }
    output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try output.encode(value, forKey: key.stringValue, at: reference)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      JSONKeyedEncodingContainer<NestedKey>(
        output.nested(.object, forKey: key.stringValue, at: reference)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(output.nested(.array, forKey: key.stringValue, at: reference))
  }

  func superEncoder() -> any Encoder {
    output.slot(forKey: JSONCodingKey.super.stringValue, at: reference)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    output.slot(forKey: key.stringValue, at: reference)
  }
}
