/// Returns the name of an enum's current case, or the description of any other value.
package func caseName<Value>(of value: Value) -> String {
  Mirror(reflecting: value).children.first?.label ?? "\(value)"
}

/// Returns the tag of an enum's current case; `nil` for a value of another type.
///
/// - Complexity: O(1): calls the type's value witness, where reflection would build a mirror.
package func enumTag<Value>(of value: Value) -> Int? {
  guard isEnum(Value.self) else { return nil }
  return withUnsafePointer(to: value) { readTag(at: $0) }
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
