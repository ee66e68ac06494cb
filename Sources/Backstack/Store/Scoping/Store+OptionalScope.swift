public import BackstackCasePaths

// Each form twice: with the label that all of TCA's articles have, and without it as today.

extension Store {
  /// A store of a part of the state that may be absent; `nil` while it is.
  ///
  /// A store that is held longer keeps the last value that was read through it once the part has
  /// vanished; what is sent to it still reaches the root, whose operator reports an issue.
  /// When the part comes back, the store shows it.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { $0[keyPath: toChildState] }, embed: { toChildAction($0) })
  }

  /// The same by the name of today.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// A store of what is presented, by the actions of the presentation; `nil` while nothing is.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { $0[keyPath: toChildState] }, embed: { toChildAction(.presented($0)) })
  }

  /// The same by the name of today.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// A store of what is presented: `store.scope(state: \.$child, action: \.child)`; `nil` while
  /// nothing is.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { $0[keyPath: toChildState].wrappedValue }, embed: { toChildAction(.presented($0)) })
  }

  /// The same by the name of today.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// A store of one case of what is presented: `store.scope(state: \.$destination.edit, action:
  /// \.destination.edit)`; `nil` while it is not.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { $0[keyPath: toChildState].wrappedValue }, embed: { toChildAction($0) })
  }

  /// The same by the name of today.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }

  /// A store of the payload of a case of an enum state; `nil` in another case.
  @_disfavoredOverload
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: any CaseKeyPath<State, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    scopedStoreIfPresent(
      ScopeKey(toChildState, toChildAction, to: Store<ChildState, ChildAction>.self),
      read: { toChildState.extract(from: $0) }, embed: { toChildAction($0) })
  }

  /// The same by the name of today.
  @_disfavoredOverload
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: any CaseKeyPath<State, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    scope(state: toChildState, action: toChildAction)
  }
}
