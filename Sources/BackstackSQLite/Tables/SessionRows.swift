#if SQLite

import BackstackStorage

/// The rows of sessions that a connection has written last, so that it need not read them again.
///
/// They are exactly what is in the file while nobody else has written to it, which each transaction
/// makes sure of first.
final class SessionRows {
  /// Rows that were used since as many others were; those used before that are in `older`.
  private var newer: [String: SessionRow] = [:]
  private var older: [String: SessionRow] = [:]
  /// What SQLite counts of the commits of other connections.
  private var othersCommits: Int?
  private let limit: Int

  /// - Parameter limit: How many rows are remembered at most, about.
  init(limit: Int = 4096) { self.limit = limit }

  /// Forgets what another connection may have changed, once nobody else can write.
  func begin(in connection: SQLiteConnection) throws(StorageError) {
    let commits = try connection.integer("PRAGMA data_version")
    if commits != othersCommits { forgetAll() }
    othersCommits = commits
  }

  /// Finds a session that is what a writer thinks it is.
  ///
  /// - Throws: ``StorageError/fenced(current:)``, ``StorageError/versionConflict(current:)``, and what
  ///   ``SessionRow/find(_:in:)`` does.
  func find(
    _ revision: SessionRevision, in connection: SQLiteConnection
  ) throws(StorageError) -> SessionRow {
    let row = try find(revision.id, in: connection)
    guard row.header.epoch == revision.epoch else { throw .fenced(current: row.header.epoch) }
    guard row.header.version == revision.version else {
      throw .versionConflict(current: row.header.version)
    }
    return row
  }

  private func find(
    _ id: String, in connection: SQLiteConnection
  ) throws(StorageError) -> SessionRow {
    if let row = newer[id] { return row }
    let row: SessionRow
    if let known = older[id] {
      row = known
    } else {
      row = try SessionRow.find(id, in: connection)
    }
    remember(row)
    return row
  }

  /// Remembers a row, which may be changed together with what is in the file.
  func remember(_ row: SessionRow) {
    if newer.count >= max(1, limit / 2) {
      older = newer
      newer = [:]
    }
    newer[row.header.id] = row
  }

  func forget(_ id: String) {
    newer[id] = nil
    older[id] = nil
  }

  /// Forgets all, as when a transaction was not committed.
  func forgetAll() {
    newer = [:]
    older = [:]
  }
}

#endif
