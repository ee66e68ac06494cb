#if SQLite

import BackstackPlatform
import BackstackStorage
import CSQLite
import Glibc

/// One thread's access to the file of a storage: opens it, uses it, and opens it again after
/// failures.
///
/// A write is only acknowledged if the files that contain it are at their paths and intact. Until
/// they are, the open files are kept, because they may contain data that is nowhere else.
final class SQLiteDatabase: @unchecked Sendable {
  // Sound: only the thread that uses the database accesses mutable state, with one exception: the
  // writing thread closes the connections of the other threads. Those are only used under `turn`.

  private let configuration: SQLiteConfiguration
  private let schema: SQLiteSchema
  /// Whether this is the database of the writing thread.
  private let isWriter: Bool
  private let files: SharedFiles
  private let turn = Guarded(())
  private var open: SQLiteTables?
  private var paths = DatabaseFiles.Paths(main: "")
  /// Whether the limits on disk space are lower than usual.
  private var isBounded = false
  /// Whether something has failed since the files were last inspected.
  private var isSuspect = false

  init(
    _ configuration: SQLiteConfiguration, schema: SQLiteSchema = .current, isWriter: Bool,
    files: SharedFiles = SharedFiles()
  ) {
    self.configuration = configuration
    self.schema = schema
    self.isWriter = isWriter
    self.files = files
    if !isWriter { files.add(self) }
  }

  // MARK: Use

  /// The connection that was used last, unless it was closed.
  var lastConnection: SQLiteConnection? { open?.connection }

  /// Returns the connection, which is opened again if its last use failed.
  ///
  /// - Throws: ``StorageError`` if the file can't be used. A file that was opened before and is
  ///   gone is not created again, because its content would seem never to have existed.
  func connection() throws(StorageError) -> SQLiteConnection { try tables().connection }

  /// Returns the tables of the connection.
  ///
  /// - Throws: The errors of ``connection()``.
  func tables() throws(StorageError) -> SQLiteTables {
    if let open {
      if try isUsable(open.connection) { return open }
      closeConnection()
    }
    let tables = SQLiteTables(connection: try connect(creates: false))
    open = tables
    return tables
  }

  /// Calls `body` with the tables, on a thread that doesn't write.
  ///
  /// - Throws: The errors of ``connection()`` and `body`. The connection is closed then, unless the
  ///   write or query was only refused.
  func withTables<Value>(
    _ body: (SQLiteTables) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try turn.withLock { _ throws(StorageError) in
      do throws(StorageError) {
        return try body(try tables())
      } catch {
        if !error.isRefusal { closeConnection() }
        throw error
      }
    }
  }

  /// Opens the file for the first time.
  func start() throws(StorageError) {
    let connection = try connect(
      creates: configuration.createsFile && isWriter && !configuration.isReadOnly)
    try schema.requireNewest(connection)
    open = SQLiteTables(connection: connection)
  }

  /// Makes later uses open another connection, because this one has failed.
  func drop() {
    if isWriter {
      // Not closed before the files are inspected: only this connection may have the data of a log.
      isSuspect = true
    } else {
      turn.withLock { _ in closeConnection() }
    }
  }

  /// Closes the connection. The log is checkpointed if no other connection has the file open and
  /// the files are intact.
  func close() {
    if isWriter, let open {
      isSuspect = true
      do throws(StorageError) {
        _ = try isUsable(open.connection)
      } catch {
        open.connection.keepLog()
      }
    }
    closeConnection()
  }

  /// Closes the connection now, even if a commit is being inspected that refers to it.
  private func closeConnection() {
    open?.connection.close()
    open = nil
  }

  // MARK: Commits

  /// Returns the end of the log, within a writing transaction that is about to be committed.
  ///
  /// - Throws: ``StorageError/unavailable(_:)`` if a part of the log is gone.
  func mark() throws(StorageError) -> LogMark? {
    guard let connection = lastConnection, let mark = connection.logMark else { return nil }
    if mark.isNeeded, connection.logSize ?? 0 < mark.byteCount {
      throw unavailable(.logCut)
    }
    return mark
  }

  /// Checks that the last commit is in files that are at their paths, or else moves it there.
  ///
  /// - Parameter before: The end of the log before the commit.
  /// - Throws: ``StorageError/unavailable(_:)`` if the commit can't be guaranteed.
  func confirm(after before: LogMark?) throws(StorageError) {
    guard let connection = lastConnection, var known = files.known else { return }
    // Without the index, no data is lost; the next transaction checks for it.
    let present = DatabaseFiles(
      main: .at(paths.main), log: .at(paths.log), index: known.index)
    guard present.damage(since: known) == nil, isContinued(connection, before) else {
      isSuspect = true
      _ = try tables()
      return
    }
    guard let size = present.main?.size, size > known.main?.size ?? 0 else { return }
    known.main?.size = size
    files.note(known)
  }

