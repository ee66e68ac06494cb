/// The encoder of one value, which is also its single value container.
package struct JSONValueEncoder: Encoder {
  // Retained here and by the containers, which code may keep.
  let output: JSONOutput
  let reference: FrameReference

  init(_ output: JSONOutput, _ reference: FrameReference) {
    self.output = output
    self.reference = reference
  }

  /// Creates the encoder of a value that is a part of another one.
  ///
  /// - Parameters:
  ///   - part: The output to write the value to; `nil` if it can't be written.
  ///   - container: The container around it.
  ///   - begin: Begins the value.
  init(
    _ part: JSONOutput?, orAt container: FrameReference, of output: JSONOutput,
    _ begin: (JSONOutput) -> FrameReference
  ) {
    self.output = part ?? output
    reference = part.map(begin) ?? container.unwritable
  }

  /// Creates a copy of an encoder of this type. Comparing types is thirty times as fast as casting
  /// to a protocol.
  @inline(__always)
  package init?<E: Encoder>(sameAs encoder: E) {
    guard E.self == Self.self else { return nil }
    // Sound: casts a type to itself.
    self = unsafeBitCast(encoder, to: Self.self)
  }

  /// Returns the parts of an encoder of this type, without counting a reference.
  @inline(__always)
  static func parts<E: Encoder>(
    of encoder: borrowing E
  ) -> (output: Unmanaged<JSONOutput>, reference: FrameReference)? {
    guard E.self == Self.self else { return nil }
    // Sound: casts a type to itself.
    let json = unsafeBitCast(copy encoder, to: Self.self)
    return (.passUnretained(json.output), json.reference)
  }

  package var codingPath: [any CodingKey] { output.codingPath(to: reference) }

  /// The number of containers around the value.
  package var depth: Int { Int(reference.level) }

  /// Appends the pointer (RFC 6901) to the value.
  ///
  /// - Parameter depth: The ``depth`` of the encoder of a value around this one, from which the pointer leads.
  package func appendPointer(from depth: Int = 0, to bytes: inout [UInt8]) {
    output.appendPointer(to: reference, from: depth, to: &bytes)
  }

  package var userInfo: [CodingUserInfoKey: Any] { output.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let object = output.open(
      .object, at: reference, hasUniqueKeys: DictionaryKeys.areMade(of: type))
    return KeyedEncodingContainer(
      JSONKeyedEncodingContainer<Key>(JSONValueEncoder(output, object)))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(JSONValueEncoder(output, output.open(.array, at: reference)))
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The object that was passed to ``JSONStreamEncoder/encode(_:userInfo:context:limit:)``.
  package var context: AnyObject? { output.context }

  /// Whether this is the second, partwise encoding of the whole value.
  package var isSecondPass: Bool { output.tree != nil }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  package func encodeNil() throws {
    if try output.scalar(Any?.none as Any, at: reference) { output.writeNull() }
  }

  package func encode(_ value: Bool) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: String) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: Int) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: Int8) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: Int16) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: Int32) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: Int64) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: Int128) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: UInt) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: UInt8) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: UInt16) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: UInt32) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: UInt64) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: UInt128) throws {
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: Double) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath) }
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode(_ value: Float) throws {
    guard value.isFinite else { throw NumberRefusal.error(value, at: codingPath) }
    if try output.scalar(value, at: reference) { output.write(value) }
  }

  package func encode<T: Encodable>(_ value: T) throws {
    try output.encodeSingle(value, at: reference)
  }
}

/// Parts of a document that are joined later.
extension JSONValueEncoder {
  /// Encodes a value that is not a part of this encoder's value, and calls `body` with the bytes,
  /// which are valid until it returns.
  ///
  /// The bytes are temporarily written after the current output.
  ///
  /// - Throws: The errors of ``JSONStreamEncoder/encode(_:userInfo:context:limit:)``, except that a
  ///   value that encodes nothing becomes an object without members, as it does inside of others.
  package func withFragment(
    _ value: some Encodable, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws {
    if output.tree == nil, !output.needsTree {
      let mark = (output.buffer.count, output.frames.count, output.keys.count)
      defer {
        output.buffer.truncate(to: mark.0)
        output.frames.truncate(to: mark.1)
        output.keys.truncate(to: mark.2)
      }
      if try JSONStreamEncoder.write(value, front: output, isPart: true) {
        return body(UnsafeBufferPointer(rebasing: output.buffer.bytes[mark.0...]))
      }
      // Only the fragment needs a second pass, not the value around it.
      output.needsTree = false
      output.failure = nil
    }
    var bytes: [UInt8] = []
    try JSONStreamEncoder.writeTree(
      value, into: &bytes, userInfo: output.userInfo, context: output.context, isPart: true)
    bytes.withUnsafeBufferPointer(body)
  }

  /// Encodes a gap. The owner of the encoder knows the array that the gap stands for.
  ///
  /// - Parameter number: The number of the gap, unique in its outline and not negative.
  /// - Throws: `EncodingError` if a value was encoded before.
  package func encode(gap number: Int) throws {
    guard try output.scalar(number, at: reference) else { return }
    output.buffer.append(JSONGap.byte)
    output.write(number)
  }
}

/// A test for the containers to which the standard library writes dictionaries. Their keys are
/// unique, and there may be many.
enum DictionaryKeys {
  /// Returns whether `type` is the key type of those containers.
  @inline(__always)
  static func areMade(of type: any CodingKey.Type) -> Bool { ObjectIdentifier(type) == identity }

  private static let identity: ObjectIdentifier? = {
    let probe = Probe()
    try? ["": 0].encode(to: probe)
    return probe.keyType
  }()

  /// An encoder that only records the requested container.
  private final class Probe: Encoder {
    var keyType: ObjectIdentifier?
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let output = JSONOutput(userInfo: [:])

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      keyType = ObjectIdentifier(type)
      return KeyedEncodingContainer(
        JSONKeyedEncodingContainer(value(output.open(.object, at: output.slot()))))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      JSONUnkeyedEncodingContainer(value(output.open(.array, at: output.slot())))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { value(output.slot()) }

    private func value(_ reference: FrameReference) -> JSONValueEncoder {
      JSONValueEncoder(output, reference)
    }
  }
}
