import BackstackDependencies

/// A recorder of a session's journal, with the waiters for its next version.
struct SessionRecorder: Sendable {
  private(set) var journal: SessionJournal
  private var waiters: [UInt32: @Sendable () -> Void] = [:]
  private var lastWaiter: UInt32 = 0
  /// The size of the last snapshot in bytes.
  private var snapshotSize: UInt32 = 0

  init(journal: SessionJournal) { self.journal = journal }

  /// Records a version.
  ///
  /// - Parameters:
  ///   - action: The action that led to it, as JSON; empty if there was none.
  ///   - made: What dependencies made for its reducer; `nil` for nothing.
  ///   - author: The client that made it; `nil` if no client has, or it is not known.
  ///   - time: The time in seconds since 1970.
  mutating func record(
    _ cause: SessionJournal.Cause, _ action: [UInt8] = [], made: MadeValues? = nil,
    by author: VersionAuthor? = nil, effects: Int, time: Double
  ) {
    journal.record(cause, action, made: made, by: author, effects: effects, time: time)
    wakeWaiters()
  }

  /// Changes the number of effects of the latest version.
  mutating func correct(effects: Int) { journal.latestEffects = effects }

  /// Keeps the state of the latest version.
  mutating func keep(_ snapshot: [UInt8], of version: Int) {
    snapshotSize = UInt32(clamping: snapshot.count)
    journal.keep(snapshot, of: version)
  }

  /// Keeps the snapshots in less memory.
  mutating func compact() { journal.compact() }

  /// Whether the actions since the last snapshot have earned another.
  var hasEarnedSnapshot: Bool {
    journal.lacksSnapshot && journal.hasEarnedSnapshot(of: Int(snapshotSize))
  }

  // MARK: Waiting

  /// Adds a closure that is called once when there is another version, or the session has ended. It
  /// must not block, and must not use the session.
  ///
  /// - Returns: The number for ``removeWaiter(_:)``.
  mutating func addWaiter(_ callback: @escaping @Sendable () -> Void) -> UInt32 {
    // Numbers repeat only after so many that no earlier waiter is left.
    lastWaiter &+= 1
    waiters[lastWaiter] = callback
    return lastWaiter
  }

  mutating func removeWaiter(_ number: UInt32) {
    waiters[number] = nil
    if waiters.isEmpty { waiters = [:] }
  }

  /// The number of closures that wait to be called.
  var waiterCount: Int { waiters.count }

  mutating func wakeWaiters() {
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = [:]
    for waiter in waiters.values { waiter() }
  }
}
