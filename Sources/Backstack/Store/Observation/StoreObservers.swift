import BackstackDependencies
import BackstackPlatform

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

/// The object that keeps an observation alive: the observer.
typealias ObservationLifetime = any AnyObject & Sendable

/// A way to observe a store without retaining it.
///
/// It returns the object that keeps the observation alive; `nil` if the store is deallocated.
typealias Observation<State> = @Sendable (Observer<State>) -> ObservationLifetime?

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

/// The pending calls of a store's observers. One thread at a time makes them, in order.
///
/// If an observer's call is still pending when there is a newer state, the newer one replaces it,
/// so that a slow observer does not make memory grow.
struct ObserverCalls {
  struct Entry {
    let observer: ObjectIdentifier
    let make: () -> Void
  }

  /// The pending call of each observer.
  private var waiting: [ObjectIdentifier: () -> Void] = [:]
  /// The order of the calls: each key of ``waiting``, once.
  private var order = Deque<ObjectIdentifier>()
  /// The dependencies of the calls; set with the first call.
  private var values: DependencyValues?
  /// Whether a thread is making calls.
  private var isCalling = false

  /// Whether no call is pending or in progress.
  var isEmpty: Bool { waiting.isEmpty && !isCalling }

  /// - Returns: The replaced calls. Release them after this has returned: they capture states with
  ///   objects whose deinit may run any code.
  mutating func append(_ calls: [Entry], with values: DependencyValues) -> [() -> Void] {
    self.values = values
    return calls.compactMap { call in
      let replaced = waiting.updateValue(call.make, forKey: call.observer)
      if replaced == nil { order.append(call.observer) }
      return replaced
    }
  }

  /// Returns whether the caller has to make calls until ``next()`` returns `nil`: some are pending,
  /// and no other thread makes them.
  mutating func begin() -> Bool {
    if waiting.isEmpty || isCalling { return false }
    isCalling = true
    return true
  }

  /// Removes and returns the next call; `nil` when the caller is done.
  ///
  /// - Complexity: O(1) amortized.
  mutating func next() -> (make: () -> Void, values: DependencyValues)? {
    guard let values, let observer = order.popFirst(),
      let make = waiting.removeValue(forKey: observer)
    else {
      isCalling = false
      return nil
    }
    return (make, values)
  }
}
