/// The container of an object's members.
struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let reference: FrameReference

  var codingPath: [any CodingKey] { reference.output.codingPath(to: reference) }

  func encodeNil(forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.writeNull()
  }

  func encode(_ value: Bool, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: String, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int8, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int16, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int32, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int64, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Int128, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt8, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt16, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt32, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt64, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: UInt128, forKey key: Key) {
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath + [key]) }
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode(_ value: Float, forKey key: Key) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath + [key]) }
    reference.output.member(key.stringValue, at: reference)?.write(value)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try reference.encode(value, forKey: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      JSONKeyedEncodingContainer<NestedKey>(
        reference: reference.nested(.object, forKey: key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(reference: reference.nested(.array, forKey: key.stringValue))
  }

  func superEncoder() -> any Encoder {
    JSONValueEncoder(reference: reference.slot(forKey: JSONCodingKey.super.stringValue))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    JSONValueEncoder(reference: reference.slot(forKey: key.stringValue))
  }
}
