/// The container of an object's members.
struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: Place

  var codingPath: [any CodingKey] { place.output.codingPath(to: place) }

  func encodeNil(forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.writeNull()
  }

  func encode(_ value: Bool, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: String, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: Int8, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: Int16, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: Int32, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: Int64, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: Int128, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: UInt, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: UInt8, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: UInt16, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: UInt32, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: UInt64, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: UInt128, forKey key: Key) {
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath + [key]) }
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode(_ value: Float, forKey key: Key) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath + [key]) }
    place.output.member(key.stringValue, at: place)?.write(value)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try place.encode(value, forKey: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      JSONKeyedEncodingContainer<NestedKey>(place: place.nested(.object, forKey: key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(place: place.nested(.array, forKey: key.stringValue))
  }

  func superEncoder() -> any Encoder {
    JSONValueEncoder(place: place.slot(forKey: JSONCodingKey.super.stringValue))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    JSONValueEncoder(place: place.slot(forKey: key.stringValue))
  }
}
