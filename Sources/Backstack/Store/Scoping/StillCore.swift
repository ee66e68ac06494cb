import BackstackPlatform

/// The implementation behind a store whose actions go to an object instead of a reducer.
private protocol RecordedSource: StoreSource {
  var destination: ActionTarget { get }
}

extension RecordedSource {
  var target: ActionTarget? { destination }

  func send(_ action: Action) -> EffectGroup? {
    destination.send(action)
    return nil
  }

  func sendIfReachable(_ action: Action) -> MissingTarget? {
    destination.send(action)
    return nil
  }
}

/// The implementation behind a store of a state that never changes, whose actions go to an object instead
/// of a reducer.
final class StillCore<State: Sendable, Action: Sendable>: RecordedSource {
  private let state: State
  let destination: ActionTarget
  /// Returns the implementation behind the store whose state this is.
  private let original: @Sendable () -> any StoreSource<State, Action>

  init(
    _ state: State, _ target: ActionTarget,
    original: @escaping @Sendable () -> any StoreSource<State, Action>
  ) {
    self.state = state
    destination = target
    self.original = original
  }

  var engine: any StoreEngine { original().engine }
  var observation: Observation<State> { original().observation }
  var motion: StateMotion { .still }

  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result { try body(state) }

  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value { state[keyPath: keyPath] }
}

/// A store of the state that another one had at a time. Its actions go to an object instead of a reducer,
/// and it notes what is read of the state.
package struct ReadOnlyStore<State: Sendable, Action: Sendable>: Sendable {
  package let store: Store<State, Action>
  /// What the store and its scopes have read.
  package let reads: ReadLog
  private let core: ReadOnlyCore<State, Action>

  /// Creates a store of the state that another one has now.
  package init(of original: Store<State, Action>, sendingTo target: ActionTarget) {
    core = ReadOnlyCore(original.core, original.state, target)
    store = Store(scope: core)
    reads = core.reads
  }

  /// Replaces the state; with `nil`, by that of the original store, whatever it is then.
  package func replace(_ state: State?) { core.replace(state) }
}

private final class ReadOnlyCore<State: Sendable, Action: Sendable>: RecordedSource {
  private final class Box: Sendable {
    let state: State
    init(_ state: State) { self.state = state }
  }

  let reads = ReadLog()
  /// The ``Box`` of the state. Not by its type, so that no type that depends on the state's is looked up.
  private let current: Guarded<(any AnyObject & Sendable)?>
  private let original: any StoreSource<State, Action>
  let destination: ActionTarget

  init(_ original: any StoreSource<State, Action>, _ state: State, _ target: ActionTarget) {
    current = Guarded(Box(state))
    self.original = original
    destination = target
  }

  var engine: any StoreEngine { original.engine }
  var observation: Observation<State> { original.observation }
  var motion: StateMotion { .noted }

  func replace(_ state: State?) {
    let box = state.map { Box($0) }
    current.withLock { $0 = box }
  }

  private var box: Box? {
    // Sound: only boxes of the state are stored.
    current.withLock { $0 }.map { unsafeDowncast($0, to: Box.self) }
  }

  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    reads.noteAll()
    guard let box else { return try original.withState(body) }
    return try body(box.state)
  }

  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    guard let box else { return original.read(keyPath) }
    let value = box.state[keyPath: keyPath]
    reads.note(keyPath, value)
    return value
  }
}
