/// Who is called with the state after each round of actions.
final class Observer<State>: @unchecked Sendable {
  // Sound: the closures are called under the lock of the store only, and never change.
  let onState: (State) -> Void
  let onEnd: () -> Void

  init(onState: @escaping (State) -> Void, onEnd: @escaping () -> Void) {
    self.onState = onState
    self.onEnd = onEnd
  }
}

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
  /// Whether observers are being called.
  private(set) var isPublishing = false

  init(actionCount: Int) { publishedActionCount = actionCount }

  func add(_ observer: Observer<State>) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  /// Calls the observers, and drops those whose token is gone.
  ///
  /// - Returns: Whether there is an observer left.
  func publish(_ state: State) -> Bool {
    isPublishing = true
    defer { isPublishing = false }
    var isComplete = true
    for entry in entries {
      if let observer = entry.observer { observer.onState(state) } else { isComplete = false }
    }
    if !isComplete { entries.removeAll { $0.observer == nil } }
    return !entries.isEmpty
  }

  /// Tells the observers that no state follows.
  func end() {
    for entry in entries { entry.observer?.onEnd() }
    entries = []
  }
}