  /// Returns whether the log still had its content when a commit added to it: writing past the end
  /// of a truncated file leaves a hole.
  private func isContinued(_ connection: SQLiteConnection, _ before: LogMark?) -> Bool {
    guard let before, before.frames > 0, let now = connection.logMark, now.salts == before.salts
    else { return true }
    return connection.writeAheadLog.hasFrame(before.frames, of: now)
  }

  /// Whether the log may be checkpointed. A tool must not do so while a server runs: versions of
  /// SQLite before 3.51.3 may damage a file when two processes checkpoint at the same time. Nor may
  /// a truncated file be checkpointed, as that would restore its length.
  var mayCheckpoint: Bool {
    if !configuration.isExclusive, ServerLock.isTaken(for: configuration.path) { return false }
    guard let known = files.known else { return true }
    let present = DatabaseFiles(main: .at(paths.main), log: known.log, index: known.index)
    return present.damage(since: known, databaseBytes: lastConnection?.logMark?.databaseBytes)
      == nil
  }

  /// Renews the server's lock, so that no other server can use the file.
  func renewLock() {
    if let lock = files.lock, !lock.renew() { isSuspect = true }
  }

  // MARK: Disk space

  /// The disk space for the file and its log; `nil` if it is unknown.
  var room: DiskSpace? {
    guard let connection = lastConnection, let main = FileStatus.at(paths.main),
      let free = DiskSpace.free(at: paths.main), let mark = connection.logMark
    else { return nil }
    // The index doesn't contain the page size before the log has content.
    let pageSize =
      mark.pageSize > 0
      ? mark.pageSize : (try? connection.first("PRAGMA page_size") { $0.count(0) }) ?? nil
    guard let pageSize, pageSize > 0 else { return nil }
    return DiskSpace(
      free: free, main: main.size, log: connection.logSize ?? 0, pageSize: pageSize,
      growth: mark.isNeeded ? max(0, mark.databaseBytes - main.size) : nil)
  }

  /// Limits the file and its log to the available disk space.
  func bound(to room: DiskSpace) {
    guard let connection = lastConnection, room.isScarce || isBounded else { return }
    isBounded = room.isScarce
    let pages = room.databasePages(atMost: configuration.maximumBytes)
    try? connection.each("PRAGMA journal_size_limit = \(room.logBytes)") { _ in }
    try? connection.each("PRAGMA max_page_count = \(pages)") { _ in }
  }

  /// Checkpoints the whole log, so that it restarts at its beginning.
  ///
  /// - Throws: ``StorageError/full`` if that is impossible now.
  func restartLog() throws(StorageError) {
    guard let connection = lastConnection, mayCheckpoint, connection.checkpoint(.restarting) != nil
    else { throw .full }
  }

  /// Checkpoints the whole log and frees its disk space.
  ///
  /// - Returns: Whether the log had any and was checkpointed.
  func emptyLog() -> Bool {
    guard let connection = lastConnection, mayCheckpoint, connection.logSize ?? 0 > 0 else {
      return false
    }
    return connection.checkpoint(.emptying) != nil
  }

  // MARK: Inspection and repair

  /// Inspects the files, and repairs them if possible.
  ///
  /// - Returns: Whether the connection can still be used; otherwise the caller closes it.
  /// - Throws: ``StorageError/unavailable(_:)`` if the storage can't be used with these files.
  private func isUsable(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
    guard let known = files.known else {
      guard connection.isMoved else { return true }
      throw unavailable(.mainMissing)
    }
    guard isWriter else {
      if let damage = DatabaseFiles(at: paths).damage(since: known) { throw unavailable(damage) }
      return true
    }
    if !isSuspect, DatabaseFiles(at: paths).damage(since: known) == nil { return true }
    // Stays set if the repair fails.
    isSuspect = true
    let isUsable = try repair(connection, known)
    isSuspect = false
    return isUsable
  }

  /// Repairs the files as far as possible.
  ///
  /// - Returns: The result of ``isUsable(_:)``.
  private func repair(
    _ connection: SQLiteConnection, _ known: DatabaseFiles
  ) throws(StorageError) -> Bool {
    // The program that removed files may have removed the lock's file, too.
    if let lock = files.lock, !lock.renew() { throw .inUse }
    var present = DatabaseFiles(at: paths)
    if case .indexCut(let size) = present.damage(since: known) {
      // By path: closing a descriptor would release SQLite's locks on the file. The next reader
      // rebuilds the missing part from the log.
      guard truncate(paths.index, off_t(size)) == 0 else {
        throw unavailable(.indexCut(from: size))
      }
      present = DatabaseFiles(at: paths)
    }
    let mark = connection.logMark
    switch present.damage(since: known, databaseBytes: mark?.databaseBytes) {
    case nil:
      try requireLog(connection.writeAheadLog, mark)
      // The files are intact, so a new connection replaces the failed one.
      return false
    case .mainCut(_, let size)
    where mark.map({ connection.writeAheadLog.hasPages(after: size, $0) }) ?? false:
      // Another program has shrunk the file, and the log has the pages that were added since.
      try requireLog(connection.writeAheadLog, mark)
      return false
    case .logGone:
      try rescueLog(of: connection, mark)
      connection.keepLog()
      return false
    case .indexGone:
      // The next connection creates a new index, and must not find the old one in use.
      try requireLog(connection.writeAheadLog, mark)
      files.closeOthers()
      connection.keepLog()
      return false
    case .mainReplaced(hasOldLog: false):
      // Another database has replaced it.
      files.closeOthers()
      connection.keepLog()
      return false
    case .some(let damage): throw unavailable(damage)
    }
  }

