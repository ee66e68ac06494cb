import Backstack
import FoundationEssentials
import Synchronization

/// Keeps the journal of a session and tells who waits for its next version.
final class SessionRecorder<Action: Encodable & Sendable>: Sendable {
  private struct State: Sendable {
    var journal: SessionJournal
    /// The actions that a client has sent and the store is about to process, as JSON.
    var expected: [[UInt8]] = []
    var waiters: [Int: @Sendable () -> Void] = [:]
    var waiterCount = 0
    /// Whether what happens is not noted.
    var isMuted = false
    /// How large the last snapshot was.
    var snapshotSize = 0
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Date
  /// Called under the store's lock after each round of actions, when a snapshot has been earned.
  private let makeSnapshot = Mutex<(@Sendable () -> Void)?>(nil)

  init(journal: SessionJournal, now: @escaping @Sendable () -> Date) {
    state = Mutex(State(journal: journal))
    self.now = now
  }

  /// Gives what makes a snapshot.
  func onSnapshotEarned(_ make: @escaping @Sendable () -> Void) {
    makeSnapshot.withLock { $0 = make }
  }

  /// Notes a version.
  ///
  /// - Parameter action: The action that brought it about, as JSON, if it was one.
  func record(_ cause: SessionJournal.Cause, _ action: [UInt8] = [], effects: Int) {
    let time = now().timeIntervalSince1970
    state.withLock { $0.journal.record(cause, action, effects: effects, time: time) }
    wakeWaiters()
  }

  /// Runs something of which nothing is noted.
  func withoutNotes(_ body: () -> Void) {
    state.withLock { $0.isMuted = true }
    defer { state.withLock { $0.isMuted = false } }
    body()
  }

  /// Says how the actions that are sent next were written.
  func expect(_ actions: [[UInt8]]) { state.withLock { $0.expected = actions } }

  /// Keeps the state of a version.
  func keep(_ snapshot: [UInt8], of version: Int) {
    state.withLock { state in
      state.snapshotSize = snapshot.count
      state.journal.keep(snapshot, of: version)
    }
  }

  /// Reads the journal.
  func read<Result: Sendable>(_ body: @Sendable (SessionJournal) -> Result) -> Result {
    state.withLock { body($0.journal) }
  }

  // MARK: What the store tells

  func didProcess(_ action: Action, cause: ActionCause, effectCount: Int) {
    if state.withLock({ $0.isMuted }) { return }
    let time = now().timeIntervalSince1970
    let known: [UInt8]? =
      switch cause {
      case .client:
        state.withLock { $0.expected.isEmpty ? nil : $0.expected.removeFirst() }
      case .effect: nil
      }
    // An action that can't be encoded is no reason to lose what happened.
    let json = known ?? (try? WireCoding.encode(action)) ?? Array("null".utf8)
    let hasWaiters = state.withLock { state in
      state.journal.record(
        cause == .client ? .client : .effect, json, effects: effectCount, time: time)
      return !state.waiters.isEmpty
    }
    if hasWaiters { wakeWaiters() }
  }

  /// A round of actions has ended.
  func didChange() {
    let isDue = state.withLock { state in
      if state.isMuted { return false }
      let latest = state.journal.latest
      return state.journal[latest]?.snapshot == nil
        && state.journal.hasEarnedSnapshot(of: state.snapshotSize)
    }
    if isDue { makeSnapshot.withLock { $0 }?() }
  }

  // MARK: Waiting

  /// Has a closure called once when there is another version, or the session has ended; it must not
  /// wait, and must not use the session.
  ///
  /// - Returns: What forgets the closure.
  func addWaiter(_ callback: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.waiterCount += 1
      state.waiters[state.waiterCount] = callback
      return state.waiterCount
    }
    return { [weak self] in self?.state.withLock { $0.waiters[number] = nil } }
  }

  /// How many closures wait to be called.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  func wakeWaiters() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter() }
  }
}
