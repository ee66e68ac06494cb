public import BackstackCasePaths

// Bindings of what a store presents: `$store.scope(state: \.path, action: \.path)`.

extension Bindable {
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

extension Binding {
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

/// An animation, which a client chooses by itself: code of apps compiles unchanged.
public struct Animation: Sendable, Hashable {
  public static let `default` = Self()
  public static let easeIn = Self()
  public static let easeOut = Self()
  public static let easeInOut = Self()
  public static let linear = Self()
  public static let spring = Self()
  public static let bouncy = Self()
  public static let smooth = Self()
  public static let snappy = Self()

  private init() {}

  public static func easeIn(duration: Double) -> Self { Self() }
  public static func easeOut(duration: Double) -> Self { Self() }
  public static func easeInOut(duration: Double) -> Self { Self() }
  public static func linear(duration: Double) -> Self { Self() }
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.8, blendDuration: Double = 0
  ) -> Self {
    Self()
  }
  public static func spring(duration: Double, bounce: Double = 0) -> Self { Self() }
  public static func interactiveSpring() -> Self { Self() }
  public func delay(_ delay: Double) -> Self { self }
  public func speed(_ speed: Double) -> Self { self }
  public func repeatForever(autoreverses: Bool = true) -> Self { self }
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self { self }
}

extension Store {
  /// Sends an action; a client animates the change by itself.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask { send(action) }
}

/// Runs a closure; a client animates the changes by itself.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}