  /// Checkpoints a log that is not at its path any more, or checks that the log at the path has the
  /// same content.
  private func rescueLog(
    of connection: SQLiteConnection, _ mark: LogMark?
  ) throws(StorageError) {
    // Another process may have the right log by now; only the server can find out.
    guard configuration.isExclusive else { throw unavailable(.logGone) }
    files.closeOthers()
    let isNeeded = mark?.isNeeded ?? true
    if isNeeded, let mark, !connection.writeAheadLog.isWhole(through: mark) {
      guard Self.log(at: paths.log, isWholeThrough: mark) else { throw unavailable(.logCut) }
      return
    }
    if isNeeded {
      guard connection.checkpoint(.emptying) != nil else { throw unavailable(.logGone) }
    }
    // The log at the path has nothing that belongs to the current file.
    let isEmpty = FileStatus.at(paths.log)?.size == 0
    let result = isEmpty ? unlink(paths.log) : rename(paths.log, paths.log + ".replaced")
    guard result == 0 || errno == ENOENT else { throw unavailable(.logGone) }
  }

  private func requireLog(_ log: WriteAheadLog, _ mark: LogMark?) throws(StorageError) {
    guard let mark, mark.isNeeded else { return }
    guard log.isWhole(through: mark) else { throw unavailable(.logCut) }
  }

  private static func log(at path: String, isWholeThrough mark: LogMark) -> Bool {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    // SQLite has no locks on the log that closing the descriptor would release.
    defer { Glibc.close(file) }
    let log = WriteAheadLog { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      // Sound: there is room for `count` bytes.
      let read = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress, count, off_t(offset))
      }
      return read == count ? bytes : nil
    }
    return log.isWhole(through: mark)
  }

  private func unavailable(_ damage: FileDamage) -> StorageError {
    .unavailable(damage.description(paths))
  }

  // MARK: Opening

  private func connect(creates: Bool) throws(StorageError) -> SQLiteConnection {
    try checkPath(creates: creates)
    let connection = try SQLiteConnection(
      path: configuration.plainPath,
      flags: configuration.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE,
      lockTimeout: configuration.lockTimeout)
    paths = connection.paths
    let known = files.known
    if let known {
      let present = DatabaseFiles(at: paths)
      // A connection that only reads doesn't create a missing log.
      let damage =
        isWriter ? present.damageOnOpening(after: known) : present.damage(since: known)
      if let damage { throw unavailable(damage) }
    }
    try connection.run("PRAGMA cell_size_check = ON")
    try connection.run("PRAGMA trusted_schema = OFF")
    if isWriter, !configuration.isReadOnly {
      try prepareToWrite(connection, creates: creates)
      try requirePages(connection)
      files.note(DatabaseFiles(at: paths))
      isBounded = false
    } else {
      _ = try schema.check(connection, mayBeNew: false)
      try connection.run("PRAGMA query_only = ON")
      if let known, let damage = DatabaseFiles(at: paths).damage(since: known) {
        connection.keepLog()
        throw unavailable(damage)
      }
    }
    return connection
  }

  private func prepareToWrite(
    _ connection: SQLiteConnection, creates: Bool
  ) throws(StorageError) {
    guard !connection.isReadOnly else { throw .readOnly }
    // Checked before anything is changed, so that another program's file stays as it is.
    _ = try schema.check(connection, mayBeNew: creates)
    let mode = try connection.first("PRAGMA journal_mode = WAL") { row in row.text(0) } ?? nil
    guard mode == "wal" else { throw .unavailable("the file system can't share memory") }
    try connection.run(
      "PRAGMA synchronous = \(configuration.durability == .full ? "FULL" : "NORMAL")")
    try connection.each("PRAGMA journal_size_limit = \(DiskSpace.largestLog)") { _ in }
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
    guard let mark = connection.logMark, let main = FileStatus.at(paths.main),
      !connection.writeAheadLog.hasPages(after: main.size, mark)
    else { return }
    connection.keepLog()
    throw .corrupted(
      "\(paths.main) was cut: it has \(main.size) of \(mark.databaseBytes) bytes, and the rest is not in "
        + "its log")
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
    guard !configuration.isExclusive || file.nameCount == 1 else {
      throw .unavailable(
        "\(path) has another name, too (a hard link), by which another server could use it with another "
          + "log; `backstack backup` makes a copy")
    }
    guard file.size > 0 || creates else { throw .corrupted("\(path) is empty") }
  }
}

#endif
