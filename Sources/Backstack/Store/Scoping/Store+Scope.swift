public import BackstackCasePaths
import BackstackLocking

extension Store {
  /// A store of a part of the state that is always there.
  ///
  /// It is a view: reads go through the key path, sends are embedded and go to the root. While
  /// somebody holds it, scoping by the same key paths gives the same object. It keeps this store, and
  /// so the root and its effects, alive.
  ///
  /// - Parameters:
  ///   - toChildState: Where the part is.
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

  /// A store of a part of the state that is always there, by the name of today.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// The scope for a key, unless there is no state for it now.
  func scopedStoreIfPresent<ChildState: Sendable, ChildAction: Sendable>(
    _ key: ScopeKey,
    read: @escaping @Sendable (State) -> ChildState?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    guard let state = withState(read) else { return nil }
    return scopedStore(key, .ifPresent(read), initial: state, embed: embed)
  }

  /// The scope for a key.
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
