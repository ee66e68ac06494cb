/// A reducer whose state and action are enums with a case for each of several features: the
/// destinations of a screen, the screens of a stack. `@Reducer enum Path { … }` makes one.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Action: CasePathable {
  /// The type of the static ``body``.
  associatedtype CaseBody: Reducer<State, Action>

  /// The features' reducers, each under its case.
  @ReducerBuilder<State, Action>
  static var body: CaseBody { get }

  /// What ``Store/case`` gives: an enum with a store for each case that is a feature, and the data
  /// of the others. The store itself unless there is such an enum.
  associatedtype CaseScope = Store<State, Action>

  /// The case that a store's state is in, with a store of the feature.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The static ``body``.
  public var body: CaseBody { Self.body }
}

extension CaseReducer where CaseScope == Store<State, Action> {
  public static func scope(_ store: Store<State, Action>) -> CaseScope { store }
}

/// The state of a ``CaseReducer``, which leads back to it: operators need no reducer as argument.
public protocol CaseReducerState: CasePathable, Sendable {
  /// The reducer whose state this is.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// Whether it is state that any action of its own ends, such as an alert.
  ///
  /// `@Reducer` writes it; the default implementation looks at the payload by reflection.
  var isEphemeral: Bool { get }
}

extension CaseReducerState {
  public var isEphemeral: Bool { PayloadTraits.isEphemeral(self) }

  /// Whether a type of payloads is that of an alert or the like. Support for the expansion of
  /// `@Reducer`.
  public static func _isEphemeral<Payload>(_: Payload.Type) -> Bool {
    Payload.self is any _EphemeralState.Type
  }
}
