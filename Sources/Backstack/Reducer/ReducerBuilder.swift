// Builder functions consume reducers: a copy would cost a retain for each of their key paths and
// closures, at each evaluation of a body.

/// A builder that combines the reducers of a ``Reducer/body``: they run from top to bottom on the
/// same state, and their effects are merged in that order.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  /// Builds an empty body.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// Builds one reducer.
  // The second parameter keeps the compiler from opening an `any Reducer`: the result would be an
  // existential again, which conforms to nothing. The overload below handles it.
  public static func buildExpression<R: Reducer<State, Action>>(
    _ reducer: consuming R, _: R.Type = R.self
  ) -> R {
    reducer
  }

  /// Builds one reducer whose static type is erased.
  // Only for existentials: erasing a known type costs an allocation per evaluation.
  @_disfavoredOverload
  public static func buildExpression(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// Builds the first of several reducers.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: consuming R) -> R { first }

  /// Builds the reducers so far and the one that runs after them.
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: consuming R0, next: consuming R1
  ) -> _Sequence<R0, R1> {
    _Sequence(first: accumulated, second: next)
  }

  /// Builds a reducer under an `if` without `else`.
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  /// Builds the first of two branches.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first reducer: consuming R0
  ) -> _Conditional<R0, R1> {
    .first(reducer)
  }

  /// Builds the second of two branches.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second reducer: consuming R1
  ) -> _Conditional<R0, R1> {
    .second(reducer)
  }

  /// Builds the reducers of a loop, in its order.
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> _Many<R> {
    _Many(reducers: reducers)
  }

  /// Builds a reducer under `if #available`.
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ reducer: R
  ) -> Reduce<State, Action> {
    Reduce.erasing(reducer)
  }

  /// Returns the complete reducer.
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: consuming R) -> R {
    reducer
  }

  /// A reducer that is one of two.
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

  /// A reducer that runs two reducers, one after the other.
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

  /// A reducer that runs any number of reducers of one type, one after the other.
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
