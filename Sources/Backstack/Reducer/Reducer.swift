/// A type that describes how actions change the state of a feature.
///
/// A conforming type implements either a ``body`` of other reducers or ``reduce(into:action:)``; if
/// it has both, the method is used. Reducers are cheap values: a body is evaluated again for each
/// action that reaches it.
public protocol Reducer<State, Action>: SendableMetatype {
  /// The state of the feature. It is Sendable, because a store can be used from any thread.
  associatedtype State: Sendable
  /// The actions of the feature.
  associatedtype Action: Sendable
  /// The type of ``body``; `Never` for a reducer without one.
  associatedtype Body

  /// Changes the state by an action, and returns the effect to run.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one consists of, which run from top to bottom.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Returns the first target of an action, from the outside in, that is missing from the state: an
  /// element that left its stack, a presentation that was dismissed, another case of an enum.
  ///
  /// This runs no user code but bodies, and changes nothing. Operators implement it; any other
  /// reducer returns the result of its body.
  func _missingTarget(of action: Action, in state: State) -> MissingTarget?

  /// Reduces an action unless its target is missing, and evaluates the body only once for both.
  ///
  /// - Throws: The target that is missing; then nothing was changed.
  func _reduceIfReachable(
    into state: inout State, action: Action
  ) throws(MissingTarget) -> Effect<Action>
}

extension Reducer {
  public func _reduceIfReachable(
    into state: inout State, action: Action
  ) throws(MissingTarget) -> Effect<Action> {
    if let missing = _missingTarget(of: action, in: state) { throw missing }
    return reduce(into: &state, action: action)
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
    body._missingTarget(of: action, in: state)
  }

  public func _reduceIfReachable(
    into state: inout State, action: Action
  ) throws(MissingTarget) -> Effect<Action> {
    try body._reduceIfReachable(into: &state, action: action)
  }
}

extension Reducer where Body == Never {
  /// Not available: a reducer without a body traps when it is read.
  public var body: Body {
    fatalError(
      """
      '\(Self.self)' has no body. Call 'reduce(into:action:)', which a reducer without a body \
      implements itself.
      """)
  }

  public func _missingTarget(of action: Action, in state: State) -> MissingTarget? { nil }
}

/// `some Reducer<R.State, R.Action>`, written with the name of the feature.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>
