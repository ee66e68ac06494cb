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
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the part of the state where the scope's state may be.
  ///   - toChild: Returns the scope's state, if it is there.
  func scopedStoreIfPresent<Part, ChildState: Sendable, ChildAction: Sendable>(
    _ key: ScopeKey, in keyPath: any KeyPath<State, Part> & Sendable,
    read toChild: @escaping @Sendable (Part) -> ChildState?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    guard let state = toChild(self[dynamicMember: keyPath]) else { return nil }
    return scopedStore(
      key, .ifPresent { toChild($0[keyPath: keyPath]) }, initial: state, embed: embed)
  }

  /// Returns the store of a scope.
  func scopedStore<ChildState: Sendable, ChildAction: Sendable>(
    _ key: ScopeKey, _ reader: ScopeReader<State, ChildState>, initial: ChildState?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    let make: @Sendable (Int) -> ScopeCore<State, Action, ChildState, ChildAction> = { number in
      ScopeCore(
        parent: self, key: key, number: number, reader: reader, initial: initial, embed: embed)
    }
    // Of a state that does not change, two stores are as good as one.
    let motion = core.motion
    if motion != .live {
      if motion == .still, let target = core.target?.scoped(key),
        let state = initial ?? withState({ reader($0) })
      {
        return Store<ChildState, ChildAction>(
          scope: StillCore(state, target) { make(ScopeCache.none) })
      }
      return Store<ChildState, ChildAction>(scope: make(ScopeCache.none))
    }
    return children.withLock { children in
      children.store(key) { Store<ChildState, ChildAction>(scope: make($0)) }
    }
  }
}

extension Store {
  /// Returns a store of a part of the state that functions find: another one each time.
  ///
  /// - Parameters:
  ///   - toChildState: Returns the part; `nil` if it is absent, as it may not be now.
  ///   - fromChildAction: Returns the action in which one of the part is embedded.
  package func scopedStore<ChildState: Sendable, ChildAction: Sendable>(
    reading toChildState: @escaping @Sendable (State) -> ChildState?,
    embedding fromChildAction: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      scope: ScopeCore(
        parent: self, key: ScopeKey(id: 0, to: Never.self), number: ScopeCache.none,
        reader: .ifPresent(toChildState), initial: withState(toChildState),
        embed: fromChildAction))
  }
}

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
      in: toChildState, read: { $0 }, embed: { toChildAction($0) })
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
      in: toChildState, read: { $0 }, embed: { toChildAction(.presented($0)) })
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
      in: toChildState, read: { $0.wrappedValue }, embed: { toChildAction(.presented($0)) })
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
      in: toChildState, read: { $0.wrappedValue }, embed: { toChildAction($0) })
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
      in: \.self, read: { toChildState.extract(from: $0) }, embed: { toChildAction($0) })
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

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The current case of the state, with a store of its feature.
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): …
  /// case .alert(let alert): …
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Store where State: CasePathable, Action: CasePathable {
  /// Creates a store of the state's current case. Support for the expansion of `@Reducer`.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public func _scope<CaseState: Sendable, CaseAction: Sendable>(
    _ payload: CaseState,
    state toCaseState: any CaseKeyPath<State, CaseState> & Sendable,
    action toCaseAction: any CaseKeyPath<Action, CaseAction> & Sendable
  ) -> Store<CaseState, CaseAction> {
    scopedStore(
      ScopeKey(toCaseState, toCaseAction, to: Store<CaseState, CaseAction>.self),
      .ifPresent { toCaseState.extract(from: $0) }, initial: payload
    ) { toCaseAction($0) }
  }
}
