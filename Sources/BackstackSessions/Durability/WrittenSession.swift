import BackstackCoding
import BackstackStorage
import FoundationEssentials

/// A session as the storage will have it after all submitted writes, and the answers that the next
/// write adds to the versions and the state of a ``SessionCapture``.
struct WrittenSession {
  private(set) var revision: SessionRevision
  /// When the session was last used, and when it expires in the storage, in seconds since 1970.
  var lastUse: Double
  /// When the last wait of a request ends at the latest.
  var lastEnd = 0.0
  private var expiry = 0.0
  /// The number of seconds for which the session lives without a request.
  private let timeToLive: Double
  /// The value that was stored last; `nil` if that was before the session was activated.
  private var nextElementID: Int?
  /// The revision of the pending effects that was stored last.
  private var pendingRevision = 0
  /// The shown screens as they were stored last; none if that was before the session was activated.
  private var screens = ShownScreens()
  /// Whether the state is stored in its present shape.
  private var hasShape = false
  /// The approximate size of the session in the storage.
  private(set) var size: StoredSize
  /// The stored answers to store, and to remove.
  private var answers: [StoredAnswer] = []
  private var removedAnswers: [AnswerKey] = []
  /// The time of the latest answer. The storage has them in the order of their times, so each one is later than
  /// the one before, also if the clock was set back.
  private(set) var latestAnswer = StorageTime(milliseconds: .min)

  /// The number of versions after which the stored journal is trimmed.
  static let trimInterval = 16

  init(_ storing: SessionStoring, lastUse: Double) {
    revision = storing.revision
    size = storing.size
    timeToLive = storing.timeToLive
    self.lastUse = lastUse
  }

  /// Records the write that creates the session.
  mutating func create(_ session: NewSession) {
    revision = session.session.header.revision
    hasShape = true
    size = StoredSize(session)
  }

  // MARK: Expiry

  /// Whether the storage would end the session too early or, because the date was set back since,
  /// much too late.
  var hasOutdatedExpiry: Bool {
    let expiry = max(lastUse, lastEnd) + timeToLive
    return expiry > self.expiry || self.expiry > expiry + timeToLive / 8 + 60
  }

  /// Prolongs the session's life in the storage.
  ///
  /// - Returns: The new expiry: an eighth later than is due, so that the use of a session does not
  ///   cause a write each time.
  mutating func prolong() -> StorageTime {
    expiry = max(lastUse, lastEnd) + timeToLive * 1.125
    return StorageTime(Date(timeIntervalSince1970: expiry))
  }

  // MARK: Stored answers

  /// Notes the time of an answer that the storage has.
  mutating func note(latestAnswer time: StorageTime) { latestAnswer = max(latestAnswer, time) }

  /// Stores the rows of an answer.
  mutating func store(_ rows: [StoredAnswer]) {
    let next = StorageTime(milliseconds: latestAnswer.milliseconds &+ 1)
    latestAnswer = rows.reduce(next) { max($0, $1.created) }
    for var row in rows {
      row.created = latestAnswer
      answers.append(row)
    }
  }

  /// Stores the rows of an answer in place of those under the same keys.
  mutating func replace(_ rows: [StoredAnswer]) {
    for row in rows {
      answers.removeAll { $0.key == row.key }
      removedAnswers.append(row.key)
    }
    store(rows)
  }

  /// Removes from the storage what the ledger has dropped. Answers that are not stored yet
  /// never are.
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the number of dropped keys, and *m* that of the
  ///   answers that are not stored yet, at most as many as the ledger has.
  mutating func drop(_ dropped: DroppedAnswers, in scope: String) {
    for text in dropped.keys + dropped.answers {
      let content = AnswerKey(contentOf: text, in: scope)
      answers.removeAll { $0.key == content }
      // The content is stored together with its key, or not at all.
      let key = AnswerKey(scope: scope, key: text)
      if !answers.contains(where: { $0.key == key }) { removedAnswers.append(content) }
    }
    for text in dropped.keys {
      let key = AnswerKey(scope: scope, key: text)
      if let index = answers.firstIndex(where: { $0.key == key }) {
        answers.remove(at: index)
      } else {
        removedAnswers.append(key)
      }
    }
  }

