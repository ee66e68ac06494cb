/// An observer that is notified of the state after each round of actions.
final class Observer<State>: @unchecked Sendable {
  // Sound: the closures are constants, and are called under the store's lock only.

  /// A deferred callback for a change: it runs once the lock is released.
  typealias Call = () -> Void

  /// Called with the state at the start of the observation.
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

  /// Creates an observer of a parent's state that passes on a scoped store's part of it, while the
  /// part exists.
  func pullback<Parent>(_ reader: ScopeReader<Parent, State>) -> Observer<Parent> {
    Observer<Parent>(
      onBegin: { if let state = reader($0) { self.onBegin(state) } },
      onState: { reader($0).flatMap(self.onState) },
      onEnd: onEnd)
  }
}

/// A way to observe a store without retaining it.
///
/// It returns the object that keeps the observation alive; `nil` if the store is deallocated.
typealias Observation<State> = @Sendable (Observer<State>) -> AnyObject?

/// The observers of one store. Only its token keeps each one alive, so deallocating a token needs
/// no lock.
final class StoreObservers<State> {
  // Accessed under the store's lock only.

  private struct Entry {
    weak var observer: Observer<State>?
  }

  private var entries: [Entry] = []
  /// The number of processed actions when the state was last published.
  var publishedActionCount: Int

  init(actionCount: Int) { publishedActionCount = actionCount }

  func add(_ observer: Observer<State>) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  /// Whether there are no observers left.
  var isEmpty: Bool { entries.isEmpty }

  /// Notifies the observers of the state, and drops those whose token is gone.
  ///
  /// - Returns: The calls to make, in order.
  func publish(_ state: State) -> [ObserverCalls.Entry] {
    var calls: [ObserverCalls.Entry] = []
    var isComplete = true
    for entry in entries {
      guard let observer = entry.observer else {
        isComplete = false
        continue
      }
      guard let call = observer.onState(state) else { continue }
      // No call if the observer was deallocated meanwhile.
      calls.append(
        .init(observer: ObjectIdentifier(observer)) { [weak observer] in
          if observer != nil { call() }
        })
    }
    if !isComplete { entries.removeAll { $0.observer == nil } }
    return calls
  }

  /// Notifies the observers that no more states follow.
  func end() {
    for entry in entries { entry.observer?.onEnd() }
    entries = []
  }
}
