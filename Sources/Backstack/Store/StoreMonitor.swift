// Not a package import: the compiler would then specialize no code of this module that uses the
// dependencies where features are compiled. The module exports them anyway.
@_exported public import BackstackDependencies

/// The sender of a store's action.
///
/// All but effects wait for the outcome, and an action of theirs that can't be processed changes
/// nothing.
package enum ActionCause: Sendable, Hashable {
  /// The program that uses the store. The text is the form in which it received the action, for the
  /// monitor; empty if there is none.
  case client(text: [UInt8])
  /// The program itself, which hosts the store for its clients.
  case host
  /// The program, when it creates the store for a client.
  case start
  /// An effect, or a dismissal that an effect requested: one of the action that was processed so many
  /// actions ago; `nil` if none of this store led to it, or before the action is processed.
  case effect(after: Int?)
}

/// An observer of the threads that run the effects of a store.
package protocol EffectObserver: AnyObject, Sendable {
  /// Called when the calling thread starts to run effects, and not under the store's lock.
  func willRunEffects()

  /// Called when the calling thread has stopped running effects, and not under the store's lock.
  func didRunEffects()
}

/// An observer through which a host measures a store, rejects states and ends a store that does too
/// much.
///
/// The requirements declared here are called under the store's lock: they must be quick, must not
/// wait and must not send.
package protocol StoreMonitor<State, Action>: EffectObserver {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// Called before the store processes an action that an effect sent or that belongs to a batch,
  /// but not before a single action from outside.
  func willProcess(_ action: Action, cause: ActionCause)

  /// Called when actions from outside have led to a new state, before their effects are registered.
  ///
  /// - Parameters:
  ///   - state: Returns the state; the restriction of ``didEndRound(_:sharing:)`` applies.
  ///   - shares: The shared values of the store.
  ///   - count: The number of actions.
  /// - Returns: Whether the state is acceptable; if not, the actions are rolled back.
  func admits(_ state: () -> State, sharing shares: SharedAccess, after count: Int) -> Bool

  /// Recreates the state before an action from outside, to roll the action back.
  ///
  /// - Returns: `nil` if that is impossible: then the store ends.
  func previousState(sharing shares: SharedAccess) -> DecodedState<State>?

  /// Called when an action was processed and its effects are registered.
  ///
  /// - Parameter made: What dependencies made for the reducer; `nil` for nothing.
  /// - Returns: Whether the store may continue; if not, it ends.
  func didProcess(
    _ action: Action, cause: ActionCause, made: MadeValues?, effectCount: Int
  ) -> Bool

  /// Called when a presented feature has left the state, whatever removed it, and will not come back: what is
  /// presented there next is another one. A feature that no action has reached yet may go unnoticed.
  ///
  /// - Parameter action: Returns the action that would have dismissed it; `nil` if that is not known.
  func didDismiss(by action: () -> Action?)

  /// Called when a shared value was changed, and not by an action.
  ///
  /// - Parameters:
  ///   - before: The changed values, as they were before.
  ///   - shares: The shared values of the store.
  ///   - distance: How many actions ago the action was processed whose effect has changed it; `nil` if
  ///     no effect of this store has.
  /// - Returns: Whether the store may continue; if not, it ends.
  func didShare(
    _ before: [SharedValue], sharing shares: SharedAccess, after distance: Int?, effectCount: Int
  ) -> Bool

  /// Called when a durable effect starts: its action starts it again in another store.
  func willStart(durableEffect id: String, _ action: Action)

  /// Called when a durable effect has sent an action, before that is processed, or has ended; but
  /// not because the store ends.
  func didEnd(durableEffect id: String)

  /// Called when the number of effects in flight may have changed.
  func didChange(effectCount: Int)

  /// Called when the queue was processed.
  ///
  /// - Parameters:
  ///   - state: Returns the state. Release it immediately: while a copy exists, the next action copies
  ///     its collections.
  ///   - shares: The shared values of the store.
  /// - Returns: Whether the store may continue; if not, it ends.
  func didEndRound(_ state: () -> State, sharing shares: SharedAccess) -> Bool

  /// The present time, which is kept for each effect that starts.
  var time: Double { get }

  /// The gate that effects pass before their actions are processed, if there is one. Read once for
  /// each effect.
  var gate: (any EffectGate)? { get }
}

extension StoreMonitor {
  /// `nil`: effects never wait.
  package var gate: (any EffectGate)? { nil }
  /// Always the same.
  package var time: Double { 0 }
}

extension EffectObserver {
  package func willRunEffects() {}
  package func didRunEffects() {}
}

extension StoreMonitor {
  package func didShare(
    _ before: [SharedValue], sharing shares: SharedAccess, after distance: Int?, effectCount: Int
  ) -> Bool { true }
  package func willStart(durableEffect id: String, _ action: Action) {}
  package func didEnd(durableEffect id: String) {}
  package func willProcess(_ action: Action, cause: ActionCause) {}
  package func didDismiss(by action: () -> Action?) {}
}
