// Views stay on the client, which renders the snapshots that it gets.

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
@attached(extension)  // Expanded by a macro that adds nothing here: it never comes to that.
public macro ViewAction<Reducer>(for reducer: Reducer.Type) =
  #externalMacro(module: "BackstackMacros", type: "ObservableStateMacro")
