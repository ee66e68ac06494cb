/// Who is told the state after each round of actions.
final class Observer<State>: @unchecked Sendable {
  // Sound: the closures are called under the lock of the store only, and never change.

  /// Foreign code that a change leads to: called when the lock is free.
  typealias Call = () -> Void

  /// Called with the state from which on there may be changes.
  let onBegin: (State) -> Void
  let onState: (State) -> Call?
  let onEnd: () -> Void

  init(
    onBegin: @escaping (State) -> Void = { _ in }, onState: @escaping (State) -> Call?,
    onEnd: @escaping () -> Void
  ) {
    self.onBegin = onBegin
    self.onState = onState
    self.onEnd = onEnd
  }

  /// An observer of a parent's state that passes on the part which a scoped store shows, while there
  /// is one.
  func pullback<Parent>(_ reader: ScopeReader<Parent, State>) -> Observer<Parent> {
    Observer<Parent>(
      onBegin: { if let state = reader($0) { self.onBegin(state) } },
      onState: { reader($0).flatMap(self.onState) },
      onEnd: onEnd)
  }
}

/// A way to observe a store that does not keep it.
///
/// It gives what keeps the observation going, `nil` when the store is gone.
typealias Observation<State> = @Sendable (Observer<State>) -> AnyObject?

/// The observers of one store, each kept alive by its token alone: letting go of a token needs no
/// lock.
final class StoreObservers<State> {
  // Read and changed under the lock of the store.

  private struct Entry {
    weak var observer: Observer<State>?
  }

  private var entries: [Entry] = []
  /// How many actions the store had processed when its state was last published.
  var publishedActionCount: Int

  init(actionCount: Int) { publishedActionCount = actionCount }

  func add(_ observer: Observer<State>) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  /// Whether there are none left.
  var isEmpty: Bool { entries.isEmpty }

  /// Tells the observers the state, and drops those whose token is gone.
  ///
  /// - Returns: What is to be called, in order.
  func publish(_ state: State) -> [ObserverCalls.Entry] {
    var calls: [ObserverCalls.Entry] = []
    var isComplete = true
    for entry in entries {
      guard let observer = entry.observer else {
        isComplete = false
        continue
      }
      guard let call = observer.onState(state) else { continue }
      // Not for an observer that has been let go of by then.
      calls.append(
        .init(observer: ObjectIdentifier(observer)) { [weak observer] in
          if observer != nil { call() }
        })
    }
    if !isComplete { entries.removeAll { $0.observer == nil } }
    return calls
  }

  /// Tells the observers that no state follows.
  func end() {
    for entry in entries { entry.observer?.onEnd() }
    entries = []
  }
}
