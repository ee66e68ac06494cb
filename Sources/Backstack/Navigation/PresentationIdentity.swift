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
