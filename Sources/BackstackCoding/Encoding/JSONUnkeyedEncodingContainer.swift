/// The container of an array's elements.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  private let output: JSONOutput
  private let reference: FrameReference

  init(_ array: JSONValueEncoder) {
    output = array.output
    reference = array.reference
  }

  var codingPath: [any CodingKey] { output.codingPath(to: reference) }

  var count: Int {
    output.isOpen(reference) ? output.frames[Int(reference.level)].count : 0
  }

  func encodeNil() { output.element(at: reference)?.writeNull() }

  func encode(_ value: Bool) { output.element(at: reference)?.write(value) }

  func encode(_ value: String) { output.element(at: reference)?.write(value) }

  func encode(_ value: Int) { output.element(at: reference)?.write(value) }

  func encode(_ value: Int8) { output.element(at: reference)?.write(value) }

  func encode(_ value: Int16) { output.element(at: reference)?.write(value) }

  func encode(_ value: Int32) { output.element(at: reference)?.write(value) }

  func encode(_ value: Int64) { output.element(at: reference)?.write(value) }

  func encode(_ value: Int128) { output.element(at: reference)?.write(value) }

  func encode(_ value: UInt) { output.element(at: reference)?.write(value) }

  func encode(_ value: UInt8) { output.element(at: reference)?.write(value) }

  func encode(_ value: UInt16) { output.element(at: reference)?.write(value) }

  func encode(_ value: UInt32) { output.element(at: reference)?.write(value) }

  func encode(_ value: UInt64) { output.element(at: reference)?.write(value) }

  func encode(_ value: UInt128) { output.element(at: reference)?.write(value) }

  func encode(_ value: Double) throws {
    guard value.isFinite else {
      throw NumberRefusal.error(value, at: codingPath + [JSONCodingKey.index(count)])
    }
    output.element(at: reference)?.write(value)
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else {
      throw NumberRefusal.error(value, at: codingPath + [JSONCodingKey.index(count)])
    }
    output.element(at: reference)?.write(value)
  }

  func encode<T: Encodable>(_ value: T) throws { try output.encodeElement(value, at: reference) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      JSONKeyedEncodingContainer<NestedKey>(nested { $0.container(.object) }))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(nested { $0.container(.array) })
  }

  func superEncoder() -> any Encoder { nested { $0.slot() } }

  private func nested(_ begin: (JSONOutput) -> FrameReference) -> JSONValueEncoder {
    JSONValueEncoder(output.element(at: reference), orAt: reference, of: output, begin)
  }
}
