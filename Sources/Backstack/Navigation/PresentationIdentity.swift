/// What makes one presentation another: the case of an enum, and the `id` of an identifiable state
/// or payload (R54).
struct PresentationIdentity: Hashable, @unchecked Sendable {
  // Sound: `id` is a hashable value of a Sendable state and never changed.
  let tag: Int
  let id: AnyHashable?

  /// The identity of a state.
  init<State>(of state: State, traits: (Int, () -> PayloadTraits) -> PayloadTraits) {
    tag = enumTag(of: state) ?? 0
    let traits = traits(tag) { PayloadTraits(of: state) }
    id = traits.isIdentifiable ? PayloadTraits.id(of: state) : nil
  }
}

/// What the type of a state, or of the payload of its case, is.
struct PayloadTraits {
  let isIdentifiable: Bool
  let isEphemeral: Bool

  init<State>(of state: State) {
    let subject = Self.payload(of: state) ?? state
    isIdentifiable = state is any Identifiable || subject is any Identifiable
    isEphemeral = subject is any _EphemeralState
  }

  /// The `id` of an identifiable state or payload.
  static func id<State>(of state: State) -> AnyHashable? {
    func id(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
    if let state = state as? any Identifiable { return id(state) }
    return (payload(of: state) as? any Identifiable).map { id($0) }
  }

  /// The payload of an enum's case; `nil` for a case without one and for other types.
  static func payload<Value>(of value: Value) -> Any? {
    guard enumTag(of: value) != nil else { return nil }
    return Mirror(reflecting: value).children.first?.value
  }
}

/// The name of the case that an enum is in, or the description of any other value.
func caseName<Value>(of value: Value) -> String {
  Mirror(reflecting: value).children.first?.label ?? "\(value)"
}

/// The number of the case that an enum is in; `nil` for a value of another type.
///
/// - Complexity: O(1): asks the type's value witness, where reflection would build a mirror.
func enumTag<Value>(of value: Value) -> Int? {
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
