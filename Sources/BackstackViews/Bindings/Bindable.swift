public import BackstackCasePaths

/// The bindings of a store, as in SwiftUI: `@Bindable var store: StoreOf<Counter>`, `$store.title`.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
  public var wrappedValue: Value

  /// Creates the bindings of a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Creates the bindings of a value.
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// The bindings.
  public var projectedValue: Bindable { self }

  /// A binding of a field that the feature's `binding` action sets: `$store.title`.
  public subscript<State, Action, Member: Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Member>
  ) -> Binding<Member>
  where Value == Store<State, Action>, Action: BindableAction, Action.State == State {
    Binding(StoreField(store: wrappedValue, keyPath: keyPath) { .binding($0) })
  }

  /// A binding of a field that the `binding` action of a feature's view actions sets: `$store.title`.
  @_disfavoredOverload
  public subscript<State, Action, Member: Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Member>
  ) -> Binding<Member>
  where
    Value == Store<State, Action>, Action: ViewAction, Action.ViewAction: BindableAction,
    Action.ViewAction.State == State
  {
    Binding(StoreField(store: wrappedValue, keyPath: keyPath) { .view(.binding($0)) })
  }

  /// A binding of a value that the store's own property computes, and whose setter sends:
  /// `$store[hasFeature: feature]`.
  // Fields of the state are the store's own properties, too.
  @_disfavoredOverload
  public subscript<State, Action, Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Store<State, Action>, Member>
  ) -> Binding<Member>
  where Value == Store<State, Action> {
    let store = wrappedValue
    return Binding(get: { store[keyPath: keyPath] }, set: { store[keyPath: keyPath] = $0 })
  }

  /// A value of the state, to be sent by an action of its own:
  /// `$store.title.sending(\.titleChanged)`.
  @_disfavoredOverload
  public subscript<State, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> StoreValue<State, Action, Member>
  where Value == Store<State, Action> {
    StoreValue(store: wrappedValue, keyPath: keyPath)
  }
}

/// The name in The Composable Architecture's own wrapper.
public typealias BindableStore<R: Reducer> = Bindable<StoreOf<R>>

/// A value of a store's state that an action of the feature changes.
@dynamicMemberLookup
public struct StoreValue<State: Sendable, Action: Sendable, Value> {
  let store: Store<State, Action>
  let keyPath: KeyPath<State, Value>

  /// Returns a binding that sends an action with the new value.
  public func sending(
    _ action: any CaseKeyPath<Action, Value> & Sendable
  ) -> Binding<Value> where Action: CasePathable {
    Binding(
      passing: { store[dynamicMember: keyPath] }, to: { store.send(action($0)) })
  }

  /// A part of the value.
  public subscript<Member>(
    dynamicMember part: KeyPath<Value, Member>
  ) -> StoreValue<State, Action, Member> {
    StoreValue<State, Action, Member>(store: store, keyPath: keyPath.appending(path: part))
  }
}

/// A field that a `binding` action sets.
private struct StoreField<State: Sendable, Action: Sendable, Value: Sendable>: BoundField {
  let store: Store<State, Action>
  let keyPath: WritableKeyPath<State, Value>
  /// Makes the feature's action of a binding.
  let embed: (BindingAction<State>) -> Action

  var value: Value { store[dynamicMember: keyPath] }

  var place: (key: FieldKey, actions: ActionPlace)? {
    store.target.map { target in
      (FieldKey(keyPath: keyPath, actions: ObjectIdentifier(Action.self)), target.place)
    }
  }

  func send(_ value: Value) { store.send(embed(.assigning(value, to: keyPath))) }

  func part<Member: Sendable>(
    _ part: WritableKeyPath<Value, Member>
  ) -> Binding<Member>? {
    let keyPath = keyPath.appending(path: part)
    guard BindingAction<State>.names(keyPath) else { return nil }
    return Binding(
      StoreField<State, Action, Member>(store: store, keyPath: keyPath, embed: embed))
  }
}
