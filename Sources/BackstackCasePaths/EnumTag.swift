import BackstackPlatform

/// Returns the name of an enum's current case, or the description of any other value.
package func caseName<Value>(of value: Value) -> String {
  enumCaseName(of: value) ?? "\(value)"
}

/// Returns the tag of an enum's current case; `nil` for a value of another type.
///
/// - Complexity: O(1): calls the type's value witness, where reflection would build a mirror.
package func enumTag<Value>(of value: Value) -> Int? {
  guard isEnum(Value.self) else { return nil }
  return withUnsafePointer(to: value) { readTag(at: $0) }
}

/// Returns the tag of an enum's current case, if the case has no payload: then all values with the tag are
/// the same.
package func tagWithoutPayload<Value>(of value: Value) -> Int? {
  guard let tag = enumTag(of: value) else { return nil }
  let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
  // Sound: in Swift's ABI, the metadata of an enum has its descriptor in its second word, and the
  // descriptor the number of cases with payloads in 24 bits of its sixth (docs/ABI/TypeMetadata.rst,
  // TargetEnumDescriptor). Their tags come first.
  let descriptor = metadata.load(
    fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
  let payloadCount = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
  return tag < payloadCount ? nil : tag
}

/// Returns the tag without copying the value.
@inlinable
package func enumTag<Value>(at value: UnsafePointer<Value>) -> Int? {
  isEnum(Value.self) ? readTag(at: value) : nil
}

extension UnsafePointer {
  /// The value in the optional, without copying it; `nil` if there is none.
  @inlinable
  package func wrapped<Wrapped>() -> UnsafePointer<Wrapped>? where Pointee == Wrapped? {
    // Sound: optionals have the value witnesses of enums, where the case with the payload comes
    // first; and an enum with one payload stores it at its start (docs/ABI/TypeLayout.rst).
    readTag(at: self) == 0 ? UnsafeRawPointer(self).assumingMemoryBound(to: Wrapped.self) : nil
  }
}

/// Returns whether a type is an enum; `false` for `Optional`.
@inlinable
package func isEnum<Value>(_: Value.Type) -> Bool {
  let enumKind = 0x201
  // Sound: in Swift's ABI, metadata begins with its kind (docs/ABI/TypeMetadata.rst).
  return unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self).load(as: Int.self)
    == enumKind
}

@usableFromInline
func readTag<Value>(at value: UnsafePointer<Value>) -> Int {
  let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
  // Sound: Swift's ABI fixes the layout of metadata and of value witness tables
  // (docs/ABI/TypeMetadata.rst). The tables of enums end with three witnesses, the first of which
  // is getEnumTag.
  let word = MemoryLayout<UnsafeRawPointer>.size
  let witnesses = metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
  let getEnumTagOffset = 10 * word + 8
  typealias GetEnumTag =
    @convention(c) (_ value: UnsafeRawPointer, _ metadata: UnsafeRawPointer) -> UInt32
  let getEnumTag = unsafeBitCast(
    witnesses.load(fromByteOffset: getEnumTagOffset, as: UnsafeRawPointer.self),
    to: GetEnumTag.self)
  return Int(getEnumTag(UnsafeRawPointer(value), metadata))
}
