// Views. They stay on the client, which renders the snapshots that it receives.

@available(
  *, unavailable,
  message: "There are no views: read 'store.state' or 'store.name', and observe 'store.changes'."
)
@dynamicMemberLookup
public final class ViewStore<ViewState, ViewAction> {
  public init<State: Sendable>(
    _ store: Store<State, ViewAction>, observe toViewState: (State) -> ViewState
  ) {}
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    fatalError()
  }
}

@available(
  *, unavailable,
  message: "There are no views: read 'store.state' or 'store.name', and observe 'store.changes'."
)
public struct WithViewStore<ViewState, ViewAction: Sendable, Content> {
  public init<State: Sendable>(
    _ store: Store<State, ViewAction>, observe toViewState: (State) -> ViewState,
    content: (ViewStore<ViewState, ViewAction>) -> Content
  ) {}
}

@available(
  *, unavailable,
  message:
    "There are no views: write 'if let child = store.scope(state: \\.child, action: \\.child)'."
)
public struct IfLetStore<State: Sendable, Action: Sendable, Content> {
  public init(_ store: Store<State?, Action>, then content: (Store<State, Action>) -> Content) {}
  public init<Other>(
    _ store: Store<State?, Action>, then content: (Store<State, Action>) -> Content,
    else other: () -> Other
  ) {}
}

@available(
  *, unavailable,
  message: "There are no views: write 'for child in store.scope(state: \\.rows, action: \\.rows)'."
)
public struct ForEachStore<State: Sendable, Action: Sendable, Content> {
  public init<RowState, RowAction>(
    _ store: Store<State, Action>, content: (Store<RowState, RowAction>) -> Content
  ) {}
}

@available(*, unavailable, message: "There are no views: write 'switch store.case'.")
public struct SwitchStore<State: Sendable, Action: Sendable, Content> {
  public init(_ store: Store<State, Action>, content: (State) -> Content) {}
}

@available(*, unavailable, message: "There are no views: write 'switch store.case'.")
public struct CaseLet<CaseState: Sendable, CaseAction: Sendable, Content> {
  public init<State, Action>(
    _ toCaseState: KeyPath<State, CaseState?>, action: (CaseAction) -> Action,
    then content: (Store<CaseState, CaseAction>) -> Content
  ) {}
}

@available(
  *, unavailable,
  message:
    "There are no views: write 'for screen in store.scope(state: \\.path, action: \\.path).elements'."
)
public struct NavigationStackStore<State, Action, Root, Destination> {
  public init(
    _ store: Store<StackState<State>, StackAction<State, Action>>, root: () -> Root,
    destination: (Store<State, Action>) -> Destination
  ) {}
  @_disfavoredOverload
  public init(
    _ store: Store<StackState<State>, StackAction<State, Action>>, root: () -> Root,
    destination: (State) -> Destination
  ) {}
}

@available(
  *, unavailable,
  message:
    "There are no views: write 'if let child = store.scope(state: \\.child, action: \\.child)'."
)
public struct NavigationLinkStore<State, Action, Destination, Label> {
  public init(
    _ store: Store<PresentationState<State>, PresentationAction<Action>>, onTap: () -> Void,
    destination: (Store<State, Action>) -> Destination, label: () -> Label
  ) {}
}

@available(
  *, unavailable,
  message:
    "There are no views: handle an action of the screen where the stack is, 'state.path.append(…)'."
)
public struct NavigationLink<Label> {
  public init<State>(state: State?, label: () -> Label) {}
  public init<State>(_ title: String, state: State?) where Label == String {}
}

@available(
  *, unavailable,
  message:
    "There are no views: delete the conformance, and mark what clients must not send with @ServerOnly."
)
public protocol ViewAction {}

extension Store {
  @available(
    *, unavailable, message: "There are no publishers: write 'store.changes' or 'store.onChange'."
  )
  public var publisher: Never { fatalError() }
}

@available(
  *, unavailable, message: "There are no views: delete it. Clients send encoded actions."
)
@attached(extension)  // Any macro: the declaration is unavailable, so it is never expanded.
public macro ViewAction<Reducer>(for reducer: Reducer.Type) =
  #externalMacro(module: "BackstackMacros", type: "ObservableStateMacro")
