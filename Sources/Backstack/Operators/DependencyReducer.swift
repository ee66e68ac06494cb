import BackstackDependencies

extension Reducer {
  /// Overrides a dependency of a reducer and of all below it.
  ///
  /// Of several overrides the one nearest to the reducer wins.
  public consuming func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Changes a dependency of a reducer and of all below it.
  public consuming func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ transform: @escaping (inout Value) -> Void
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// What `dependency` makes of a reducer.
public struct _DependencyReducer<Base: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let update: (inout DependencyValues) -> Void

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(updateInPlace) { base.reduce(into: &state, action: action) }
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    withDependencies(updateInPlace) { base._missingTarget(of: action, in: state) }
  }

  /// The reducer stays where it is, also with all dependencies of another place.
  private func updateInPlace(_ values: inout DependencyValues) {
    let place = values.place
    update(&values)
    values.place = place
  }
}
