/// The identity of a presentation: the case of an enum, and the `id` of an identifiable state or
/// payload (R54).
struct PresentationIdentity: Equatable, Sendable {
  /// The tag of the enum's case; 0 for a state that is no enum.
  let tag: Int
  /// The `id`. It is an object, so that the many identities without one are cheap to pass around.
  let id: PresentedID?
}

/// The properties of the type of a state, or of its case's payload.
struct PayloadTraits: Sendable {
  let isIdentifiable: Bool
  let isEphemeral: Bool

  init<State>(of state: UnsafePointer<State>) {
    // By the type alone, without a copy of the state.
    guard isEnum(State.self) else {
      self.init(
        isIdentifiable: State.self is any Identifiable.Type,
        isEphemeral: !Self.isFeature(State.self) && State.self is any _EphemeralState.Type)
      return
    }
    self.init(ofCase: state.pointee)
  }

  private init<State>(ofCase state: State) {
    let subject = Self.payload(of: state) ?? state
    self.init(
      isIdentifiable: State.self is any Identifiable.Type || subject is any Identifiable,
      isEphemeral: (state as? any CaseReducerState)?.isEphemeral ?? (subject is any _EphemeralState)
    )
  }

  private init(isIdentifiable: Bool, isEphemeral: Bool) {
    self.isIdentifiable = isIdentifiable
    self.isEphemeral = isEphemeral
  }

  /// Returns whether a type is statically known to be a feature's state, which no action of its own
  /// ends. The compiler can evaluate this; the opposite needs a look-up at run time.
  static func isFeature<State>(_: State.Type) -> Bool {
    State.self is any ObservableState.Type && !isEnum(State.self)
  }

  /// Returns whether a state is ephemeral or has an ephemeral payload, determined by reflection
  /// (R62).
  static func isEphemeral<State>(_ state: State) -> Bool {
    (payload(of: state) ?? state) is any _EphemeralState
  }

  /// Returns the payload of an enum's case; `nil` for a case without one and for other types.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func payload<Value>(of value: Value) -> Any? {
    guard isEnum(Value.self) else { return nil }
    return Mirror(reflecting: value).children.first?.value
  }
}
