public import BackstackCasePaths
import BackstackPlatform

extension Store {
  /// Returns a store of a part of the state that always exists.
  ///
  /// The store is a view: reads go through the key path; sent actions are embedded and go to the
  /// root. Scoping by the same key paths returns the same object as long as it is referenced. The
  /// store retains this store, and so the root with its effects.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the part.
  ///   - toChildAction: The case of the part's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scopedStore(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      .always(toChildState), initial: nil
    ) { toChildAction($0) }
  }

  /// Equivalent to `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// Returns the store of a scope; `nil` if its state is absent now.
  func scopedStoreIfPresent<ChildState: Sendable, ChildAction: Sendable>(
    _ key: ScopeKey,
    read: @escaping @Sendable (State) -> ChildState?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    guard let state = withState(read) else { return nil }
    return scopedStore(key, .ifPresent(read), initial: state, embed: embed)
  }

  /// Returns the store of a scope.
  func scopedStore<ChildState: Sendable, ChildAction: Sendable>(
    _ key: ScopeKey, _ reader: ScopeReader<State, ChildState>, initial: ChildState?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    children.withLock { children in
      children.store(key) { number in
        Store<ChildState, ChildAction>(
          scope: ScopeCore(
            parent: self, key: key, number: number, reader: reader, initial: initial,
            embed: embed))
      }
    }
  }
}
