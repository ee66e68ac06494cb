import Backstack
import FoundationEssentials

/// Makes snapshots of a session.
protocol SnapshotKeeper: AnyObject {
  /// Makes a snapshot for the journal. Called under the store's lock, between two rounds of actions.
  func keepSnapshot()
}

/// Keeps the journal of a session and tells who waits for its next version.
final class SessionRecorder<Action: Encodable & Sendable>: @unchecked Sendable {
  // Sound: everything is guarded by the lock of the session's store, and no access lasts while other
  // code runs: exclusivity need not be checked at each.

  @exclusivity(unchecked) private(set) var journal: SessionJournal
  /// The actions that a client has sent and the store is about to process, as JSON, last first.
  @exclusivity(unchecked) private var expected: [[UInt8]] = []
  @exclusivity(unchecked) private var waiters: [Int: @Sendable () -> Void] = [:]
  private var lastWaiter = 0
  /// Whether what happens is not noted.
  @exclusivity(unchecked) private var isMuted = false
  /// How large the last snapshot was.
  @exclusivity(unchecked) private var snapshotSize = 0
  private let now: @Sendable () -> Date
  /// Asked after each round of actions, when a snapshot has been earned.
  @exclusivity(unchecked) weak var keeper: (any SnapshotKeeper)?

  init(journal: SessionJournal, now: @escaping @Sendable () -> Date) {
    self.journal = journal
    self.now = now
  }

  /// Notes a version.
  ///
  /// - Parameter action: The action that brought it about, as JSON, if it was one.
  func record(_ cause: SessionJournal.Cause, _ action: [UInt8] = [], effects: Int) {
    journal.record(cause, action, effects: effects, time: now().timeIntervalSince1970)
    wakeWaiters()
  }

  /// Runs something of which nothing is noted.
  func withoutNotes(_ body: () -> Void) {
    isMuted = true
    defer { isMuted = false }
    body()
  }

  /// Says how the actions that are sent next were written.
  func expect(_ actions: [[UInt8]]) {
    // Mostly it is one, which is its own reverse.
    expected = actions.count > 1 ? actions.reversed() : actions
  }

  /// Keeps the state of the latest version.
  func keep(_ snapshot: [UInt8], of version: Int) {
    snapshotSize = snapshot.count
    journal.keep(snapshot, of: version)
  }

  // MARK: What the store tells

  func didProcess(_ action: Action, cause: ActionCause, effectCount: Int) {
    if isMuted { return }
    let known = cause == .client ? expected.popLast() : nil
    // An action that can't be encoded is no reason to lose what happened.
    let json = known ?? (try? WireCoding.encode(action)) ?? Array("null".utf8)
    journal.record(
      cause == .client ? .client : .effect, json, effects: effectCount,
      time: now().timeIntervalSince1970)
    wakeWaiters()
  }

  /// A round of actions has ended.
  func didChange() {
    if !isMuted, journal.lacksSnapshot, journal.hasEarnedSnapshot(of: snapshotSize) {
      keeper?.keepSnapshot()
    }
  }

  // MARK: Waiting

  /// Has a closure called once when there is another version, or the session has ended; it must not
  /// wait, and must not use the session.
  ///
  /// - Returns: What ``removeWaiter(_:)`` takes.
  func addWaiter(_ callback: @escaping @Sendable () -> Void) -> Int {
    lastWaiter += 1
    waiters[lastWaiter] = callback
    return lastWaiter
  }

  func removeWaiter(_ number: Int) { waiters[number] = nil }

  /// How many closures wait to be called.
  var waiterCount: Int { waiters.count }

  func wakeWaiters() {
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = [:]
    for waiter in waiters.values { waiter() }
  }
}
