/// Watches a store from inside its lock: what it is told is in order and complete.
package protocol StoreObserver<State, Action>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// An action was processed; called for each, before its effects start.
  func storeDidProcess(_ action: Action, origin: ActionOrigin, state: borrowing State)
}
