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
  /// Where actions go if the root's state does not change, and their place is known.
  let target: ActionTarget?
  let motion: StateMotion

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
    motion = parent.core.motion == .live ? .live : .noted
    target = parent.core.target?.scoped(key)
  }

  deinit {
    if number != ScopeCache.none { parent.children.withLock { $0.forget(key, number: number) } }
  }

  var engine: any StoreEngine { parent.core.engine }

  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    if motion == .noted, case .always(let keyPath) = reader {
      return try body(parent.core.read(keyPath))
    }
    return try parent.core.withState { parentState in
      guard let state = reader(parentState) ?? last else {
        preconditionFailure("The state of a scope that always exists is absent.")
      }
      if case .ifPresent = reader { last = state }
      return try body(state)
    }
  }

  func send(_ action: Action) -> EffectGroup? {
    if let target {
      target.send(action)
      return nil
    }
    let embedded = embed(action)
    if motion == .noted { ScopePlaces.learn(key, action, in: embedded) }
    return parent.core.send(embedded)
  }

  func sendIfReachable(_ action: Action) -> MissingTarget? {
    parent.core.sendIfReachable(embed(action))
  }

  var observation: Observation<State> {
    { [reader, parent = parent.core.observation] observer in parent(observer.pullback(reader)) }
  }
}

/// The identity of a scope of one store: its key paths, or an element's id, and its type.
struct ScopeKey: Hashable, @unchecked Sendable {
  // Sound: the key paths and ids are Sendable and never change.
  /// What is the same for all scopes that embed their actions in the same way.
  struct Action: Hashable, @unchecked Sendable {
    // Sound: as above.
    let keyPath: AnyKeyPath
    let type: ObjectIdentifier
  }

  private let state: AnyKeyPath?
  private let action: AnyKeyPath?
  private let id: AnyHashable?
  private let type: ObjectIdentifier

  /// The way in which actions are embedded; `nil` for those of an element.
  var forAction: Action? { action.map { Action(keyPath: $0, type: type) } }

  /// Creates the key of a scope by a pair of key paths.
  init(_ state: AnyKeyPath, _ action: AnyKeyPath, to type: Any.Type) {
    self.state = state
    self.action = action
    id = nil
    self.type = ObjectIdentifier(type)
  }

  /// Creates the key of a scope of an element.
  init(id: some Hashable & Sendable, to type: Any.Type) {
    state = nil
    action = nil
    self.id = AnyHashable(id)
    self.type = ObjectIdentifier(type)
  }
}

/// The live scoped stores of one store, so that scoping again returns the same object (R101). The
/// cache retains no store, and drops the entry of a deallocated one.
struct ScopeCache: Sendable {
  private struct Entry {
    weak var store: (any AnyObject & Sendable)?
    let number: Int
  }

  /// The number of stores that are not cached.
  static let none = 0

  private var entries: [ScopeKey: Entry] = [:]
  private var lastNumber = Self.none

  /// Returns the store of a scope; makes it if there is no live one.
  ///
  /// - Parameter make: Makes the store, which has to call ``forget(_:number:)`` with its key and
  ///   number in its deinit.
  /// - Complexity: O(1), plus hashing the key paths.
  mutating func store<S: AnyObject & Sendable>(_ key: ScopeKey, _ make: (_ number: Int) -> S) -> S {
    if let store = entries[key]?.store as? S { return store }
    lastNumber += 1
    let store = make(lastNumber)
    entries[key] = Entry(store: store, number: lastNumber)
    return store
  }

  /// Drops the entry of a store in its deinit, unless a newer store has replaced it.
  // Must not load a store: loading retains it, perhaps as the last reference. Its deinit would then
  // run here and take the lock that is held already.
  mutating func forget(_ key: ScopeKey, number: Int) {
    if entries[key]?.number == number { entries[key] = nil }
  }

  /// The number of entries.
  var count: Int { entries.count }
}
