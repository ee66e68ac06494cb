public import BackstackCasePaths

// Presentations of The Composable Architecture's earlier versions: `.sheet(store:)`.

/// A function of a view that scopes a store.
// Sound: only the thread that evaluates the views uses the stores that they scope.
struct ViewFunction<Input, Output>: @unchecked Sendable {
  private let function: (Input) -> Output

  init(_ function: @escaping (Input) -> Output) { self.function = function }

  func callAsFunction(_ input: Input) -> Output { function(input) }
}

extension Store {
  /// What a feature presents, for `sheet(item:)`.
  func presented<Child, ChildAction>() -> Binding<Store<Child, ChildAction>?>
  where State == PresentationState<Child>, Action == PresentationAction<ChildAction> {
    presented(reading: { $0 }, embedding: { $0 })
  }

  /// What a feature presents, if it is of a case.
  func presented<Child, ChildAction, Case, CaseAction>(
    _ toCase: any CaseKeyPath<Child, Case> & Sendable,
    _ fromCaseAction: @escaping (CaseAction) -> ChildAction
  ) -> Binding<Store<Case, CaseAction>?>
  where
    State == PresentationState<Child>, Action == PresentationAction<ChildAction>,
    Child: CasePathable
  {
    let fromCaseAction = ViewFunction(fromCaseAction)
    return presented(reading: { toCase.extract(from: $0) }, embedding: { fromCaseAction($0) })
  }

  private func presented<Child, ChildAction, Part, PartAction>(
    reading: @escaping @Sendable (Child) -> Part?,
    embedding: @escaping @Sendable (PartAction) -> ChildAction
  ) -> Binding<Store<Part, PartAction>?>
  where State == PresentationState<Child>, Action == PresentationAction<ChildAction> {
    let read: @Sendable (State) -> Part? = { $0.wrappedValue.flatMap(reading) }
    return Binding(
      get: {
        self.withState(read).map { _ in
          self.scopedStore(reading: read, embedding: { .presented(embedding($0)) })
        }
      },
      set: { if $0 == nil { self.send(.dismiss) } })
  }

  /// Returns a store of a part of the state.
  @available(
    *, deprecated, message: "Pass key paths: 'store.scope(state: \\.child, action: \\.child)'."
  )
  @_disfavoredOverload
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state toChild: @escaping (State) -> Child,
    action fromChildAction: @escaping (ChildAction) -> Action
  ) -> Store<Child, ChildAction> {
    let (toChild, fromChildAction) = (ViewFunction(toChild), ViewFunction(fromChildAction))
    return scopedStore(reading: { toChild($0) }, embedding: { fromChildAction($0) })
  }
}

extension View {
  @available(
    *, deprecated,
    message: "Write '.sheet(item: $store.scope(state: \\.child, action: \\.child))'."
  )
  public func sheet<State, Action, Content: View>(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    @ViewBuilder content: @escaping (Store<State, Action>) -> Content
  ) -> some View {
    sheet(item: store.presented(), content: content)
  }

  @available(
    *, deprecated,
    message:
      "Write '.sheet(item: $store.scope(state: \\.destination?.child, action: \\.destination.child))'."
  )
  public func sheet<
    State: CasePathable, Action, Child: Sendable, ChildAction: Sendable, Content: View
  >(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    state toCase: any CaseKeyPath<State, Child> & Sendable,
    action fromCaseAction: @escaping (ChildAction) -> Action,
    @ViewBuilder content: @escaping (Store<Child, ChildAction>) -> Content
  ) -> some View {
    sheet(item: store.presented(toCase, fromCaseAction), content: content)
  }

  @available(
    *, deprecated,
    message: "Write '.fullScreenCover(item: $store.scope(state: \\.child, action: \\.child))'."
  )
  public func fullScreenCover<State, Action, Content: View>(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    @ViewBuilder content: @escaping (Store<State, Action>) -> Content
  ) -> some View {
    fullScreenCover(item: store.presented(), content: content)
  }

