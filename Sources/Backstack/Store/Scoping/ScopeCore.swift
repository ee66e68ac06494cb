import BackstackPlatform

/// A way to read a scoped store's part of the parent's state.
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

/// The implementation behind a scoped store: reads and sends go to the parent, and from there to
/// the root (R101).
///
/// It retains the parent, and so the root with its effects; the parent refers to it weakly.
final class ScopeCore<ParentState, ParentAction, State, Action>: StoreSource, @unchecked Sendable
where ParentState: Sendable, ParentAction: Sendable, State: Sendable, Action: Sendable {
  // Sound: the lock of the root's tree guards ``last``, which is all that changes.

  private let parent: Store<ParentState, ParentAction>
  private let key: ScopeKey
  private let number: Int
  private let reader: ScopeReader<ParentState, State>
  private let embed: @Sendable (Action) -> ParentAction
  /// The state when it was last read, which is used once the part is absent. A part that always
  /// exists isn't kept: with a copy of it in memory, the next change would copy its collections.
  private var last: State?

  init(
    parent: Store<ParentState, ParentAction>, key: ScopeKey, number: Int,
    reader: ScopeReader<ParentState, State>, initial: State?,
    embed: @escaping @Sendable (Action) -> ParentAction
  ) {
    self.parent = parent
    self.key = key
    self.number = number
    self.reader = reader
    self.embed = embed
    last = initial
  }

  deinit { parent.children.withLock { $0.forget(key, number: number) } }

  var engine: any StoreEngine { parent.core.engine }

  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try parent.core.withState { parentState in
      guard let state = reader(parentState) ?? last else {
        preconditionFailure("The state of a scope that always exists is absent.")
      }
      if case .ifPresent = reader { last = state }
      return try body(state)
    }
  }

  func send(_ action: Action) -> EffectGroup? { parent.core.send(embed(action)) }

  func sendIfReachable(_ action: Action) -> MissingTarget? {
    parent.core.sendIfReachable(embed(action))
  }

  var observation: Observation<State> {
    { [reader, parent = parent.core.observation] observer in parent(observer.pullback(reader)) }
  }
}
