/// An action with a case for what a person does, apart from the actions of effects and children.
///
/// ```swift
/// enum Action: ViewAction {
///   case loaded([Item])
///   case view(View)
///
///   enum View { case addButtonTapped, task }
/// }
/// ```
///
/// Clients send `{"view": "addButtonTapped"}`. Over HTTP, `@ServerOnly` on the other cases says more:
/// no client can send them.
public protocol ViewAction<ViewAction> {
  associatedtype ViewAction

  /// Returns the action for what a person does.
  static func view(_ action: ViewAction) -> Self
}
