extension Reducer {
  /// Runs another reducer after this one when this one changed a value.
  ///
  /// Changes that other reducers make are not noticed. The value is compared for each action, so
  /// choose one that is quick to compare.
  ///
  /// - Parameters:
  ///   - toValue: The value, as a key path or a closure.
  ///   - reducer: The reducer for a change from the old to the new value.
  public consuming func onChange<Value: Equatable, Change: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) -> Change
  ) -> _OnChangeReducer<Self, Value> {
    onChange(of: toValue, removeDuplicates: ==, reducer)
  }

  /// Runs another reducer after this one when this one changed a value, with a custom comparison.
  public consuming func onChange<Value, Change: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) -> Change
  ) -> _OnChangeReducer<Self, Value> {
    _OnChangeReducer(base: self, toValue: toValue, isDuplicate: isDuplicate) {
      reducer($0, toValue($1)).reduce(into: &$1, action: $2)
    }
  }

  /// Runs a closure after this reducer when it changed a value.
  ///
  /// - Parameters:
  ///   - toValue: The value, as a key path or a closure.
  ///   - change: Receives the old value and the state, which it may change further.
  public consuming func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    _ change: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> _OnChangeReducer<Self, Value> {
    _OnChangeReducer(base: self, toValue: toValue, isDuplicate: ==) { oldValue, state, _ in
      change(oldValue, &state)
    }
  }
}

/// The reducer that `onChange` returns.
public struct _OnChangeReducer<Base: Reducer, Value>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let toValue: (Base.State) -> Value
  let isDuplicate: (Value, Value) -> Bool
  let change: (Value, inout Base.State, Base.Action) -> Effect<Base.Action>

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let oldValue = toValue(state)
    let effect = base.reduce(into: &state, action: action)
    if isDuplicate(oldValue, toValue(state)) { return effect }
    return effect.merge(with: change(oldValue, &state, action))
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    base._missingTarget(of: action, in: state)
  }
}
