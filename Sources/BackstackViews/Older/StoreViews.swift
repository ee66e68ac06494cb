// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import BackstackCasePaths

// Views of The Composable Architecture's earlier versions, so that code of its articles compiles
// unchanged. Most are functions here: a view of its own would add nothing.

/// The view of a store's state, or of a part of it.
// Not a function: the compiler knows the type of the view before it knows which initializer it is, and
// type-checks the modifiers after it in linear time.
@available(*, deprecated, message: "Use the store itself: 'store.count', 'store.send(…)'.")
public struct WithViewStore<ViewState, ViewAction, Content: View>: View {
  public let body: Content

  /// Creates the view of a store's state.
  public init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: (State) -> ViewState,
    @ViewBuilder content: (ViewStore<ViewState, ViewAction>) -> Content
  ) {
    body = content(ViewStore(store, observe: toViewState))
  }

  /// Creates the view of a store's state that sends some of its actions.
  public init<State, Action>(
    _ store: Store<State, Action>, observe toViewState: (State) -> ViewState,
    send fromViewAction: @escaping (ViewAction) -> Action,
    @ViewBuilder content: (ViewStore<ViewState, ViewAction>) -> Content
  ) {
    body = content(ViewStore(store, observe: toViewState, send: fromViewAction))
  }

  /// Creates the view of bindings that are made of a store's fields.
  @_disfavoredOverload
  public init<State>(
    _ store: Store<State, ViewAction>,
    observe toViewState: (BindingViewStore<State>) -> ViewState,
    @ViewBuilder content: (ViewStore<ViewState, ViewAction>) -> Content
  ) where ViewAction: BindableAction, ViewAction.State == State, State: BindableState {
    let state = toViewState(BindingViewStore(store))
    body = content(ViewStore(store, observe: { _ in state }))
  }
}

/// Returns the view of a part of the state that may be absent.
@available(
  *, deprecated,
  message: "Write 'if let child = store.scope(state: \\.child, action: \\.child) { … }'."
)
@ViewBuilder
public func IfLetStore<State, Action, Content: View, Otherwise: View>(
  _ store: Store<State?, Action>, @ViewBuilder then content: (Store<State, Action>) -> Content,
  @ViewBuilder else otherwise: () -> Otherwise
) -> some View {
  if store.withState({ $0 != nil }) {
    content(store.scopedStore(reading: { $0 }, embedding: { $0 }))
  } else {
    otherwise()
  }
}

/// Returns the view of a part of the state that may be absent.
@available(
  *, deprecated,
  message: "Write 'if let child = store.scope(state: \\.child, action: \\.child) { … }'."
)
@ViewBuilder
public func IfLetStore<State, Action, Content: View>(
  _ store: Store<State?, Action>, @ViewBuilder then content: (Store<State, Action>) -> Content
) -> some View {
  if store.withState({ $0 != nil }) {
    content(store.scopedStore(reading: { $0 }, embedding: { $0 }))
  }
}

/// Returns the view of what a feature presents, inside of its own view.
@available(
  *, deprecated,
  message: "Write 'if let child = store.scope(state: \\.child, action: \\.child) { … }'."
)
@ViewBuilder
public func IfLetStore<State, Action, Content: View>(
  _ store: Store<PresentationState<State>, PresentationAction<Action>>,
  @ViewBuilder then content: (Store<State, Action>) -> Content
) -> some View {
  if let store = store.presented().wrappedValue { content(store) }
}

/// Returns a view for each row of a feature.
@available(
  *, deprecated,
  message: "Write 'ForEach(store.scope(state: \\.rows, action: \\.rows)) { store in … }'."
)
public func ForEachStore<ID, State, Action, Content: View>(
  _ store: Store<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>,
  @ViewBuilder content: @escaping (Store<State, Action>) -> Content
) -> ForEach<
  StoreCollection<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>,
  ObjectIdentifier, Content
> {
  ForEach(store.elements, content: content)
}

/// Returns a view for each row of a feature whose action has a row's id and its action:
/// `.row(id: $0, action: $1)`.
@available(
  *, deprecated,
  message:
    "Write 'case rows(IdentifiedActionOf<Row>)', and 'ForEach(store.scope(state: \\.rows, action: \\.rows))'."
)
public func ForEachStore<ID, State, Action, Content: View>(
  _ store: Store<IdentifiedArray<ID, State>, (ID, Action)>,
  @ViewBuilder content: @escaping (Store<State, Action>) -> Content
) -> ForEach<[ID], ID, Content> where ID: Hashable {
  ForEach(store.withState { Array($0.ids) }, id: \.self) { id in
    content(store.scopedStore(reading: { $0[id: id] }, embedding: { (id, $0) }))
  }
}

/// Returns the view of an enum's case: a ``CaseLet`` for each.
@available(*, deprecated, message: "Write 'switch store.case { case .detail(let store): … }'.")
public func SwitchStore<State, Action, Content: View>(
  _ store: Store<State, Action>, @ViewBuilder content: (State) -> Content
) -> some View {
  SwitchView(store: store, content: content(store.state))
}

