extension StorageWrite {
  /// The largest length of scopes and keys, in bytes.
  private static var maximumNameLength: Int { 512 }

  /// Checks the parameters. Each storage does this first.
  ///
  /// - Throws: ``StorageError/invalid(_:)`` for a write that no storage could apply.
  public func validate() throws(StorageError) {
    switch self {
    case .create(let new):
      let header = new.session.header
      try Self.validate(header.revision)
      guard header.crashes == SessionCrashes() else {
        throw .invalid("a new session that has crashed")
      }
      if let first = new.journal.first {
        guard first.version <= header.version, new.journal.last?.version == header.version else {
          throw .invalid("the journal does not end at the version of the session")
        }
        try Self.validate(new.journal, from: first.version)
      }
      if let answer = new.answer { try Self.validate(answer.key) }
    case .update(let update):
      try Self.validate(update.revision)
      try Self.validate(update.entries, from: update.revision.version + 1)
      for answer in update.answers { try Self.validate(answer.key) }
    case .claim(let id):
      try Self.validate(id: id)
    case .end(let revision, _, _), .delete(let revision):
      try Self.validate(revision)
    case .expire(let expiry):
      guard expiry.limit > 0 else { throw .invalid("a limit of \(expiry.limit)") }
    case .recordCrash(let crash):
      try Self.validate(id: crash.id)
      guard crash.span >= 0 else { throw .invalid("a span of \(crash.span) milliseconds") }
    case .release(let id, _):
      try Self.validate(id: id)
    case .probe:
      break
    }
  }

  private static func validate(_ revision: SessionRevision) throws(StorageError) {
    try validate(id: revision.id)
    // Storages may use signed integers.
    guard revision.version < Int64.max, revision.epoch < Int64.max else {
      throw .invalid("version \(revision.version), epoch \(revision.epoch)")
    }
  }

  private static func validate(id: String) throws(StorageError) {
    // Unicode texts can be equal without having the same bytes.
    func isVisible(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
    guard (1...255).contains(id.utf8.count),
      id.utf8.withContiguousStorageIfAvailable({ isVisible($0) }) ?? isVisible(id.utf8)
    else { throw .invalid("a session id that is not 1 to 255 visible ASCII characters") }
  }

  private static func validate(_ key: AnswerKey) throws(StorageError) {
    guard key.scope.utf8.count <= maximumNameLength, key.key.utf8.count <= maximumNameLength else {
      throw .invalid("a key of more than \(maximumNameLength) bytes")
    }
  }

  private static func validate(
    _ entries: [JournalEntry], from first: UInt64
  ) throws(StorageError) {
    var expected = first
    for entry in entries {
      guard entry.version == expected, expected < Int64.max else {
        throw .invalid("version \(entry.version) in the journal instead of \(expected)")
      }
      expected += 1
    }
  }
}
