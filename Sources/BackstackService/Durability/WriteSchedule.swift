/// When a session is written to its storage: one write at a time, each with all that happened before.
///
/// Changes are counted. What a client is told waits until the changes before it are stored.
struct WriteSchedule: Sendable {
  /// How many changes there were.
  private(set) var latest = 0
  /// How many of them are stored.
  private(set) var stored = 0
  /// How many changes the write that is under way brings to the storage.
  private(set) var underway: Int?
  /// Whether something is to be written for which nobody waits.
  private(set) var hasErrand = false
  /// How many requests want their answer stored together with what they change.
  private var holds = 0
  /// Whether the session is still being made.
  private var isPaused = false
  private(set) var isClosed = false

  /// Whether a write is to begin.
  var isDue: Bool {
    underway == nil && holds == 0 && !isPaused && !isClosed && (latest > stored || hasErrand)
  }

  /// Whether all that happened is stored, and nobody is about to add to it.
  var isIdle: Bool { underway == nil && holds == 0 && !isPaused && latest == stored }

  mutating func noteChange() { latest += 1 }
  mutating func noteErrand() { hasErrand = true }
  mutating func pause() { isPaused = true }
  mutating func unpause() { isPaused = false }
  mutating func hold() { holds += 1 }
  mutating func release() { holds -= 1 }

  /// Begins a write, if one is due.
  mutating func begin() -> Bool {
    guard isDue else { return false }
    underway = latest
    hasErrand = false
    return true
  }

  /// Begins the last write, whatever else is due.
  mutating func beginLast() { underway = latest }

  /// Notes that the write under way is done.
  mutating func finish() {
    stored = underway ?? stored
    underway = nil
  }

  /// From now on no write begins.
  mutating func close() { isClosed = true }
}
