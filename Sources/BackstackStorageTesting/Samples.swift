import BackstackStorage

extension StorageTime {
  /// Returns the time that many seconds after the start time of the checks.
  static func at(_ seconds: Int64) -> Self {
    Self(milliseconds: 1_700_000_040_000 + seconds * 1000)
  }
}

extension StoredSession {
  /// Returns a session for checks.
  static func sample(
    _ id: String = "a", version: UInt64 = 0, expires: StorageTime = .at(3600),
    state: [UInt8] = Array("state 0".utf8)
  ) -> Self {
    StoredSession(
      header: SessionHeader(
        id: id, feature: "counters", owner: "alice", fingerprint: "f1", created: .at(0),
        expires: expires, timeToLive: 3_600_000, version: version),
      metadata: Array("metadata".utf8), state: state)
  }
}

extension JournalEntry {
  /// Returns the entry that leads to a version.
  static func sample(
    _ version: UInt64, epoch: UInt64 = 1, size: Int = 8, snapshot: [UInt8]? = nil
  ) -> Self {
    JournalEntry(
      version: version, epoch: epoch, time: .at(Int64(version)),
      record: Array(repeating: UInt8(truncatingIfNeeded: version), count: size),
      snapshot: snapshot)
  }
}

extension SessionUpdate {
  /// Returns an update by one action: the next version, with the state "state" and the version's
  /// number.
  static func step(_ revision: SessionRevision, answer: StoredAnswer? = nil) -> Self {
    SessionUpdate(
      revision, entries: [.sample(revision.version + 1)],
      state: Array("state \(revision.version + 1)".utf8), answers: answer.map { [$0] } ?? [])
  }
}

extension SessionRevision {
  /// Returns the revision after a number of further actions.
  func later(_ count: UInt64 = 1) -> Self {
    SessionRevision(id: id, epoch: epoch, version: version + count)
  }
}

extension StoredAnswer {
  static func sample(
    _ key: String, of scope: String = "a", created: StorageTime = .at(0),
    expires: StorageTime = .at(60), body: String = "answer"
  ) -> Self {
    StoredAnswer(
      key: AnswerKey(scope: scope, key: key), created: created, expires: expires,
      body: Array(body.utf8))
  }
}
