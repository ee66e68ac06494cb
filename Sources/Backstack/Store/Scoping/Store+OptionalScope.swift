public import BackstackCasePaths

// Each method exists twice: with the label that TCA's articles use, and without it as in current
// TCA.

extension Store {
  /// Returns a store of a part of the state that may be absent; `nil` while it is.
  ///
  /// Once the part is absent, a store that is still referenced keeps the last value that was read
  /// through it. Actions that are sent to it still reach the root, whose operator reports an issue.
  /// When the part is present again, the store reflects it.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { $0[keyPath: toChildState] }, embed: { toChildAction($0) })
  }

  /// Equivalent to `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// Returns a store of the presented feature, given the presentation's actions; `nil` while there
  /// is none.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { $0[keyPath: toChildState] }, embed: { toChildAction(.presented($0)) })
  }

  /// Equivalent to `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// Returns a store of the presented feature: `store.scope(state: \.$child, action: \.child)`;
  /// `nil` while there is none.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { $0[keyPath: toChildState].wrappedValue }, embed: { toChildAction(.presented($0)) })
  }

  /// Equivalent to `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// Returns a store of one case of the presented feature: `store.scope(state: \.$destination.edit,
  /// action: \.destination.edit)`; `nil` while that case is not presented.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { $0[keyPath: toChildState].wrappedValue }, embed: { toChildAction($0) })
  }

  /// Equivalent to `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// Returns a store of the payload of an enum state's case; `nil` while the state is in another
  /// case.
  @_disfavoredOverload
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any CaseKeyPath<State, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { toChildState.extract(from: $0) }, embed: { toChildAction($0) })
  }

  /// Equivalent to `scope(state:action:)`.
  @_disfavoredOverload
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any CaseKeyPath<State, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }
}