/// A view whose ``CaseLet``s are those of a store.
private struct SwitchView<State: Sendable, Action: Sendable, Content: View>: PrimitiveView {
  let store: Store<State, Action>
  let content: Content

  func _write(to writer: ScreenWriter) {
    writer.with({ $0.enumStore = store }, { content._write(to: writer) })
  }
}

/// The view of a case in a `SwitchStore`, or on a stack.
@available(*, deprecated, message: "Write 'switch store.case { case .detail(let store): … }'.")
public struct CaseLet<
  State: CasePathable & Sendable, Action: Sendable, Child: Sendable, ChildAction: Sendable,
  Content: View
>:
  PrimitiveView
{
  private let toCase: (State) -> Child?
  private let fromCaseAction: (ChildAction) -> Action
  private let content: (Store<Child, ChildAction>) -> Content

  /// Creates the view of a case: `CaseLet(\Path.State.detail, …)`.
  @_disfavoredOverload
  public init(
    _ toCaseState: @escaping (State) -> Child?,
    action fromCaseAction: @escaping (ChildAction) -> Action,
    @ViewBuilder then content: @escaping (Store<Child, ChildAction>) -> Content
  ) {
    toCase = toCaseState
    self.fromCaseAction = fromCaseAction
    self.content = content
  }

  /// Creates the view of a case: `CaseLet(/Path.State.detail, …)`.
  public init(
    _ toCaseState: any CaseKeyPath<State, Child> & Sendable,
    action fromCaseAction: @escaping (ChildAction) -> Action,
    @ViewBuilder then content: @escaping (Store<Child, ChildAction>) -> Content
  ) {
    self.init({ toCaseState.extract(from: $0) }, action: fromCaseAction, then: content)
  }

  /// Creates the view of a case.
  public init(
    state toCaseState: any CaseKeyPath<State, Child> & Sendable,
    action fromCaseAction: @escaping (ChildAction) -> Action,
    @ViewBuilder then content: @escaping (Store<Child, ChildAction>) -> Content
  ) {
    self.init(toCaseState, action: fromCaseAction, then: content)
  }

  public func _write(to writer: ScreenWriter) {
    guard let store = writer.environment.enumStore as? Store<State, Action> else {
      return reportViewIssue(
        "A CaseLet of a \(State.self) is in no SwitchStore of one. Write 'switch store.case'.")
    }
    let (toCase, fromCaseAction) = (ViewFunction(toCase), ViewFunction(fromCaseAction))
    guard store.withState({ toCase($0) != nil }) else { return }
    let child = store.scopedStore(
      reading: { toCase($0) }, embedding: { fromCaseAction($0) })
    content(child)._write(to: writer)
  }
}

/// Returns a feature's navigation stack, whose closure gets the state of a screen.
@available(
  *, deprecated,
  message:
    "Write 'NavigationStack(path: $store.scope(state: \\.path, action: \\.path))' and 'switch store.case'."
)
@_disfavoredOverload
public func NavigationStackStore<State, Action, Root: View, Destination: View>(
  _ store: Store<StackState<State>, StackAction<State, Action>>,
  @ViewBuilder root: () -> Root,
  @ViewBuilder destination: @escaping (State) -> Destination
) -> NavigationStack<Root> {
  NavigationStack(path: .constant(store), root: root) { store in
    SwitchView(store: store, content: destination(store.state))
  }
}

/// Returns a feature's navigation stack.
@available(
  *, deprecated,
  message: "Write 'NavigationStack(path: $store.scope(state: \\.path, action: \\.path))'."
)
public func NavigationStackStore<State, Action, Root: View, Destination: View>(
  _ store: Store<StackState<State>, StackAction<State, Action>>,
  @ViewBuilder root: () -> Root,
  @ViewBuilder destination: @escaping (Store<State, Action>) -> Destination
) -> NavigationStack<Root> {
  NavigationStack(path: .constant(store), root: root, destination: destination)
}

/// Returns a button that presents a screen, and the screen.
@available(*, deprecated, message: "Write a Button, and '.navigationDestination(item:)'.")
public func NavigationLinkStore<State, Action, Destination: View, Title: View>(
  _ store: Store<PresentationState<State>, PresentationAction<Action>>,
  onTap: @escaping () -> Void,
  @ViewBuilder destination: @escaping (Store<State, Action>) -> Destination,
  @ViewBuilder label: () -> Title
) -> some View {
  Button(action: onTap, label: label).member("navigates", true)
    .navigationDestination(item: store.presented(), destination: destination)
}

/// Returns the view itself: nothing is observed.
@available(*, deprecated, message: "Delete 'WithPerceptionTracking': views observe nothing.")
public func WithPerceptionTracking<Content: View>(
  @ViewBuilder content: () -> Content
) -> Content {
  content()
}

/// The name space of the observation tools for systems without them.
@available(*, deprecated, message: "Write '@Bindable'.")
public enum Perception {
  /// The bindings of a store.
  public typealias Bindable<Value> = BackstackViews.Bindable<Value>
}
