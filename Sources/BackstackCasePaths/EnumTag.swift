/// The name of the case that an enum is in, or the description of any other value.
package func caseName<Value>(of value: Value) -> String {
  Mirror(reflecting: value).children.first?.label ?? "\(value)"
}

/// The number of the case that an enum is in; `nil` for a value of another type.
///
/// - Complexity: O(1): asks the type's value witness, where reflection would build a mirror.
package func enumTag<Value>(of value: Value) -> Int? {
  let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
  // Sound: the layout of metadata and of value witness tables is fixed by Swift's ABI
  // (docs/ABI/TypeMetadata.rst); enums have the kind 0x201, and their value witness tables end in
  // three witnesses of which getEnumTag is the first.
  let enumKind = 0x201
  guard metadata.load(as: Int.self) == enumKind else { return nil }
  let word = MemoryLayout<UnsafeRawPointer>.size
  let witnesses = metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
  let getEnumTagOffset = 10 * word + 8
  typealias GetEnumTag =
    @convention(c) (_ value: UnsafeRawPointer, _ metadata: UnsafeRawPointer) -> UInt32
  let getEnumTag = unsafeBitCast(
    witnesses.load(fromByteOffset: getEnumTagOffset, as: UnsafeRawPointer.self),
    to: GetEnumTag.self)
  return withUnsafePointer(to: value) { Int(getEnumTag(UnsafeRawPointer($0), metadata)) }
}
