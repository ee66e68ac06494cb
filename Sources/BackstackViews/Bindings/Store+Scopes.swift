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
