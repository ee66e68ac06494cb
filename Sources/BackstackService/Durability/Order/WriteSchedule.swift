/// When a session is written to its storage: one write at a time, each with all that happened before.
///
/// Changes are counted. What a client is told waits until the changes before it are stored.
struct WriteSchedule: Sendable {
  /// What there is to be done in a turn.
  enum Step: Sendable {
    /// What was given to ``prepare()`` is to be written.
    case prepared
    /// What has happened is to be captured and written, if ``begin()`` agrees.
    case capture
    /// The end of the session is to be written.
    case end
  }

  private enum Place: Sendable {
    case away
    case waiting(WritePriority)
    /// Its turn has come, and ``begin()`` has not yet.
    case called
  }

  /// How many changes there were.
  private(set) var latest = 0
  /// How many of them are stored.
  private(set) var stored = 0
  /// How many changes the write that is under way brings to the storage.
  private(set) var underway: Int?
  /// The last change that a client waits for.
  private var wanted = 0
  /// Whether something is to be written for which nobody waits.
  private(set) var hasErrand = false
  /// How many requests want their answer stored together with what they change.
  private var holds = 0
  /// Where the session stands in the line of those that are to be written.
  private var place = Place.away
  /// Whether the session is still being made.
  private var isPaused = false
  /// Whether the write under way has not been given to the storage.
  private var isPrepared = false
  private var isEnding = false
  private(set) var isClosed = false
  /// Whether effects are to wait whatever is stored.
  private(set) var isSuspended = false

  /// How many changes effects may be ahead of what the storage was given.
  ///
  /// More than they make without waiting while an answer waits for them.
  static let maximumLead = 1000

  /// Whether a write is to begin.
  var isDue: Bool {
    if isPrepared { return true }
    guard underway == nil else { return false }
    return isEnding
      || holds == 0 && !isPaused && !isClosed && (latest > stored || hasErrand)
  }

  /// Whether all that happened is stored, and nobody is about to add to it.
  var isIdle: Bool {
    underway == nil && holds == 0 && !isPaused && latest == stored && !hasErrand
  }

  // MARK: What happens

  mutating func noteChange(for priority: WritePriority) {
    latest += 1
    if priority == .client { wanted = latest }
  }

  /// Notes that a client waits for all that has happened.
  mutating func noteClient() { wanted = latest }
  mutating func noteErrand() { hasErrand = true }
  mutating func pause() { isPaused = true }
  mutating func unpause() { isPaused = false }
  mutating func hold() { holds += 1 }
  mutating func release() { holds -= 1 }

  /// From now on no write begins.
  mutating func close() { isClosed = true }

  /// From now on no write begins but the one that ends the session.
  mutating func end() {
    isClosed = true
    isEnding = true
  }

  // MARK: Turns

  /// Asks whether the session is to get in line, or to get in line before others.
  ///
  /// - Returns: For whom; `nil` if it has nothing to do there, or stands there already.
  mutating func askForTurn() -> WritePriority? {
    guard isDue else { return nil }
    let priority: WritePriority =
      wanted > (isPrepared ? stored : underway ?? stored) ? .client : .effect
    switch place {
    case .away: break
    case .waiting(.effect) where priority == .client: break
    case .waiting, .called: return nil
    }
    place = .waiting(priority)
    return priority
  }

  /// Notes that its turn has come.
  ///
  /// - Returns: The next step; `nil` when there is none any more.
  mutating func takeTurn() -> Step? {
    place = .away
    guard isDue else { return nil }
    if isPrepared {
      isPrepared = false
      return .prepared
    }
    if isEnding {
      isEnding = false
      underway = latest
      return .end
    }
    place = .called
    return .capture
  }

  /// Begins a write in a turn that has come, if one is due.
  mutating func begin() -> Bool {
    place = .away
    guard isDue, !isPrepared, !isEnding else { return false }
    underway = latest
    hasErrand = false
    return true
  }

  /// Gives up the turn that has come.
  mutating func passTurn() { if case .called = place { place = .away } }

  /// Begins the write of what is being made, which is given to ``prepare()`` later.
  mutating func beginPrepared() { underway = latest }

  /// Notes that the write was prepared; it does what was to be done besides.
  mutating func prepare() {
    isPaused = false
    hasErrand = false
    isPrepared = true
  }

  /// Notes that the write under way is done.
  mutating func finish() {
    stored = underway ?? stored
    underway = nil
  }

  /// Notes that the storage did not take a write, and that the session stands in line again.
  mutating func refuse(_ step: Step, _ turn: WriteTurn) {
    switch step {
    case .prepared: isPrepared = true
    case .capture:
      underway = nil
      // It may have been one: to do nothing again costs little.
      hasErrand = true
    case .end:
      underway = nil
      isEnding = true
    }
    place = .waiting(turn.priority)
  }

  // MARK: Effects

  /// Has effects wait until ``resumeEffects()``, whatever is stored.
  mutating func suspendEffects() { isSuspended = true }

  mutating func resumeEffects() { isSuspended = false }

  /// Whether effects are to wait before they bring about more: what they have brought about waits to be
  /// written, and no client waits for it.
  ///
  /// - Parameter isCrowded: Whether sessions wait to be written; otherwise what happens meanwhile is
  ///   written soon.
  func holdsEffects(isCrowded: Bool) -> Bool {
    if isClosed { return false }
    if isSuspended { return true }
    let captured = underway ?? stored
    if latest == captured { return false }
    if latest - captured >= Self.maximumLead { return true }
    if wanted > captured { return false }
    if case .waiting(.effect) = place { return true }
    return underway != nil && isCrowded
  }
}
