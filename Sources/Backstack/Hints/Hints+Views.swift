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

// Declarations that view code uses and a server does not have. They exist so that the compiler can
// suggest what to write instead.

/// A placeholder for animations: the client animates the changes between snapshots.
@available(
  *, unavailable,
  message: "Nothing is animated on a server: leave the animation out. The client decides."
)
public struct Animation: Sendable {
  public static var `default`: Self { fatalError() }
  public static var linear: Self { fatalError() }
  public static var easeIn: Self { fatalError() }
  public static var easeOut: Self { fatalError() }
  public static var easeInOut: Self { fatalError() }
  public static var spring: Self { fatalError() }
  public static var bouncy: Self { fatalError() }
  public static var smooth: Self { fatalError() }
  public static var snappy: Self { fatalError() }
  public static func linear(duration: Double) -> Self { fatalError() }
  public static func easeInOut(duration: Double) -> Self { fatalError() }
  public static func spring(duration: Double) -> Self { fatalError() }
}

extension Effect {
  @available(*, unavailable, message: "Nothing is animated on a server: write '.send(action)'.")
  public static func send(_ action: Action, animation: Animation?) -> Self { fatalError() }

  @available(*, unavailable, message: "Nothing is animated on a server: delete '.animation(…)'.")
  public func animation(_ animation: Animation? = .default) -> Self { fatalError() }
}

extension Send {
  @available(*, unavailable, message: "Nothing is animated on a server: write 'send(action)'.")
  public func callAsFunction(_ action: Action, animation: Animation?) async { fatalError() }
}

extension Store {
  @available(*, unavailable, message: "Nothing is animated on a server: write 'send(action)'.")
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask { fatalError() }
}

extension DismissEffect {
  @available(*, unavailable, message: "Nothing is animated on a server: write 'dismiss()'.")
  public func callAsFunction(animation: Animation?) async { fatalError() }
}

// The parts of bindings that belong to views.

@available(*, unavailable, message: "There are no views: delete '@Bindable', and send actions.")
@propertyWrapper
public struct Bindable<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@available(
  *, unavailable,
  message: "Delete '@BindingState': a BindingReducer sets the fields of an @ObservableState."
)
@propertyWrapper
public struct BindingState<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// The environment of views.

@available(
  *, unavailable,
  message: "There are no views: write '@Dependency', '@Dependency(\\.dismiss) var dismiss'."
)
@propertyWrapper
public struct Environment<Value> {
  public var wrappedValue: Value { fatalError() }
  public init(_ keyPath: KeyPath<_EnvironmentValues, Value>) {}
  public init(_ objectType: Value.Type) {}
}

/// A view's environment values, with any name.
@dynamicMemberLookup
public struct _EnvironmentValues {
  public subscript(dynamicMember name: String) -> _EnvironmentValue { _EnvironmentValue() }
}

/// A value in a view's environment.
public struct _EnvironmentValue: Sendable {
  public func callAsFunction() {}
  public func callAsFunction<Input>(_ input: Input) {}
}

// State that several features share. It would be global to the process.

@available(
  *, unavailable,
  message:
    "Nothing is shared by stores: keep the value in the state of the root, or behind a dependency."
)
@propertyWrapper
public struct Shared<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }
  public var projectedValue: Self { self }
  public init(wrappedValue: Value) {}
  public init(wrappedValue: Value, _ key: SharedKey) {}
  public init(_ key: SharedKey) {}
  public init(value: Value) {}

  /// A placeholder for the storage of a shared value.
  public struct SharedKey: Sendable {
    public static func inMemory(_ key: String) -> Self { fatalError() }
    public static func appStorage(_ key: String) -> Self { fatalError() }
    public static func fileStorage<Location>(_ location: Location) -> Self { fatalError() }
  }
}
