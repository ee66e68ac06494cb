#if SQLite

import BackstackStorage

/// A cache of the session rows that a connection wrote last, so that it need not read them again.
///
/// The rows are equal to those in the file as long as no other connection writes to it, which each
/// transaction checks first.
final class SessionRows {
  /// The rows that were used most recently; rows that were used before those are in `older`.
  private var newer: [String: SessionRow] = [:]
  private var older: [String: SessionRow] = [:]
  /// SQLite's counter of commits by other connections.
  private var othersCommits: Int?
  private let limit: Int
  /// The maximum number of bytes of all rows' bases.
  private let baseLimit: Int
  /// The number of bytes of the bases that were set since none was.
  private var baseBytes = 0

  /// - Parameters:
  ///   - limit: The approximate largest number of cached rows.
  ///   - baseLimit: The maximum number of bytes of the rows' bases together.
  init(limit: Int = 4096, baseLimit: Int = 16 << 20) {
    self.limit = limit
    self.baseLimit = baseLimit
  }

  /// Forgets rows that another connection may have changed. Called once no other can write.
  func begin(in connection: SQLiteConnection) throws(StorageError) {
    let commits = try connection.integer("PRAGMA data_version")
    if commits != othersCommits { forgetAll() }
    othersCommits = commits
  }

  /// Returns a session that is at the revision a writer expects.
  ///
  /// - Throws: ``StorageError/fenced(current:)``, ``StorageError/versionConflict(current:)``, and
  ///   the errors of ``SessionRow/find(_:in:)``.
  func find(
    _ revision: SessionRevision, in connection: SQLiteConnection
  ) throws(StorageError) -> SessionRow {
    let row = try find(revision.id, in: connection)
    try revision.check(against: row.header)
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

  /// Caches a row. A caller that changes the row has to change the file, too.
  func remember(_ row: SessionRow) {
    if newer.count >= max(1, limit / 2) {
      older = newer
      newer = [:]
    }
    newer[row.header.id] = row
  }

  /// Bounds the memory for bases, after a cached row was changed.
  func limitBases(with row: SessionRow) {
    let count = row.takeBaseBytes()
    // A large one must not displace those of all others.
    if count > baseLimit / 16 { return row.forgetBases() }
    baseBytes += count
    guard baseBytes > baseLimit else { return }
    for row in newer.values { row.forgetBases() }
    for row in older.values { row.forgetBases() }
    baseBytes = 0
  }

  func forget(_ id: String) {
    newer[id] = nil
    older[id] = nil
  }

  /// Forgets all rows, for example when a transaction was rolled back.
  func forgetAll() {
    newer = [:]
    older = [:]
  }
}

#endif
