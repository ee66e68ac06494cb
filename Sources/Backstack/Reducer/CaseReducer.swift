/// A reducer whose state and action are enums with a case for each of several features, such as the
/// destinations of a screen or the screens of a stack. `@Reducer enum Path { … }` generates one.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Action: CasePathable {
  /// The type of the static ``body``.
  associatedtype CaseBody: Reducer<State, Action>

  /// The features' reducers, each under its case.
  @ReducerBuilder<State, Action>
  static var body: CaseBody { get }

  /// The type of ``Store/case``: an enum with a store for each case that is a feature, and the data
  /// of the others. It is the store itself if there is no such enum.
  associatedtype CaseScope = Store<State, Action>

  /// Returns the current case of a store's state, with a store of its feature.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The static ``body``.
  public var body: CaseBody { Self.body }
}

extension CaseReducer where CaseScope == Store<State, Action> {
  public static func scope(_ store: Store<State, Action>) -> CaseScope { store }
}

/// The state of a ``CaseReducer``. It names its reducer, so that operators don't need a reducer
/// argument.
public protocol CaseReducerState: CasePathable, Sendable {
  /// The reducer whose state this is.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// Whether any of the state's own actions ends it, as with an alert.
  ///
  /// `@Reducer` generates it; the default implementation inspects the payload by reflection.
  var isEphemeral: Bool { get }
}

extension CaseReducerState {
  public var isEphemeral: Bool { PayloadTraits.isEphemeral(self) }

  /// Returns whether a payload type is that of an alert or another ephemeral state. Support for the
  /// expansion of `@Reducer`.
  public static func _isEphemeral<Payload>(_: Payload.Type) -> Bool {
    Payload.self is any _EphemeralState.Type
  }
}
