/// How the state of a feature evolves with its actions.
///
/// A conforming type has either a ``body`` of other reducers or a ``reduce(into:action:)`` of its
/// own; where it has both, the method wins. Reducers are cheap values: a body is evaluated anew
/// for each action that reaches it.
public protocol Reducer<State, Action>: SendableMetatype {
  /// What the feature keeps. Sendable, because a store is used from any thread.
  associatedtype State: Sendable
  /// What can happen in the feature.
  associatedtype Action: Sendable
  /// The type of ``body``, `Never` for a reducer without one.
  associatedtype Body

  /// Changes the state by an action and says what is to be done outside of the state.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is made of, run from top to bottom.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// The first target of an action, from the outside in, that is not in the state: an element that
  /// left its stack, a presentation that was dismissed, another case of an enum.
  ///
  /// Runs no user code but bodies and changes nothing. Operators implement it; every other
  /// reducer has the answer of its body.
  func _missingTarget(of action: Action, in state: State) -> MissingTarget?

  /// Reduces an action unless its target is missing, with one evaluation of the body for both.
  func _reduceIfReachable(
    into state: inout State, action: Action
  ) -> Result<Effect<Action>, MissingTarget>
}

extension Reducer {
  public func _reduceIfReachable(
    into state: inout State, action: Action
  ) -> Result<Effect<Action>, MissingTarget> {
    if let missing = _missingTarget(of: action, in: state) { return .failure(missing) }
    return .success(reduce(into: &state, action: action))
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
  ) -> Result<Effect<Action>, MissingTarget> {
    body._reduceIfReachable(into: &state, action: action)
  }
}

extension Reducer where Body == Never {
  /// There is none: a reducer without a body must not be asked for it.
  public var body: Body {
    fatalError(
      """
      '\(Self.self)' has no body. Call 'reduce(into:action:)', which a reducer without a body \
      implements itself.
      """)
  }

  public func _missingTarget(of action: Action, in state: State) -> MissingTarget? { nil }
}

/// `some Reducer<R.State, R.Action>` by the name of the feature.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>
