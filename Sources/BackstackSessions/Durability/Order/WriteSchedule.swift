/// The schedule of a session's writes: one write at a time, each with all changes before it.
///
/// Changes are numbered. A response waits until the changes before it are stored.
struct WriteSchedule: Sendable {
  /// The next step of a permit.
  enum Step: Sendable {
    /// Write what was prepared when ``prepare()`` was called.
    case prepared
    /// Capture the changes and write them, if ``begin()`` agrees.
    case capture
    /// Write the end of the session.
    case end
  }

  private enum QueuePosition: Sendable {
    case away
    case waiting(WritePriority)
    /// It has its permit, but ``begin()`` was not called yet.
    case called
  }

  /// The number of changes.
  private(set) var latest = 0
  /// The number of changes that are stored.
  private(set) var stored = 0
  /// The number of changes that are stored once the write in flight is done.
  private(set) var inFlight: Int?
  /// The last change that a client waits for.
  private var latestAwaited = 0
  /// Whether something needs a write that no client waits for.
  private(set) var needsWrite = false
  /// The number of requests whose stored answer has to be stored with their changes.
  private var openRequests = 0
  /// The session's position in the queue for the storage.
  private var position = QueuePosition.away
  /// Whether the session is still being created.
  private var isPaused = false
  /// Whether the write in flight was not submitted to the storage yet.
  private var isPrepared = false
  private var isEnding = false
  private(set) var isClosed = false
  /// Whether effects wait, whatever is stored.
  private(set) var isSuspended = false

  /// The maximum number of changes that effects make before these are submitted to the storage.
  ///
  /// It exceeds the number of changes that effects make while a response waits for them.
  static let maximumLead = 1000

  /// Whether a write is due.
  var isDue: Bool {
    if isPrepared { return true }
    guard inFlight == nil else { return false }
    return isEnding
      || openRequests == 0 && !isPaused && !isClosed && (latest > stored || needsWrite)
  }

  /// Whether all changes are stored.
  var isStored: Bool { latest == stored }

  /// Whether all changes are stored, and no request is about to add one.
  var isIdle: Bool {
    inFlight == nil && openRequests == 0 && !isPaused && latest == stored && !needsWrite
  }

  // MARK: What happens

  mutating func markDirty(for priority: WritePriority) {
    latest += 1
    if priority == .client { latestAwaited = latest }
  }

  /// Records that a client waits for all changes so far.
  mutating func noteClient() { latestAwaited = latest }
  mutating func markNeedsWrite() { needsWrite = true }
  mutating func pause() { isPaused = true }
  mutating func unpause() { isPaused = false }
  mutating func beginRequest() { openRequests += 1 }
  mutating func endRequest() { openRequests -= 1 }

  /// Prevents all further writes.
  mutating func close() { isClosed = true }

  /// Prevents all further writes except the one that ends the session.
  mutating func end() {
    isClosed = true
    isEnding = true
  }

  // MARK: Turns

  /// Decides whether the session is queued, or moves in front of others.
  ///
  /// - Returns: The priority; `nil` if nothing is due, or the session is queued already.
  mutating func askForPermit() -> WritePriority? {
    guard isDue else { return nil }
    let priority: WritePriority =
      latestAwaited > (isPrepared ? stored : inFlight ?? stored) ? .client : .effect
    switch position {
    case .away: break
    case .waiting(.effect) where priority == .client: break
    case .waiting, .called: return nil
    }
    position = .waiting(priority)
    return priority
  }

  /// Records that the session has its permit.
  ///
  /// - Returns: The next step; `nil` if nothing is due any more.
  mutating func takePermit() -> Step? {
    position = .away
    guard isDue else { return nil }
    if isPrepared {
      isPrepared = false
      return .prepared
    }
    if isEnding {
      isEnding = false
      inFlight = latest
      return .end
    }
    position = .called
    return .capture
  }

  /// Begins a write with the session's permit, if one is due.
  mutating func begin() -> Bool {
    position = .away
    guard isDue, !isPrepared, !isEnding else { return false }
    inFlight = latest
    needsWrite = false
    return true
  }

  /// Gives the permit back unused.
  mutating func returnPermit() { if case .called = position { position = .away } }

  /// Begins the write that is being prepared for ``prepare()``.
  mutating func beginPrepared() { inFlight = latest }

  /// Records that the write was prepared; it includes everything else that was due.
  mutating func prepare() {
    isPaused = false
    needsWrite = false
    isPrepared = true
  }

  /// Records that the write in flight is done.
  mutating func finish() {
    stored = inFlight ?? stored
    inFlight = nil
  }

  /// Records that the storage refused a write, and that the session is queued again.
  mutating func refuse(_ step: Step, _ permit: WritePermit) {
    switch step {
    case .prepared: isPrepared = true
    case .capture:
      inFlight = nil
      // The refused write may have included one: an empty write costs little.
      needsWrite = true
    case .end:
      inFlight = nil
      isEnding = true
    }
    position = .waiting(permit.priority)
  }

  // MARK: Effects

  /// Holds the actions of effects until ``resumeEffects()``, whatever is stored.
  mutating func suspendEffects() { isSuspended = true }

  mutating func resumeEffects() { isSuspended = false }

  /// Returns whether effects have to wait before they send more: their changes wait to be written,
  /// and no client waits for them.
  ///
  /// - Parameter isCrowded: Whether sessions wait for the storage; otherwise new changes are
  ///   written soon.
  func holdsEffects(isCrowded: Bool) -> Bool {
    if isClosed { return false }
    if isSuspended { return true }
    let captured = inFlight ?? stored
    if latest == captured { return false }
    if latest - captured >= Self.maximumLead { return true }
    if latestAwaited > captured { return false }
    if case .waiting(.effect) = position { return true }
    return inFlight != nil && isCrowded
  }
}
