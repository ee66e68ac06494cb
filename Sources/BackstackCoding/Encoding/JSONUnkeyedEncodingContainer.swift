/// The container of an array's elements.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let reference: FrameReference

  var codingPath: [any CodingKey] { reference.output.codingPath(to: reference) }

  var count: Int {
    reference.output.isOpen(reference) ? reference.output.frames[Int(reference.level)].count : 0
  }

  func encodeNil() { reference.output.element(at: reference)?.writeNull() }

  func encode(_ value: Bool) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: String) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: Int) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: Int8) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: Int16) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: Int32) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: Int64) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: Int128) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: UInt) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: UInt8) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: UInt16) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: UInt32) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: UInt64) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: UInt128) { reference.output.element(at: reference)?.write(value) }

  func encode(_ value: Double) throws {
    guard value.isFinite else {
      throw NumberRefusal.error(value, at: codingPath + [JSONCodingKey.index(count)])
    }
    reference.output.element(at: reference)?.write(value)
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else {
      throw NumberRefusal.error(value, at: codingPath + [JSONCodingKey.index(count)])
    }
    reference.output.element(at: reference)?.write(value)
  }

  func encode<T: Encodable>(_ value: T) throws { try reference.encodeElement(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      JSONKeyedEncodingContainer<NestedKey>(
        reference: reference.output.element(at: reference)?.container(.object)
          ?? reference.unwritable))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(
      reference: reference.output.element(at: reference)?.container(.array) ?? reference.unwritable)
  }

  func superEncoder() -> any Encoder {
    JSONValueEncoder(
      reference: reference.output.element(at: reference)?.slot() ?? reference.unwritable)
  }
}
