// Reducers are consumed on their way into the larger ones: a copy costs a retain for each key path
// and closure in them, at each evaluation of a body.

/// Combines the reducers of a ``Reducer/body``: they run from top to bottom on the same state, and
/// their effects are merged in that order.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  /// No reducers.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// One reducer.
  // The second parameter keeps the compiler from opening an `any Reducer`, which would come out again
  // as one and conform to nothing: the overload below takes it.
  public static func buildExpression<R: Reducer<State, Action>>(
    _ reducer: consuming R, _: R.Type = R.self
  ) -> R {
    reducer
  }

  /// One reducer whose type is not known.
  // Only for what has no static type: hiding a known one costs an allocation per evaluation.
  @_disfavoredOverload
  public static func buildExpression(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// The first of several reducers.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: consuming R) -> R { first }

  /// Reducers and one that runs after them.
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: consuming R0, next: consuming R1
  ) -> _Sequence<R0, R1> {
    _Sequence(first: accumulated, second: next)
  }

  /// A reducer that may be left out.
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  /// The first of two branches.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first reducer: consuming R0
  ) -> _Conditional<R0, R1> {
    .first(reducer)
  }

  /// The second of two branches.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second reducer: consuming R1
  ) -> _Conditional<R0, R1> {
    .second(reducer)
  }

  /// The reducers of a loop, in its order.
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> _Many<R> {
    _Many(reducers: reducers)
  }

  /// A reducer under `if #available`.
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ reducer: R
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// What was built.
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: consuming R) -> R {
    reducer
  }

  /// One of two reducers.
  public enum _Conditional<First: Reducer<State, Action>, Second: Reducer<State, Action>>: Reducer {
    public typealias Body = Never

    case first(First)
    case second(Second)

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch self {
      case .first(let reducer): reducer.reduce(into: &state, action: action)
      case .second(let reducer): reducer.reduce(into: &state, action: action)
      }
    }

    public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
      switch self {
      case .first(let reducer): reducer._missingTarget(of: action, in: state)
      case .second(let reducer): reducer._missingTarget(of: action, in: state)
      }
    }
  }

  /// Two reducers, one after the other.
  public struct _Sequence<First: Reducer<State, Action>, Second: Reducer<State, Action>>: Reducer {
    public typealias Body = Never

    let first: First
    let second: Second

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      let earlier = first.reduce(into: &state, action: action)
      return earlier.merge(with: second.reduce(into: &state, action: action))
    }

    public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
      first._missingTarget(of: action, in: state) ?? second._missingTarget(of: action, in: state)
    }
  }

  /// Any number of reducers of one type, one after the other.
  public struct _Many<Element: Reducer<State, Action>>: Reducer {
    public typealias Body = Never

    let reducers: [Element]

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      var effect = Effect<Action>.none
      for reducer in reducers {
        effect = effect.merge(with: reducer.reduce(into: &state, action: action))
      }
      return effect
    }

    public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
      for reducer in reducers {
        if let missing = reducer._missingTarget(of: action, in: state) { return missing }
      }
      return nil
    }
  }
}
