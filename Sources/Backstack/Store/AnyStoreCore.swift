/// What is behind a store: the machinery of a root, or a scope of another store.
///
/// An abstract class, so that a store knows neither how it was scoped nor its parent's type. Neither
/// a protocol nor an enum: taking the root out of one would retain it with each send.
class AnyStoreCore<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Sound, as its subclasses are: what changes is guarded by the lock of the host's tree.

  /// The machinery at the root.
  var host: any StoreHost { fatalError("abstract") }

  /// How the state is observed without this being kept.
  var observation: Observation<State> { fatalError("abstract") }

  /// Reads the state between two actions.
  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    fatalError("abstract")
  }

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: The effects that it started, `nil` if none.
  func send(_ action: Action) -> EffectGroup? { fatalError("abstract") }

  /// Processes an action, and everything that it causes without waiting, unless its target is
  /// missing.
  ///
  /// - Returns: The target that is missing; then nothing was changed.
  func sendIfReachable(_ action: Action) -> MissingTarget? { fatalError("abstract") }
}
