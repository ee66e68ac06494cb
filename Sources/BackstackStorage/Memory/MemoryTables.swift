/// The content of a storage, as a value. It is the simplest implementation of a storage's
/// behaviour.
struct MemoryTables: Sendable {
  struct Row: Sendable {
    var session: StoredSession
    var journal: [JournalEntry]
  }

  /// The record of a session that ended.
  struct Tombstone: Sendable {
    var feature: String
    var owner: String?
    var reason: String
    var until: StorageTime

    init(of header: SessionHeader, reason: String, until: StorageTime) {
      feature = header.feature
      owner = header.owner
      self.reason = reason
      self.until = until
    }
  }

  var rows: [String: Row] = [:]
  var tombstones: [String: Tombstone] = [:]
  var answers: [AnswerKey: KeptAnswer] = [:]
  /// The keys of the answers of each scope.
  var answerKeys: [String: Set<AnswerKey>] = [:]
  /// The ids of the sessions that expire in each minute.
  var minutes: [Int64: Set<String>] = [:]

  // MARK: Rows

  /// Returns a session that has not ended.
  ///
  /// - Throws: ``StorageError/notFound`` or ``StorageError/ended(reason:)``.
  func row(_ id: String) throws(StorageError) -> Row {
    if let row = rows[id] { return row }
    if let tombstone = tombstones[id] { throw .ended(reason: tombstone.reason) }
    throw .notFound
  }

  /// Throws an error unless a session is at the revision that a writer knows.
  func check(_ revision: SessionRevision) throws(StorageError) {
    let header = try row(revision.id).session.header
    guard header.epoch == revision.epoch else { throw .fenced(current: header.epoch) }
    guard header.version == revision.version else {
      throw .versionConflict(current: header.version)
    }
  }

  /// Moves a session in the index of expiry times.
  mutating func move(_ id: String, from old: StorageTime?, to new: StorageTime?) {
    guard old?.minute != new?.minute else { return }
    if let minute = old?.minute {
      minutes[minute]?.remove(id)
      if minutes[minute]?.isEmpty == true { minutes[minute] = nil }
    }
    if let minute = new?.minute { minutes[minute, default: []].insert(id) }
  }

  /// Removes a session and records that it ended.
  mutating func bury(_ id: String, reason: String, until: StorageTime) {
    guard let header = rows[id]?.session.header else { return }
    remove(id)
    tombstones[id] = Tombstone(of: header, reason: reason, until: until)
  }

  /// Removes a session and its answers.
  mutating func remove(_ id: String) {
    guard let row = rows.removeValue(forKey: id) else { return }
    move(id, from: row.session.header.expires, to: nil)
    for key in answerKeys[id] ?? [] { forget(key) }
  }

  // MARK: Answers

  /// Throws an error if another answer is kept under the same key.
  func check(_ answer: KeptAnswer?) throws(StorageError) {
    guard let answer, let known = answers[answer.key], known.expires > answer.created else {
      return
    }
    throw .answerExists
  }

  mutating func keep(_ answer: KeptAnswer?) {
    guard let answer else { return }
    answers[answer.key] = answer
    answerKeys[answer.key.scope, default: []].insert(answer.key)
  }

  mutating func forget(_ key: AnswerKey) {
    answers[key] = nil
    answerKeys[key.scope]?.remove(key)
    if answerKeys[key.scope]?.isEmpty == true { answerKeys[key.scope] = nil }
  }
}