  // MARK: Updates

  /// Returns the update from the stored session to a capture, and records it as written; `nil` if
  /// nothing needs a write.
  mutating func update(to capture: SessionCapture, in context: SessionContext) -> SessionUpdate? {
    let before = revision
    let (answers, removedAnswers) = (answers, removedAnswers)
    self.answers = []
    self.removedAnswers = []
    var (fingerprint, metadata): (String?, [UInt8]?)
    var retention: JournalRetention?
    var isRenumbered = false
    var isPending: Bool?
    if capture.version > before.version {
      revision.version = UInt64(capture.version)
      if !hasShape {
        // The stored state may still have the previous shape.
        hasShape = true
        fingerprint = context.runtime.feature.stateShape.description
      }
      isRenumbered = capture.nextElementID != nextElementID
      // Tests whether a multiple of the interval was passed: a write may have several versions.
      if capture.version / Self.trimInterval != Int(clamping: before.version) / Self.trimInterval {
        retention = context.runtime.journalLimits.value.retention(now: context.runtime.now())
      }
    }
    if capture.pending.revision != pendingRevision {
      pendingRevision = capture.pending.revision
      isPending = !capture.pending.all.isEmpty
    }
    if isRenumbered || isPending != nil || capture.screens != screens {
      nextElementID = capture.nextElementID
      screens = capture.screens
      metadata = StoredRecord.metadata(
        nextElementID: capture.nextElementID, principal: context.principal,
        pending: capture.pending.all, locale: context.language?.text,
        screens: capture.screens)
    }
    let expires = hasOutdatedExpiry ? prolong() : nil
    if capture.entries.isEmpty, metadata == nil, answers.isEmpty, removedAnswers.isEmpty,
      expires == nil
    {
      return nil
    }
    // Created in one step: to set its members one by one would copy it.
    let update = SessionUpdate(
      before, entries: capture.entries, state: capture.state, metadata: metadata,
      fingerprint: fingerprint, isPending: isPending, expires: expires, answers: answers,
      removedAnswers: removedAnswers, retention: retention)
    size.note(update)
    return update
  }

  /// Undoes an update that the storage refused. Answers that were stored
  /// since stay.
  mutating func undo(to earlier: WrittenSession) {
    let since = self
    self = earlier
    (lastUse, lastEnd, latestAnswer) = (since.lastUse, since.lastEnd, since.latestAnswer)
    answers += since.answers
    removedAnswers += since.removedAnswers
  }
}

/// A consistent copy of the parts of a session that need a write.
package struct SessionCapture: Sendable {
  let version: Int
  /// The state as JSON; `nil` if the stored version is the latest.
  let state: [UInt8]?
  let nextElementID: Int
  let pending: PendingEffects
  let screens: ShownScreens
  /// The entries since the stored version.
  let entries: [JournalEntry]
}

/// The approximate number of bytes that a session's state, its journal and the answers since it was
/// activated take in the storage.
struct StoredSize: Sendable {
  // In 32 bits, as each session has them in memory.
  private var state: UInt32
  private var journal: UInt32
  private var answers: UInt32 = 0

  init(state: Int = 0, journal: Int = 0) {
    self.state = UInt32(clamping: state)
    self.journal = UInt32(clamping: journal)
  }

  var total: Int { Int(state) + Int(journal) + Int(answers) }

  /// Adds an update. The sizes of answers that it removes are not known: the storage counts before
  /// a request is refused.
  mutating func note(_ update: SessionUpdate) {
    answers = UInt32(
      clamping: update.answers.reduce(Int(answers)) { $0 + $1.key.key.utf8.count + $1.body.count })
    let journal = update.entries.reduce(Int(journal)) { $0 + $1.byteCount }
    self.journal = UInt32(clamping: min(journal, update.retention?.bytes ?? .max))
    if let state = update.state { self.state = UInt32(clamping: state.count) }
  }
}

extension StoredSize {
  init(_ session: NewSession) {
    self.init(
      state: session.session.state.count,
      journal: session.journal.reduce(0) { $0 + $1.byteCount })
  }
}
