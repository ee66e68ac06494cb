/// A reducer whose state and action are enums with a case for each of several features: the
/// destinations of a screen, the screens of a stack. `@Reducer enum Path { … }` makes one.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Action: CasePathable {
  associatedtype CaseBody: Reducer<State, Action>

  /// The features' reducers, each under its case (R73).
  @ReducerBuilder<State, Action>
  static var body: CaseBody { get }
}

extension CaseReducer {
  public var body: CaseBody { Self.body }
}

/// The state of a ``CaseReducer``, which leads back to it: operators need no reducer as argument.
public protocol CaseReducerState: CasePathable, Sendable {
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}
