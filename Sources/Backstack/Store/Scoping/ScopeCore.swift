import Synchronization

/// What is behind a scoped store: reads and sends go to the parent, and from there to the root
/// (R101).
///
/// An abstract class, so that a store knows neither its parent's type nor how it was scoped.
class ScopeCore<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Sound, as its subclass is: what changes is guarded by the lock of the host's tree.

  var host: any StoreHost { fatalError("abstract") }

  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    fatalError("abstract")
  }

  func send(_ action: Action) -> EffectGroup? { fatalError("abstract") }

  func sendIfReachable(_ action: Action) -> MissingTarget? { fatalError("abstract") }

  /// Observes the state after each round in which there is one.
  var observation: Observation<State> { fatalError("abstract") }
}

/// How a scoped store gets at its part of the parent's state.
enum ScopeReader<ParentState, State>: Sendable {
  /// The part is always there.
  case always(any KeyPath<ParentState, State> & Sendable)
  /// The part may be absent.
  case ifPresent(@Sendable (ParentState) -> State?)

  func callAsFunction(_ parent: ParentState) -> State? {
    switch self {
    case .always(let keyPath): parent[keyPath: keyPath]
    case .ifPresent(let read): read(parent)
    }
  }
}

/// A scope of a parent store.
///
/// It keeps the parent, and so the root and its effects, alive; the parent knows it weakly.
final class ChildScopeCore<ParentState, ParentAction, State, Action>: ScopeCore<State, Action>,
  @unchecked Sendable
where ParentState: Sendable, ParentAction: Sendable, State: Sendable, Action: Sendable {
  private let parent: Store<ParentState, ParentAction>
  private let key: ScopeKey
  private let reader: ScopeReader<ParentState, State>
  private let embed: @Sendable (Action) -> ParentAction
  /// The state when it was last read, for after it has vanished. A part that is always there isn't
  /// kept: the copy would make the next change of the state copy its collections.
  private var last: State?

  init(
    parent: Store<ParentState, ParentAction>, key: ScopeKey,
    reader: ScopeReader<ParentState, State>, initial: State?,
    embed: @escaping @Sendable (Action) -> ParentAction
  ) {
    self.parent = parent
    self.key = key
    self.reader = reader
    self.embed = embed
    last = initial
  }

  deinit { parent.children.withLock { $0.forget(key) } }

  override var host: any StoreHost { parent.host }

  override func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try parent.withState { parentState in
      guard let state = reader(parentState) ?? last else {
        preconditionFailure("A scope without a last value reads what is always there.")
      }
      if case .ifPresent = reader { last = state }
      return try body(state)
    }
  }

  override func send(_ action: Action) -> EffectGroup? { parent.group(ofSent: embed(action)) }

  override func sendIfReachable(_ action: Action) -> MissingTarget? {
    parent.sendIfReachable(embed(action))
  }

  override var observation: Observation<State> {
    { [reader, parent = parent.observation] observer in parent(observer.pullback(reader)) }
  }
}
