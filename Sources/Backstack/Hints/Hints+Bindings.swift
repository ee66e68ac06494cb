// Bindings, which would write directly into a state. Clients send actions instead that report what
// happened.

@available(
  *, unavailable,
  message:
    "There are no bindings: delete it, and handle an action for each field, 'case nameChanged(String)'."
)
public struct BindingReducer<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never
  public init() { fatalError() }
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { fatalError() }
}

@available(
  *, unavailable,
  message:
    "There are no bindings: delete the conformance, and write a case for each field, 'case nameChanged(String)'."
)
public protocol BindableAction {}

@available(
  *, unavailable,
  message: "There are no bindings: write a case for each field, 'case nameChanged(String)'."
)
public struct BindingAction<Root>: Sendable {}

@available(*, unavailable, message: "There are no bindings: delete '@Bindable', and send actions.")
@propertyWrapper
public struct Bindable<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@available(*, unavailable, message: "There are no bindings: delete '@BindingState'.")
@propertyWrapper
public struct BindingState<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
