/// Keeps the journal of a session, and who waits for its next version.
struct SessionRecorder: Sendable {
  private(set) var journal: SessionJournal
  /// The actions that a client has sent and the store is about to process, as JSON, last first.
  private var expected: [[UInt8]] = []
  private var waiters: [UInt32: @Sendable () -> Void] = [:]
  private var lastWaiter: UInt32 = 0
  /// How large the last snapshot was.
  private var snapshotSize: UInt32 = 0

  init(journal: SessionJournal) { self.journal = journal }

  /// Notes a version.
  ///
  /// - Parameters:
  ///   - action: The action that brought it about, as JSON, if it was one.
  ///   - time: When that was, in seconds since 1970.
  mutating func record(
    _ cause: SessionJournal.Cause, _ action: [UInt8] = [], effects: Int, time: Double
  ) {
    journal.record(cause, action, effects: effects, time: time)
    wakeWaiters()
  }

  /// Says how the actions that are sent next were written.
  mutating func expect(_ actions: [[UInt8]]) {
    // Mostly it is one, which is its own reverse.
    expected = actions.count > 1 ? actions.reversed() : actions
  }

  /// How one of them was written, by its place among all; `nil` when that was not said.
  func expectedAction(at index: Int) -> [UInt8]? {
    index < expected.count ? expected[expected.count - 1 - index] : nil
  }

  /// How the next action that a client has sent was written, if that was said.
  mutating func nextExpected() -> [UInt8]? { expected.popLast() }

  /// Keeps the state of the latest version.
  mutating func keep(_ snapshot: [UInt8], of version: Int) {
    snapshotSize = UInt32(clamping: snapshot.count)
    journal.keep(snapshot, of: version)
  }

  /// Whether the actions since the last snapshot have earned another.
  var hasEarnedSnapshot: Bool {
    journal.lacksSnapshot && journal.hasEarnedSnapshot(of: Int(snapshotSize))
  }

  // MARK: Waiting

  /// Has a closure called once when there is another version, or the session has ended; it must not
  /// wait, and must not use the session.
  ///
  /// - Returns: What ``removeWaiter(_:)`` takes.
  mutating func addWaiter(_ callback: @escaping @Sendable () -> Void) -> UInt32 {
    // So many that nobody waits any more when a number comes again.
    lastWaiter &+= 1
    waiters[lastWaiter] = callback
    return lastWaiter
  }

  mutating func removeWaiter(_ number: UInt32) {
    waiters[number] = nil
    if waiters.isEmpty { waiters = [:] }
  }

  /// How many closures wait to be called.
  var waiterCount: Int { waiters.count }

  mutating func wakeWaiters() {
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = [:]
    for waiter in waiters.values { waiter() }
  }
}
