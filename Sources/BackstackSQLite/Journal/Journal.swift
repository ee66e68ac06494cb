#if SQLite

import BackstackStorage

/// The journals of sessions.
enum Journal {
  /// Writes entries, and adds their rows to the session's row.
  ///
  /// - Parameter state: The state of the session after the last entry, which that may contain.
  /// - Returns: The stored form of the last entry.
  static func append(
    _ entries: [JournalEntry], state: [UInt8]?, to session: SessionRow,
    in connection: SQLiteConnection
  ) throws(StorageError) -> EntryRow.Written? {
    var last: EntryRow.Written?
    for (index, entry) in entries.enumerated() {
      var content = EntryRow.Content(entry.snapshot, session.base)
      if case .nothing = content, let state, index == entries.count - 1 {
        content = session.difference(of: state)
      }
      if JournalBlock.begins(withBytes: entry.record.count + content.byteCount) {
        try closeBlock(before: entry.version, of: session, in: connection)
        // The base was in the block that is closed now.
        if case .delta = content { content = EntryRow.Content(entry.snapshot, session.base) }
      }
      let written = try EntryRow.insert(
        entry, with: content, of: session.key, under: session.header.epoch, in: connection)
      last = written
      if case .whole(let snapshot) = content {
        session.setBase(EntryRow.Base(row: written.row, snapshot: snapshot))
      }
      if let last = session.lastRows?.last {
        guard last < written.row else { throw .corrupted("a journal entry is out of order") }
        session.lastRows?.append(written.row)
      } else {
        session.lastRows = EntryRows(written.row)
      }
      session.oldest = session.oldest ?? entry.version
      session.journalBytes += entry.byteCount
      session.measures.append(EntryMeasure(time: entry.time, bytes: entry.byteCount))
      if JournalBlock.ends(with: entry.version) {
        try closeBlock(before: entry.version + 1, of: session, in: connection)
      }
    }
    return last
  }

  /// Moves the rows that are not in a block yet from the session's row to a block of their own.
  ///
  /// - Parameter version: The version at which the next block begins.
  private static func closeBlock(
    before version: UInt64, of session: SessionRow, in connection: SQLiteConnection
  ) throws(StorageError) {
    guard let rows = session.lastRows else { return }
    try JournalBlock(version: version - UInt64(rows.count), rows: rows)
      .insert(of: session.key, in: connection)
    session.lastRows = nil
    // A block is removed as a whole, so its snapshots depend on none of another block.
    session.setBase(nil)
  }

  /// Returns a page of entries.
  ///
  /// - Throws: ``StorageError/unreadableRecord(id:)`` if entries are damaged.
  static func page(
    of session: SessionRow, from version: UInt64, limit: Int, snapshots: Bool,
    in connection: SQLiteConnection
  ) throws(StorageError) -> JournalPage {
    var page = JournalPage(entries: [], oldest: session.oldest, latest: session.header.version)
    guard let oldest = session.oldest, version <= session.header.version, limit > 0 else {
      return page
    }
    let first = max(version, oldest)
    let wanted = Int(min(UInt64(limit), session.header.version - first + 1))
    let rows = try JournalBlock.rows(from: first, count: wanted, of: session, in: connection)
    var base: EntryRow.Base?
    for (row, version) in zip(rows, first...) {
      let entry = try EntryRow.read(
        row, of: session.key, version: version, snapshot: snapshots, &base, in: connection)
      guard let entry else { break }
      page.entries.append(entry)
    }
    guard page.entries.count == wanted else { throw .unreadableRecord(id: session.header.id) }
    return page
  }

  /// Removes the entries that exceed the limits, and updates the session's row.
  ///
  /// Readers don't see them any more; their rows are removed together with their block.
  ///
  /// - Complexity: O(*n*) in the number of removed entries.
  static func trim(
    _ session: SessionRow, _ retention: JournalRetention, in connection: SQLiteConnection
  ) throws(StorageError) {
    guard let oldest = session.oldest else { return }
    var block: JournalBlock?
    var kept = oldest
    while true {
      let newer = session.header.version - kept
      var head = session.measures.find(before: newer)
      if head == nil { head = try measure(kept, of: session, &block, in: connection) }
      // A missing or damaged entry counts as older than any.
      let time = head?.time ?? StorageTime(milliseconds: .min)
      guard
        retention.removesOldest(
          from: time, count: Int(newer) + 1, bytes: session.journalBytes)
      else { break }
      session.journalBytes = max(0, session.journalBytes - (head?.bytes ?? 0))
      kept += 1
    }
    guard kept > oldest else { return }
    session.oldest = kept
    session.measures.keep(session.header.version - kept + 1)
    try collect(before: kept, oldest: oldest, of: session, in: connection)
  }

  /// Returns the measure of a stored entry.
  ///
  /// - Parameter block: The block of the previous entry, if it is known.
  private static func measure(
    _ version: UInt64, of session: SessionRow, _ block: inout JournalBlock?,
    in connection: SQLiteConnection
  ) throws(StorageError) -> EntryMeasure? {
    if block?.contains(version) != true {
      block = try JournalBlock.find(version, of: session, in: connection)
    }
    guard let block, block.contains(version) else { return nil }
    return try EntryRow.measure(
      block.rows.rows[Int(version - block.version)], of: session.key, version: version,
      in: connection)
  }

  /// Enqueues the blocks whose entries are all trimmed.
  private static func collect(
    before kept: UInt64, oldest: UInt64, of session: SessionRow, in connection: SQLiteConnection
  ) throws(StorageError) {
    guard let block = try JournalBlock.find(kept, of: session, in: connection),
      block.version > oldest
    else { return }
    if let state = session.stateRow, state < block.rows.first {
      try session.moveState(in: connection)
    }
    try Garbage.enqueue(key: session.key, before: block.version, in: connection)
  }
}

#endif
