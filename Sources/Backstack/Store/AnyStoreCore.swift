/// The implementation behind a store: the engine of a root, or a scope of another store.
///
/// An abstract class, so that a store depends neither on how it was scoped nor on its parent's
/// type. A protocol or an enum would retain the root with each send.
class AnyStoreCore<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Sound, as its subclasses are: the lock of the root's tree guards all mutable state.

  /// The engine of the root.
  var rootCore: any RootCore { fatalError("abstract") }

  /// A way to observe the state that does not retain this object.
  var observation: Observation<State> { fatalError("abstract") }

  /// Reads the state between two actions.
  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    fatalError("abstract")
  }

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: The effects that the action started; `nil` if there are none.
  func send(_ action: Action) -> EffectGroup? { fatalError("abstract") }

  /// Processes an action, and everything that it causes without waiting, unless its target is
  /// missing.
  ///
  /// - Returns: The missing target; then nothing was changed.
  func sendIfReachable(_ action: Action) -> MissingTarget? { fatalError("abstract") }
}