  @available(
    *, deprecated,
    message:
      "Write '.fullScreenCover(item: $store.scope(state: \\.destination?.child, action: \\.destination.child))'."
  )
  public func fullScreenCover<
    State: CasePathable, Action, Child: Sendable, ChildAction: Sendable, Content: View
  >(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    state toCase: any CaseKeyPath<State, Child> & Sendable,
    action fromCaseAction: @escaping (ChildAction) -> Action,
    @ViewBuilder content: @escaping (Store<Child, ChildAction>) -> Content
  ) -> some View {
    fullScreenCover(
      item: store.presented(toCase, fromCaseAction), content: content)
  }

  @available(
    *, deprecated,
    message: "Write '.popover(item: $store.scope(state: \\.child, action: \\.child))'."
  )
  public func popover<State, Action, Content: View>(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    @ViewBuilder content: @escaping (Store<State, Action>) -> Content
  ) -> some View {
    popover(item: store.presented(), content: content)
  }

  @available(
    *, deprecated,
    message:
      "Write '.popover(item: $store.scope(state: \\.destination?.child, action: \\.destination.child))'."
  )
  public func popover<
    State: CasePathable, Action, Child: Sendable, ChildAction: Sendable, Content: View
  >(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    state toCase: any CaseKeyPath<State, Child> & Sendable,
    action fromCaseAction: @escaping (ChildAction) -> Action,
    @ViewBuilder content: @escaping (Store<Child, ChildAction>) -> Content
  ) -> some View {
    popover(item: store.presented(toCase, fromCaseAction), content: content)
  }

  @available(
    *, deprecated,
    message:
      "Write '.navigationDestination(item: $store.scope(state: \\.child, action: \\.child))'."
  )
  public func navigationDestination<State, Action, Content: View>(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    @ViewBuilder destination: @escaping (Store<State, Action>) -> Content
  ) -> some View {
    navigationDestination(item: store.presented(), destination: destination)
  }

  @available(
    *, deprecated,
    message:
      "Write '.navigationDestination(item: $store.scope(state: \\.destination?.child, action: \\.destination.child))'."
  )
  public func navigationDestination<
    State: CasePathable, Action, Child: Sendable, ChildAction: Sendable, Content: View
  >(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    state toCase: any CaseKeyPath<State, Child> & Sendable,
    action fromCaseAction: @escaping (ChildAction) -> Action,
    @ViewBuilder destination: @escaping (Store<Child, ChildAction>) -> Content
  ) -> some View {
    navigationDestination(
      item: store.presented(toCase, fromCaseAction), destination: destination)
  }

  @available(
    *, deprecated, message: "Write '.alert($store.scope(state: \\.alert, action: \\.alert))'."
  )
  public func alert<Action>(
    store: Store<PresentationState<AlertState<Action>>, PresentationAction<Action>>
  ) -> some View {
    alert(store.presented())
  }

  @available(
    *, deprecated,
    message:
      "Write '.alert($store.scope(state: \\.destination?.alert, action: \\.destination.alert))'."
  )
  public func alert<State: CasePathable, Action, AlertAction: Sendable>(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    state toCase: any CaseKeyPath<State, AlertState<AlertAction>> & Sendable,
    action fromCaseAction: @escaping (AlertAction) -> Action
  ) -> some View {
    alert(store.presented(toCase, fromCaseAction))
  }

  @available(
    *, deprecated,
    message: "Write '.confirmationDialog($store.scope(state: \\.dialog, action: \\.dialog))'."
  )
  public func confirmationDialog<Action>(
    store: Store<PresentationState<ConfirmationDialogState<Action>>, PresentationAction<Action>>
  ) -> some View {
    confirmationDialog(store.presented())
  }

  @available(
    *, deprecated,
    message:
      "Write '.confirmationDialog($store.scope(state: \\.destination?.dialog, action: \\.destination.dialog))'."
  )
  public func confirmationDialog<State: CasePathable, Action, DialogAction: Sendable>(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    state toCase: any CaseKeyPath<State, ConfirmationDialogState<DialogAction>> & Sendable,
    action fromCaseAction: @escaping (DialogAction) -> Action
  ) -> some View {
    confirmationDialog(store.presented(toCase, fromCaseAction))
  }
}
