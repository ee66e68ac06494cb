/// Who brought an action to a store.
package enum ActionCause: Sendable, Hashable {
  /// Whoever holds the store.
  case client
  /// An effect, or the dismissal that one asked for.
  case effect
}

/// What a host wants to know of a store, and how it stops one that does too much.
///
/// Everything is called under the store's lock: it must be quick, must not wait, and must not send.
package protocol StoreMonitor<State, Action>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// An action was processed, and the effects it returned are registered.
  ///
  /// - Returns: Whether the store may go on; if not, it is ended.
  func didProcess(_ action: Action, cause: ActionCause, effectCount: Int) -> Bool

  /// Something has happened after which another number of effects may be in flight.
  func didChange(effectCount: Int)

  /// All that waited was processed.
  ///
  /// - Parameter state: Gives the state, which is to be let go of at once: a copy makes the next action
  ///   copy its collections.
  func didEndRound(_ state: () -> State)

  /// Where effects wait before they bring anything about, if they ever do. Asked for once for each
  /// effect.
  var gate: (any EffectGate)? { get }
}

extension StoreMonitor {
  /// None: effects never wait.
  package var gate: (any EffectGate)? { nil }
}
