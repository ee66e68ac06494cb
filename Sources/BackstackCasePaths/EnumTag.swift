/// The name of the case that an enum is in, or the description of any other value.
package func caseName<Value>(of value: Value) -> String {
  Mirror(reflecting: value).children.first?.label ?? "\(value)"
}

/// The number of the case that an enum is in; `nil` for a value of another type.
///
/// - Complexity: O(1): asks the type's value witness, where reflection would build a mirror.
package func enumTag<Value>(of value: Value) -> Int? {
  guard isEnum(Value.self) else { return nil }
  return withUnsafePointer(to: value) { enumTag(at: $0) }
}

/// The same of a value that is not to be copied.
@inlinable
package func enumTag<Value>(of value: inout Value) -> Int? {
  guard isEnum(Value.self) else { return nil }
  return withUnsafePointer(to: &value) { enumTag(at: $0) }
}

/// Whether an optional that is not to be copied is `nil`: a comparison begins with a copy where the
/// compiler does not optimize.
package func isNone<Wrapped>(_ optional: inout Wrapped?) -> Bool {
  // Sound: optionals have the witnesses of enums, with the case of the payload first.
  withUnsafePointer(to: &optional) { enumTag(at: $0) } != 0
}

/// Whether a type is an enum with cases of its own, `Optional` not among them.
@inlinable
package func isEnum<Value>(_: Value.Type) -> Bool {
  let enumKind = 0x201
  // Sound: metadata begins with its kind in Swift's ABI (docs/ABI/TypeMetadata.rst).
  return unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self).load(as: Int.self)
    == enumKind
}

@usableFromInline
func enumTag<Value>(at value: UnsafePointer<Value>) -> Int {
  let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
  // Sound: the layout of metadata and of value witness tables is fixed by Swift's ABI
  // (docs/ABI/TypeMetadata.rst); the tables of enums end in three witnesses of which getEnumTag is
  // the first.
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
