/// A part of a store's state for a view, in the wording of The Composable Architecture's earlier
/// versions.
@available(*, deprecated, message: "Use the store itself: 'store.count', 'store.send(…)'.")
@dynamicMemberLookup
public struct ViewStore<ViewState, ViewAction> {
  /// The part of the state.
  public let state: ViewState
  private let sendAction: (ViewAction) -> StoreTask

  /// Creates a part of a store.
  public init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: (State) -> ViewState
  ) {
    self.init(store, observe: toViewState, send: { $0 })
  }

  /// Creates a part of a store that sends some of its actions.
  public init<State, Action>(
    _ store: Store<State, Action>, observe toViewState: (State) -> ViewState,
    send fromViewAction: @escaping (ViewAction) -> Action
  ) {
    state = store.withState(toViewState)
    sendAction = { store.send(fromViewAction($0)) }
  }

  /// Sends an action.
  @discardableResult
  public func send(_ action: ViewAction) -> StoreTask { sendAction(action) }

  /// Sends an action; a client animates the change by itself.
  @discardableResult
  public func send(_ action: ViewAction, animation: Animation?) -> StoreTask { sendAction(action) }

  /// Sends an action, and waits for nothing: the closure only tells what a client sends.
  public func send(_ action: ViewAction, while predicate: (ViewState) -> Bool) async {
    send(action)
  }

  /// A copy of a part of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Returns a binding that sends an action with the new value.
  public func binding<Value>(
    get: @escaping (ViewState) -> Value, send valueToAction: @escaping (Value) -> ViewAction
  ) -> Binding<Value> {
    Binding(get: { get(state) }, set: { send(valueToAction($0)) })
  }

  /// Returns a binding that sends the same action whatever the new value is.
  public func binding<Value>(
    get: @escaping (ViewState) -> Value, send action: ViewAction
  ) -> Binding<Value> {
    Binding(get: { get(state) }, set: { _ in send(action) })
  }

  /// Returns a binding of the state that sends an action with the new value.
  public func binding(
    send valueToAction: @escaping (ViewState) -> ViewAction
  ) -> Binding<ViewState> {
    binding(get: { $0 }, send: valueToAction)
  }
}

@available(*, deprecated)
extension ViewStore
where ViewAction: BindableAction, ViewAction.State == ViewState, ViewState: BindableState {
  /// A binding of a field that the feature's `binding` action sets: `viewStore.$title`.
  ///
  /// - Precondition: Clients can set a field with that name and type.
  public subscript<Value: Sendable>(dynamicMember name: String) -> Binding<Value> {
    let keyPath = keyPath(ofField: name, of: ViewState.self, to: Value.self)
    return Binding(
      get: { state[keyPath: keyPath] },
      set: { send(.binding(.assigning($0, to: keyPath))) })
  }
}

/// Returns the key path of a field that clients can set.
private func keyPath<State: BindableState, Value>(
  ofField name: String, of: State.Type, to: Value.Type
) -> WritableKeyPath<State, Value> {
  let field = String(name.drop { $0 == "$" })
  let keyPath = State.bindingFields.keyPath(ofField: field)
  guard let keyPath = keyPath as? WritableKeyPath<State, Value> else {
    preconditionFailure(
      "Clients can set no field '\(field)' of type \(Value.self). Write '$store.\(field)'.")
  }
  return keyPath
}

/// The part of a feature's store that its view sees.
@available(*, deprecated, message: "Use the store itself: 'StoreOf<Feature>'.")
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>

/// A ``ViewStore`` in a view.
@available(
  *, deprecated,
  message: "Views observe nothing. Write 'let store: StoreOf<Feature>', and use 'store.count'."
)
@propertyWrapper
public struct ObservedObject<Value> {
  public var wrappedValue: Value

  /// Creates a property.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// A store of whose fields a view's state makes bindings.
@available(*, deprecated, message: "Write '@Bindable var store', and '$store.title'.")
@dynamicMemberLookup
public struct BindingViewStore<State: BindableState> {
  private let state: State
  private let send: (BindingAction<State>) -> Void

  init<Action>(_ store: Store<State, Action>)
  where Action: BindableAction, Action.State == State {
    state = store.state
    send = { store.send(.binding($0)) }
  }

  /// A copy of a part of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// A field with its binding: `store.$title`.
  ///
  /// - Precondition: Clients can set a field with that name and type.
  public subscript<Value: Sendable>(dynamicMember name: String) -> BindingViewState<Value> {
    let keyPath = keyPath(ofField: name, of: State.self, to: Value.self)
    return BindingViewState(
      Binding(
        get: { state[keyPath: keyPath] }, set: { send(.assigning($0, to: keyPath)) }))
  }
}

/// A field of a view's state, with its binding.
@available(*, deprecated, message: "Write '@Bindable var store', and '$store.title'.")
@propertyWrapper
public struct BindingViewState<Value> {
  /// The binding of the field.
  public let projectedValue: Binding<Value>
  public let wrappedValue: Value

  init(_ binding: Binding<Value>) {
    projectedValue = binding
    wrappedValue = binding.wrappedValue
  }
}

@available(*, deprecated)
extension BindingViewState: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.wrappedValue == rhs.wrappedValue }
}
