/// The container of an array's elements.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let place: Place

  var codingPath: [any CodingKey] { place.output.codingPath(to: place) }

  var count: Int { place.output.isOpen(place) ? place.output.frames[Int(place.level)].count : 0 }

  func encodeNil() { place.output.element(at: place)?.writeNull() }

  func encode(_ value: Bool) { place.output.element(at: place)?.write(value) }

  func encode(_ value: String) { place.output.element(at: place)?.write(value) }

  func encode(_ value: Int) { place.output.element(at: place)?.write(value) }

  func encode(_ value: Int8) { place.output.element(at: place)?.write(value) }

  func encode(_ value: Int16) { place.output.element(at: place)?.write(value) }

  func encode(_ value: Int32) { place.output.element(at: place)?.write(value) }

  func encode(_ value: Int64) { place.output.element(at: place)?.write(value) }

  func encode(_ value: Int128) { place.output.element(at: place)?.write(value) }

  func encode(_ value: UInt) { place.output.element(at: place)?.write(value) }

  func encode(_ value: UInt8) { place.output.element(at: place)?.write(value) }

  func encode(_ value: UInt16) { place.output.element(at: place)?.write(value) }

  func encode(_ value: UInt32) { place.output.element(at: place)?.write(value) }

  func encode(_ value: UInt64) { place.output.element(at: place)?.write(value) }

  func encode(_ value: UInt128) { place.output.element(at: place)?.write(value) }

  func encode(_ value: Double) throws {
    guard value.isFinite else {
      throw NumberRefusal.error(value, at: codingPath + [JSONCodingKey.index(count)])
    }
    place.output.element(at: place)?.write(value)
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else {
      throw NumberRefusal.error(value, at: codingPath + [JSONCodingKey.index(count)])
    }
    place.output.element(at: place)?.write(value)
  }

  func encode<T: Encodable>(_ value: T) throws { try place.encodeElement(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      JSONKeyedEncodingContainer<NestedKey>(
        place: place.output.element(at: place)?.container(.object) ?? place.unwritable))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(
      place: place.output.element(at: place)?.container(.array) ?? place.unwritable)
  }

  func superEncoder() -> any Encoder {
    JSONValueEncoder(place: place.output.element(at: place)?.slot() ?? place.unwritable)
  }
}
