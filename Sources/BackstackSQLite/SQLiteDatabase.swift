#if SQLite

import BackstackStorage
import CSQLite
import Glibc

/// The file of a storage, as a thread of it opens, uses and opens it again.
///
/// Not Sendable: a thread has its own.
final class SQLiteDatabase {
  private let configuration: SQLiteConfiguration
  private let schema: SQLiteSchema
  /// Whether this thread writes.
  private let isWriter: Bool
  private var open: SQLiteTables?

  init(_ configuration: SQLiteConfiguration, schema: SQLiteSchema = .current, isWriter: Bool) {
    self.configuration = configuration
    self.schema = schema
    self.isWriter = isWriter
  }

  /// The connection that was used last, unless it has failed.
  var lastConnection: SQLiteConnection? { open?.connection }

  /// The connection; opened again when the last use of it failed.
  ///
  /// - Throws: ``StorageError`` when the file can't be used. A file that was opened once and is gone is
  ///   not made anew, as what it held would seem never to have been.
  func connection() throws(StorageError) -> SQLiteConnection { try tables().connection }

  /// The tables, over the connection.
  ///
  /// - Throws: What ``connection()`` does.
  func tables() throws(StorageError) -> SQLiteTables {
    if let open {
      guard open.connection.isMoved else { return open }
      self.open = nil
      throw .unavailable("\(configuration.path) was moved or removed")
    }
    let tables = SQLiteTables(connection: try connect(creates: false))
    open = tables
    return tables
  }

  /// Opens the file for the first time.
  func start() throws(StorageError) {
    let connection = try connect(
      creates: configuration.createsFile && isWriter && !configuration.isReadOnly)
    try schema.requireNewest(connection)
    open = SQLiteTables(connection: connection)
  }

  /// Uses another connection from now on, as this one has failed.
  func drop() { open = nil }

  private func connect(creates: Bool) throws(StorageError) -> SQLiteConnection {
    try checkPath(creates: creates)
    let connection = try SQLiteConnection(
      path: configuration.plainPath,
      flags: configuration.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE,
      lockTimeout: configuration.lockTimeout)
    try connection.run("PRAGMA cell_size_check = ON")
    try connection.run("PRAGMA trusted_schema = OFF")
    if isWriter, !configuration.isReadOnly {
      try prepareToWrite(connection, creates: creates)
    } else {
      _ = try schema.check(connection, mayBeNew: false)
      try connection.run("PRAGMA query_only = ON")
    }
    return connection
  }

  private func prepareToWrite(
    _ connection: SQLiteConnection, creates: Bool
  ) throws(StorageError) {
    guard !connection.isReadOnly else { throw .readOnly }
    // Before anything is changed, so that a file of something else stays as it is.
    _ = try schema.check(connection, mayBeNew: creates)
    let mode = try connection.first("PRAGMA journal_mode = WAL") { row in row.text(0) } ?? nil
    guard mode == "wal" else { throw .unavailable("the file system can't share memory") }
    try connection.run(
      "PRAGMA synchronous = \(configuration.durability == .full ? "FULL" : "NORMAL")")
    try connection.each("PRAGMA journal_size_limit = \(64 << 20)") { _ in }
    // In KiB: enough for the positions of ten thousand sessions, which their actions change.
    try connection.run("PRAGMA cache_size = -\(4 << 10)")
    try schema.prepare(connection, creates: creates)
    // Not before, as a file of an earlier format may need more for a moment.
    if let bytes = configuration.maximumBytes {
      let size = try connection.integer("PRAGMA page_size")
      try connection.each("PRAGMA max_page_count = \(max(1, bytes / size))") { _ in }
    }
  }

  /// Makes sure that there is a file, which nobody else can read when it is made here.
  private func checkPath(creates: Bool) throws(StorageError) {
    let path = configuration.path
    // What is in the log of a file that is gone may be all that is left; opening a new one would
    // remove it.
    if Self.size(of: path) ?? (creates ? 0 : nil) == 0, let log = Self.size(of: path + "-wal"),
      log > 0
    {
      throw .corrupted("\(path)-wal has changes to a file that is missing or empty")
    }
    if creates {
      let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file >= 0 { Glibc.close(file) }
    }
    guard let size = Self.size(of: path) else {
      throw .unavailable("\(path): \(String(cString: strerror(errno)))")
    }
    guard size >= 0 else { throw .unavailable("\(path) is not a file") }
    guard size > 0 || creates else { throw .corrupted("\(path) is empty") }
  }

  /// How many bytes a file has; less than none for what is not one, `nil` for what is not there.
  private static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFREG ? status.st_size : -1
  }
}

#endif
