/// The encoder of one value, which is also its single value container.
package struct JSONValueEncoder: Encoder {
  let reference: FrameReference

  init(reference: FrameReference) { self.reference = reference }

  /// Creates a copy of an encoder of this type. Comparing types is thirty times as fast as casting
  /// to a protocol.
  @inline(__always)
  package init?<E: Encoder>(sameAs encoder: E) {
    guard E.self == Self.self else { return nil }
    // Sound: casts a type to itself.
    self = unsafeBitCast(encoder, to: Self.self)
  }

  package var codingPath: [any CodingKey] { reference.output.codingPath(to: reference) }

  package var userInfo: [CodingUserInfoKey: Any] { reference.output.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      JSONKeyedEncodingContainer<Key>(
        reference: reference.output.open(
          .object, at: reference, hasUniqueKeys: DictionaryKeys.areMade(of: type))))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(reference: reference.output.open(.array, at: reference))
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Encodes an object with one member.
  package func encodeSoleMember<T: Encodable>(_ name: String, _ value: T) throws {
    try reference.output.open(.object, at: reference).encode(value, forKey: name)
  }

  /// Encodes an object with one member, whose value is an object without members.
  package func encodeSoleMember(_ name: String) {
    _ = reference.output.open(.object, at: reference).nested(.object, forKey: name)
  }

  /// The object that was passed to ``JSONStreamEncoder/encode(_:userInfo:context:limit:)``.
  package var context: AnyObject? { reference.output.context }

  /// Whether this is the second, partwise encoding of the whole value.
  package var isSecondPass: Bool { reference.output.tree != nil }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  package func encodeNil() throws {
    if try reference.output.scalar(Any?.none as Any, at: reference) { reference.output.writeNull() }
  }

  package func encode(_ value: Bool) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: String) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: Int) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: Int8) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: Int16) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: Int32) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: Int64) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: Int128) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: UInt) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: UInt8) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: UInt16) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: UInt32) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: UInt64) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: UInt128) throws {
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: Double) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath) }
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode(_ value: Float) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath) }
    if try reference.output.scalar(value, at: reference) { reference.output.write(value) }
  }

  package func encode<T: Encodable>(_ value: T) throws { try reference.encodeSingle(value) }
}
