/// Who brought an action to a store.
package enum ActionCause: Sendable, Hashable {
  /// Whoever holds the store.
  case client
  /// An effect, or the dismissal that one asked for.
  case effect
}

/// A host's watch over the threads that run the effects of a store.
package protocol EffectObserver: AnyObject, Sendable {
  /// The calling thread is about to run effects. Not called under the store's lock.
  func willRunEffects()

  /// The calling thread runs no effect any more. Not called under the store's lock.
  func didRunEffects()
}

/// What a host wants to know of a store, and how it stops one that does too much.
///
/// What is declared here is called under the store's lock: it must be quick, must not wait, and must not
/// send.
package protocol StoreMonitor<State, Action>: EffectObserver {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// An action is about to be processed that an effect has sent, or that is sent together with others;
  /// who sends one alone knows.
  ///
  /// - Parameter index: Its place among those that are sent together; 0 for that of an effect.
  func willProcess(_ action: Action, cause: ActionCause, index: Int)

  /// A client's actions have led to a state; nothing of what they return is registered yet.
  ///
  /// - Parameters:
  ///   - state: Gives the state, as for ``didEndRound(_:)``.
  ///   - count: How many actions there were.
  /// - Returns: Whether the state may stay; if not, the actions are taken back.
  func admits(_ state: () -> State, after count: Int) -> Bool

  /// Makes the state again that was there before a client's action, to take that back.
  ///
  /// - Returns: `nil` when that can't be done: the store is ended.
  func previousState() -> State?

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
  /// - Returns: Whether the store may go on; if not, it is ended.
  func didEndRound(_ state: () -> State) -> Bool

  /// Where effects wait before they bring anything about, if they ever do. Asked for once for each
  /// effect.
  var gate: (any EffectGate)? { get }
}

extension StoreMonitor {
  /// None: effects never wait.
  package var gate: (any EffectGate)? { nil }
}

extension EffectObserver {
  package func willRunEffects() {}
  package func didRunEffects() {}
}

extension StoreMonitor {
  package func willProcess(_ action: Action, cause: ActionCause, index: Int) {}
}
