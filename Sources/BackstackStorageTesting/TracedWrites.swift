package import BackstackStorage

/// Writes whose effects follow from a session's id and version alone, so that they can be checked
/// after the writer is gone.
package enum TracedWrites {
  /// Returns a new session.
  package static func creation(_ id: String) -> NewSession {
    NewSession(
      StoredSession(
        header: SessionHeader(
          id: id, feature: "traced", fingerprint: "1", created: .at(0), expires: .at(3600),
          timeToLive: 3_600_000),
        state: bytes(of: id, 0)),
      journal: [entry(of: id, 0)])
  }

  /// Returns the update with the next actions of a session: one action, or three.
  package static func step(_ revision: SessionRevision) -> SessionUpdate {
    let count: UInt64 = revision.version % 5 == 0 ? 3 : 1
    let versions = revision.version + 1...revision.version + count
    let last = versions.upperBound
    return SessionUpdate(
      revision, entries: versions.map { entry(of: revision.id, $0) },
      state: bytes(of: revision.id, last), expires: .at(3600 + Int64(last)),
      answers: [answer(of: revision.id, last)], retention: JournalRetention(count: 50))
  }

  /// Returns the number of updates that lead a new session to a version.
  ///
  /// - Returns: The number, or `nil` if no update ends at the version.
  package static func steps(to version: UInt64, of id: String) -> Int? {
    var revision = SessionRevision(id: id, epoch: 1, version: 0)
    var count = 0
    while revision.version < version {
      revision = step(revision).result
      count += 1
    }
    return revision.version == version ? count : nil
  }

  /// Checks that a stored session is as it was written at its version, by owners that followed one
  /// another.
  ///
  /// - Returns: The version.
  /// - Throws: ``StorageCheckFailure``, or the storage's error.
  package static func verify(
    _ id: String, in storage: any SessionStorage
  ) async throws -> UInt64 {
    let session = try await storage.load(id)
    let version = session.header.version
    let page = try await storage.journal(of: id, limit: .max)
    let answer = try await storage.answer(AnswerKey(scope: id, key: "k\(version)"), at: .at(0))
    let isRight =
      session.state == bytes(of: id, version) && steps(to: version, of: id) != nil
      && session.header.expires == .at(version == 0 ? 3600 : 3600 + Int64(version))
      && page.entries.last?.version == version
      && page.entries == page.entries.map { entry(of: id, $0.version, epoch: $0.epoch) }
      && zip(page.entries, page.entries.dropFirst()).allSatisfy { $0.epoch <= $1.epoch }
      && answer == (version == 0 ? nil : self.answer(of: id, version))
    guard isRight else {
      throw StorageCheckFailure(description: "\(id) differs from its writes at version \(version)")
    }
    return version
  }

  private static func entry(
    of id: String, _ version: UInt64, epoch: UInt64 = 1
  ) -> JournalEntry {
    JournalEntry(
      version: version, epoch: epoch, time: .at(Int64(version)),
      record: Array("\(id) \(version)".utf8),
      snapshot: version % 7 == 0 ? bytes(of: id, version) : nil)
  }

  private static func answer(of id: String, _ version: UInt64) -> StoredAnswer {
    .sample("k\(version)", of: id, expires: .at(100_000), body: "answer \(version)")
  }

  private static func bytes(of id: String, _ version: UInt64) -> [UInt8] {
    let piece = Array("\(id) \(version);".utf8)
    return (0..<1 + Int(version * 37 % 900)).flatMap { _ in piece }
  }
}
