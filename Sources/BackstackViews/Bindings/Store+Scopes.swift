public import BackstackCasePaths

// Bindings of what a store presents: `$store.scope(state: \.path, action: \.path)`.

/// What holds a store or a binding of one: `$store`. Support for `$store.scope(…)`.
public protocol StoreHolder<Value> {
  /// The type of the store.
  associatedtype Value

  /// The store.
  var wrappedValue: Value { get }
}

extension Bindable: StoreHolder {}
extension Binding: StoreHolder {}

extension StoreHolder {
  /// Returns the navigation stack of a feature, for ``NavigationStack``.
  public func scope<State, Action, Element, ElementAction>(
    state toStack: any KeyPath<State, StackState<Element>> & Sendable,
    action toAction: any CaseKeyPath<Action, StackAction<Element, ElementAction>> & Sendable
  ) -> Binding<Store<StackState<Element>, StackAction<Element, ElementAction>>>
  where Value == Store<State, Action>, Action: CasePathable {
    wrappedValue.stackBinding(toStack, toAction)
  }

  /// Returns what a feature presents, for `sheet(item:)` and other presentations.
  public func scope<State, Action, Child, ChildAction>(
    state toChild: any KeyPath<State, Child?> & Sendable,
    action toAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Binding<Store<Child, ChildAction>?>
  where Value == Store<State, Action>, Action: CasePathable {
    wrappedValue.presentationBinding(toChild, toAction)
  }
}

/// The store of one of several features. Support for `$store.scope(…).add`.
public protocol CaseStore {
  /// The type of the current case, with its store.
  associatedtype CaseScope

  /// The current case, with its store; `nil` if there is none.
  var caseScope: CaseScope? { get }
}

extension Store: CaseStore where State: CaseReducerState, State.StateReducer.Action == Action {
  public var caseScope: State.StateReducer.CaseScope? { State.StateReducer.scope(self) }
}

extension Optional: CaseStore where Wrapped: CaseStore {
  public var caseScope: Wrapped.CaseScope? { self?.caseScope }
}

extension Binding where Value: CaseStore & ExpressibleByNilLiteral {
  /// What a feature presents, if it is of a case:
  /// `$store.scope(state: \.destination, action: \.destination).add`.
  public subscript<Child, ChildAction>(
    dynamicMember keyPath: KeyPath<Value.CaseScope, Store<Child, ChildAction>?>
  ) -> Binding<Store<Child, ChildAction>?> {
    Binding<Store<Child, ChildAction>?>(
      get: { wrappedValue.caseScope?[keyPath: keyPath] },
      set: { if $0 == nil { wrappedValue = nil } })
  }
}

extension Store where Action: CasePathable {
  fileprivate func stackBinding<Element, ElementAction>(
    _ toStack: any KeyPath<State, StackState<Element>> & Sendable,
    _ toAction: any CaseKeyPath<Action, StackAction<Element, ElementAction>> & Sendable
  ) -> Binding<Store<StackState<Element>, StackAction<Element, ElementAction>>> {
    Binding(get: { self.scope(state: toStack, action: toAction) }, set: { _ in })
  }

  fileprivate func presentationBinding<Child, ChildAction>(
    _ toChild: any KeyPath<State, Child?> & Sendable,
    _ toAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Binding<Store<Child, ChildAction>?> {
    Binding(
      get: { self.scope(state: toChild, action: toAction) },
      set: { if $0 == nil { self.send(toAction(.dismiss)) } })
  }
}

extension Store: Hashable {
  /// Returns whether two are the same object.
  public static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Store: Identifiable {
  /// The identity of the store.
  public var id: ObjectIdentifier { ObjectIdentifier(self) }
}
