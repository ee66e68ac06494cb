public import BackstackCasePaths

/// The actions of a feature whose state has fields that clients set: a case `binding` stands for a
/// case for each field.
///
/// ```swift
/// enum Action: BindableAction, Codable {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
///
/// ``BindingReducer`` sets the fields; `case .binding(\.title):` reacts to it.
public protocol BindableAction<State> {
  /// The state of the feature.
  associatedtype State

  /// Embeds a binding: the case `binding`.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The binding; `nil` if this is another action.
  var binding: BindingAction<State>? { get }

  /// The payload of the case `binding`, which `@CasePathable` implements.
  var _binding: BindingAction<State>? { get }
}

extension BindableAction {
  public var binding: BindingAction<State>? { _binding }

  public var _binding: BindingAction<State>? {
    // Most actions are of another case, which is recognized without reflection.
    guard enumTag(of: self) == enumTag(of: Self.binding(BindingAction(assignment: nil))) else {
      return nil
    }
    return Mirror(reflecting: self).children.first?.value as? BindingAction<State>
  }

  /// Returns the action that sets a field of the state: `store.send(.set(\.title, "Design"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}

/// A reducer that sets the field that a binding names; any other action has no effect on it.
///
/// Reducers below it in a body see the new values, those above it the old ones.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///     .onChange(of: \.query) { _, _ in
///       Reduce { state, action in .send(.search) }
///     }
///   Reduce { state, action in … }
/// }
/// ```
public struct BindingReducer<
  State: Sendable, Action: Sendable, Bindable: BindableAction & Sendable
>: Reducer
where Bindable.State == State {
  public typealias Body = Never

  /// Returns the action that may have a binding; `nil` if this is another one.
  private let bindable: @Sendable (Action) -> Bindable?

  /// Creates a reducer that sets fields.
  public init() where Bindable == Action { bindable = { $0 } }

  /// Creates a reducer that sets the fields named by a part of the actions:
  /// `BindingReducer(action: \.view)`.
  ///
  /// - Parameter toBindable: The case with the bindable actions.
  public init(action toBindable: any CaseKeyPath<Action, Bindable> & Sendable)
  where Action: CasePathable {
    let path = AnyCasePath(toBindable)
    bindable = { path.extract(from: $0) }
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    bindable(action)?.binding?.apply(to: &state)
    return .none
  }
}
