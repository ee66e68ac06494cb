#if SQLite

import BackstackStorage
import CSQLite
import Glibc

/// How the threads of a storage open its file.
struct DatabaseOpener: Sendable {
  let configuration: SQLiteConfiguration
  let schema: SQLiteSchema
  /// Whether the writing thread opens the file.
  let isWriter: Bool
  let files: SharedFiles

  /// Opens a connection.
  ///
  /// - Parameter creates: Whether to create the file if it is missing.
  func connect(creates: Bool) throws(StorageError) -> SQLiteConnection {
    try checkPath(creates: creates)
    let connection = try SQLiteConnection(
      path: configuration.plainPath,
      flags: configuration.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE,
      lockTimeout: configuration.lockTimeout)
    let paths = connection.paths
    let known = files.known
    if let known {
      let present = DatabaseFiles(at: paths)
      // A connection that only reads doesn't create a missing log.
      let damage =
        isWriter ? present.damageOnOpening(after: known) : present.damage(since: known)
      if let damage { throw damage.error(paths) }
    }
    try connection.run("PRAGMA cell_size_check = ON")
    try connection.run("PRAGMA trusted_schema = OFF")
    if isWriter, !configuration.isReadOnly {
      try prepareToWrite(connection, creates: creates)
      try requirePages(connection)
      files.note(DatabaseFiles(at: paths))
    } else {
      _ = try schema.check(connection, mayBeNew: false)
      // Otherwise the writing thread has seen to it.
      if known == nil { try requirePages(connection) }
      try connection.run("PRAGMA query_only = ON")
      if let known, let damage = DatabaseFiles(at: paths).damage(since: known) {
        connection.keepLog()
        throw damage.error(paths)
      }
    }
    return connection
  }

  private func prepareToWrite(
    _ connection: SQLiteConnection, creates: Bool
  ) throws(StorageError) {
    guard !connection.isReadOnly else { throw .readOnly }
    // Checked before anything is changed, so that another program's file stays as it is.
    let format = try schema.check(connection, mayBeNew: creates)
    // An earlier program may use the file, which it could not open afterwards: only a server upgrades it.
    if format > 0, !configuration.isExclusive { try schema.requireNewest(connection) }
    let mode = try connection.first("PRAGMA journal_mode = WAL") { row in row.text(0) } ?? nil
    guard mode == "wal" else { throw .unavailable("the file system can't share memory") }
    try connection.run(
      "PRAGMA synchronous = \(configuration.durability == .full ? "FULL" : "NORMAL")")
    try connection.each("PRAGMA journal_size_limit = \(DiskSpace.maximumLog)") { _ in }
    // In KiB: enough for the `position` rows of ten thousand sessions, which actions change.
    try connection.run("PRAGMA cache_size = -\(4 << 10)")
    try schema.prepare(connection, creates: creates)
    // Not earlier, as the migration of a file may need more space for a while.
    if let bytes = configuration.maximumBytes {
      let size = try connection.integer("PRAGMA page_size")
      try connection.each("PRAGMA max_page_count = \(max(1, bytes / size))") { _ in }
    }
  }

  /// Checks that the log has the pages that a file shorter than the database lacks.
  private func requirePages(_ connection: SQLiteConnection) throws(StorageError) {
    let paths = connection.paths
    guard let main = FileStatus.at(paths.main) else { return }
    let bytes: Int
    if let mark = connection.logMark, mark.frames > 0 {
      if connection.writeAheadLog.hasPages(after: main.size, mark) { return }
      bytes = mark.databaseBytes
    } else {
      let pages = try connection.integer("PRAGMA page_count")
      bytes = try pages * connection.integer("PRAGMA page_size")
      if main.size >= bytes { return }
    }
    connection.keepLog()
    throw .corrupted(
      "\(paths.main) was cut: it has \(main.size) of \(bytes) bytes, and the rest is not in its log"
    )
  }

  /// Checks that a server's file has no other name, by which another server could use it.
  static func requireOneName(_ file: FileStatus, at path: String) throws(StorageError) {
    guard file.nameCount == 1 else {
      throw .unavailable(
        "\(path) has another name, too (a hard link), by which another server could use it with another "
          + "log; `backstack backup` makes a copy")
    }
  }

  /// Checks that the file exists, or creates it with access for its owner only.
  private func checkPath(creates: Bool) throws(StorageError) {
    let path = configuration.path
    var file = FileStatus.at(path, followsLinks: true)
    // The log of a missing file may be all that is left; opening a new file would remove it.
    if file?.size ?? (creates ? 0 : nil) == 0, file?.isRegular ?? true,
      let log = FileStatus.at(path + "-wal"), log.isRegular, log.size > 0
    {
      throw .corrupted("\(path)-wal has changes to a file that is missing or empty")
    }
    if creates {
      let made = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if made >= 0 {
        Glibc.close(made)
        file = FileStatus.at(path, followsLinks: true)
      }
    }
    guard let file else {
      throw .unavailable("\(path): \(String(cString: strerror(errno)))")
    }
    guard file.isRegular else { throw .unavailable("\(path) is not a file") }
    // SQLite looks for the log next to the link's target.
    if FileStatus.at(path)?.isRegular == false, let log = FileStatus.at(path + "-wal"),
      log.isRegular, log.size > 0
    {
      throw .corrupted(
        "\(path) is a link, and \(path)-wal has changes to the file that was there; put the file back "
          + "there, or move the log next to the file")
    }
    if configuration.isExclusive { try Self.requireOneName(file, at: path) }
    guard file.size > 0 || creates else { throw .corrupted("\(path) is empty") }
  }
}

#endif
