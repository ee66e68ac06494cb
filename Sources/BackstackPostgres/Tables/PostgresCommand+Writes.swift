#if PostgreSQL

import BackstackStorage

extension PostgresCommand {
  // MARK: Updates

  /// Changes a session at a revision. ``didApply(_:_:)`` tells from the result whether it did.
  static func update(_ update: SessionUpdate) -> PostgresCommand {
    let revision = update.revision
    // The state is stored once if the last entry has it as well.
    let state = update.state.flatMap { $0 == update.entries.last?.snapshot ? nil : $0 }
    if isStep(update) {
      let entry = update.entries[0]
      return PostgresCommand(
        .step,
        [
          .text(revision.id), .integer(Int64(clamping: revision.epoch)),
          .integer(Int64(clamping: revision.version)),
          .integer(Int64(clamping: entry.version)), .integer(Int64(clamping: entry.byteCount)),
          .optional(state.map { .bytes($0) }), .integer(entry.time.milliseconds),
          .bytes(entry.record), .optional(entry.snapshot.map { .bytes($0) }),
        ])
    }
    let bytes = update.entries.reduce(0) { $0 + $1.byteCount }
    return PostgresCommand(
      .change,
      [
        .text(revision.id), .integer(Int64(clamping: revision.epoch)),
        .integer(Int64(clamping: revision.version)),
        .integer(Int64(clamping: update.result.version)), .integer(Int64(clamping: bytes)),
        .optional(state.map { .bytes($0) }), .boolean(update.state != nil),
        .optional(update.fingerprint.map { .utf8($0) }),
      ] + columns(of: update.entries) + [.utf8(revision.id)]
        + columns(of: update.answers.filter { $0.key.scope == revision.id }) + [
          .optional(update.expires.map { .integer($0.milliseconds) }),
          .optional(update.expires.map { .integer($0.minute) }),
          .optional(update.metadata.map { .bytes($0) }),
          .optional(update.isPending.map { .boolean($0) }),
        ])
  }

  /// Whether an update is that of one action without anything else.
  private static func isStep(_ update: SessionUpdate) -> Bool {
    update.entries.count == 1 && update.state != nil && update.metadata == nil
      && update.fingerprint == nil && update.isPending == nil && update.expires == nil
      && update.answers.isEmpty
  }

  /// Returns whether an update was applied.
  static func didApply(_ update: SessionUpdate, _ result: PostgresResult) -> Bool {
    isStep(update) ? result.changeCount == 1 : result.integer(0, 0) == 1
  }

  private static func columns(of entries: [JournalEntry]) -> [PostgresValue] {
    [
      .integers(entries.map { Int64(clamping: $0.version) }),
      .integers(entries.map(\.time.milliseconds)),
      .byteStrings(entries.map(\.record)), .byteStrings(entries.map(\.snapshot)),
    ]
  }

  private static func columns(of answers: [StoredAnswer]) -> [PostgresValue] {
    [
      .byteStrings(answers.map { Array($0.key.key.utf8) }),
      .integers(answers.map(\.created.milliseconds)),
      .integers(answers.map(\.expires.milliseconds)), .byteStrings(answers.map(\.body)),
    ]
  }

  static func trim(_ id: String, _ retention: JournalRetention) -> PostgresCommand {
    PostgresCommand(
      .trim,
      [
        .text(id), .optional(retention.count.map { .integer(Int64(clamping: max(1, $0))) }),
        .optional(retention.bytes.map { .integer(Int64(clamping: $0)) }),
        .optional(retention.since.map { .integer($0.milliseconds) }),
      ])
  }

  // MARK: Sessions

  static func create(_ new: NewSession) -> PostgresCommand {
    let header = new.session.header
    let state = new.session.state
    return PostgresCommand(
      .create,
      [
        .text(header.id), .utf8(header.feature), .optional(header.owner.map { .utf8($0) }),
        .integer(header.created.milliseconds), .integer(header.timeToLive),
        .integer(header.expires.milliseconds), .integer(header.expires.minute),
        .boolean(header.isPending), .bytes(new.session.metadata),
        .integer(Int64(clamping: header.node)),
        .integer(Int64(clamping: header.epoch)), .integer(Int64(clamping: header.version)),
        .utf8(header.fingerprint),
        .integer(Int64(clamping: new.journal.reduce(0) { $0 + $1.byteCount })),
        state == new.journal.last?.snapshot ? .null : .bytes(state),
      ] + columns(of: new.journal))
  }

  static func remove(
    _ id: String, reason: String? = nil, until: StorageTime? = nil
  ) -> PostgresCommand {
    PostgresCommand(
      .remove,
      [
        .text(id), .utf8(id), .utf8(reason ?? ""),
        .optional(until.map { .integer($0.milliseconds) }),
      ])
  }

  static func setCrashes(_ header: SessionHeader) -> PostgresCommand {
    PostgresCommand(
      .setCrashes,
      [
        .text(header.id), .integer(Int64(clamping: header.epoch)),
        .integer(Int64(clamping: header.node)),
        .optional(header.crashes.last.map { .integer($0.milliseconds) }),
        .optional(header.crashes.quarantined.map { .integer($0.milliseconds) }),
        .integer(header.expires.milliseconds), .integer(header.expires.minute),
      ])
  }

  // MARK: Answers

  static func store(_ answer: StoredAnswer, replaces: Bool) -> PostgresCommand {
    PostgresCommand(
      replaces ? .replaceAnswer : .addAnswer,
      [
        .utf8(answer.key.scope), .utf8(answer.key.key), .integer(answer.created.milliseconds),
        .integer(answer.expires.milliseconds), .bytes(answer.body),
      ])
  }

  static func remove(_ key: AnswerKey) -> PostgresCommand {
    PostgresCommand(.removeAnswer, [.utf8(key.scope), .utf8(key.key)])
  }
}

#endif
