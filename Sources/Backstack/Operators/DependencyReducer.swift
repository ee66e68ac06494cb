import BackstackDependencies

extension Reducer {
  /// Overrides a dependency of this reducer and of all reducers below it.
  ///
  /// If there are several overrides, the one nearest to a reducer applies to it.
  public consuming func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Changes a dependency of this reducer and of all reducers below it.
  public consuming func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ transform: @escaping (inout Value) -> Void
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// The reducer that `dependency` and `transformDependency` return.
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

  /// Updates the dependencies but keeps their owner, even if the update replaces all of them with
  /// those of another node.
  private func updateInPlace(_ values: inout DependencyValues) {
    let owner = values.owner
    update(&values)
    values.owner = owner
  }
}
