#if SQLite

import BackstackLocking
import BackstackStorage
import CSQLite
import Glibc

/// The file of a storage, as a thread of it opens, uses and opens it again.
///
/// Nobody is told that something is stored unless the files that it is in are at their paths, and whole.
/// What is open is kept until they are, as it may have what is nowhere else.
final class SQLiteDatabase: @unchecked Sendable {
  // Sound: what changes belongs to the thread that uses the database, but for the connection of one that
  // doesn't write, which the thread that writes closes: that is used under `turn` only.

  private let configuration: SQLiteConfiguration
  private let schema: SQLiteSchema
  /// Whether this thread writes.
  private let isWriter: Bool
  private let files: SharedFiles
  private let turn = Guarded(())
  private var open: SQLiteTables?
  private var paths = DatabaseFiles.Paths(main: "")
  /// Whether less than usual may be taken of the disk.
  private var isBounded = false
  /// Whether something has failed since the files were looked at.
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
      if try isUsable(open.connection) { return open }
      closeConnection()
    }
    let tables = SQLiteTables(connection: try connect(creates: false))
    open = tables
    return tables
  }

  /// Uses the tables on a thread that doesn't write.
  ///
  /// - Throws: What ``connection()`` and `body` do; the connection is closed then, unless the write or
  ///   question was only refused.
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

  /// Uses another connection from now on, as this one has failed.
  func drop() {
    if isWriter {
      // Not closed before the files were looked at: it may be the only one who has what is in a log.
      isSuspect = true
    } else {
      turn.withLock { _ in closeConnection() }
    }
  }

  /// Closes the connection. What is in the log is moved into the file when nobody else has it open, and
  /// all is as it should be.
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

  /// Closes the connection now, though a commit that is looked into may still know it.
  private func closeConnection() {
    open?.connection.close()
    open = nil
  }

  // MARK: Commits

  /// Finds out, within a transaction that writes and is about to be committed, where the log ends.
  ///
  /// - Throws: ``StorageError/unavailable(_:)`` when a part of the log is gone.
  func mark() throws(StorageError) -> LogMark? {
    guard let connection = lastConnection, let mark = connection.logMark else { return nil }
    if mark.isNeeded, connection.logSize ?? 0 < mark.byteCount {
      throw unavailable(.logCut)
    }
    return mark
  }

  /// Makes sure that what was committed is in files that are at their paths, or else moves it there.
  ///
  /// - Parameter before: Where the log ended before.
  /// - Throws: ``StorageError/unavailable(_:)`` when nothing can be promised.
  func confirm(after before: LogMark?) throws(StorageError) {
    guard let connection = lastConnection, var known = files.known else { return }
    // Who removes the index takes nothing away; the next transaction looks for it.
    let present = DatabaseFiles(
      main: .at(paths.main), log: .at(paths.log), index: known.index)
    guard present.trouble(since: known) == nil, isContinued(connection, before) else {
      isSuspect = true
      _ = try tables()
      return
    }
    guard let size = present.main?.size, size > known.main?.size ?? 0 else { return }
    known.main?.size = size
    files.note(known)
  }

  /// Whether the log still had all that was in it when a commit added to it: what is written behind the
  /// end of a file that was cut leaves a hole.
  private func isContinued(_ connection: SQLiteConnection, _ before: LogMark?) -> Bool {
    guard let before, before.frames > 0, let now = connection.logMark, now.salts == before.salts
    else { return true }
    return connection.changeLog.hasFrame(before.frames, of: now)
  }

  /// Whether what is in the log may be moved into the file: not by a tool while there is a server, as
  /// versions of SQLite before 3.51.3 may damage a file when two processes do it at the same moment; and
  /// not when the file was cut, as that would make it as long as it was.
  var mayMoveLog: Bool {
    if !configuration.isExclusive, ServerLock.isTaken(for: configuration.path) { return false }
    guard let known = files.known else { return true }
    let present = DatabaseFiles(main: .at(paths.main), log: known.log, index: known.index)
    return present.trouble(since: known, databaseBytes: lastConnection?.logMark?.databaseBytes)
      == nil
  }

  /// Makes sure from time to time that no other server can have the file.
  func renewLock() {
    if let lock = files.lock, !lock.renew() { isSuspect = true }
  }

  // MARK: Room

  /// How much room there is; `nil` when that is not known.
  var room: DiskRoom? {
    guard let connection = lastConnection, let main = FileStatus.at(paths.main),
      let free = DiskRoom.free(at: paths.main), let mark = connection.logMark
    else { return nil }
    // The index does not say it before something is in the log.
    let pageSize =
      mark.pageSize > 0
      ? mark.pageSize : (try? connection.first("PRAGMA page_size") { $0.count(0) }) ?? nil
    guard let pageSize, pageSize > 0 else { return nil }
    return DiskRoom(
      free: free, main: main.size, log: connection.logSize ?? 0, pageSize: pageSize,
      growth: mark.isNeeded ? max(0, mark.databaseBytes - main.size) : nil)
  }

  /// Has the file and its log take no more than there is room for.
  func bound(to room: DiskRoom) {
    guard let connection = lastConnection, room.isScarce || isBounded else { return }
    isBounded = room.isScarce
    let pages = room.databasePages(atMost: configuration.maximumBytes)
    try? connection.each("PRAGMA journal_size_limit = \(room.logBytes)") { _ in }
    try? connection.each("PRAGMA max_page_count = \(pages)") { _ in }
  }

  /// Moves all that is in the log into the file, so that the log begins anew where it is.
  ///
  /// - Throws: ``StorageError/full`` when that is impossible now.
  func restartLog() throws(StorageError) {
    guard let connection = lastConnection, mayMoveLog, connection.checkpoint(.restarting) != nil
    else { throw .full }
  }

  /// Moves all that is in the log into the file, and gives what it took back to the disk.
  ///
  /// - Returns: Whether that was anything.
  func emptyLog() -> Bool {
    guard let connection = lastConnection, mayMoveLog, connection.logSize ?? 0 > 0 else {
      return false
    }
    return connection.checkpoint(.emptying) != nil
  }

  // MARK: Trouble

  /// Looks at the files, and makes them whole if that is possible.
  ///
  /// - Returns: Whether the connection can still be used; else it is to be closed.
  /// - Throws: ``StorageError/unavailable(_:)`` when the storage can't be used as they are.
  private func isUsable(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
    guard let known = files.known else {
      guard connection.isMoved else { return true }
      throw unavailable(.mainMissing)
    }
    guard isWriter else {
      if let trouble = DatabaseFiles(at: paths).trouble(since: known) { throw unavailable(trouble) }
      return true
    }
    if !isSuspect, DatabaseFiles(at: paths).trouble(since: known) == nil { return true }
    // Until it is known to be well.
    isSuspect = true
    let isUsable = try mend(connection, known)
    isSuspect = false
    return isUsable
  }

  /// Does about the files what can be done.
  ///
  /// - Returns: As ``isUsable(_:)`` does.
  private func mend(
    _ connection: SQLiteConnection, _ known: DatabaseFiles
  ) throws(StorageError) -> Bool {
    // Who removes files may have removed that, too.
    if let lock = files.lock, !lock.renew() { throw .inUse }
    var present = DatabaseFiles(at: paths)
    if case .indexCut(let size) = present.trouble(since: known) {
      // Not through a descriptor: to close it would end the locks that SQLite has on the file. What is
      // empty is made anew from the log by who reads next.
      guard truncate(paths.index, off_t(size)) == 0 else {
        throw unavailable(.indexCut(from: size))
      }
      present = DatabaseFiles(at: paths)
    }
    let mark = connection.logMark
    switch present.trouble(since: known, databaseBytes: mark?.databaseBytes) {
    case nil:
      try requireLog(connection.changeLog, mark)
      // Another is opened in place of one that has failed.
      return false
    case .mainCut(_, let size)
    where mark.map({ connection.changeLog.hasPages(after: size, $0) }) ?? false:
      // Another program has made it smaller, and what came since is in the log.
      try requireLog(connection.changeLog, mark)
      return false
    case .logGone:
      try rescueLog(of: connection, mark)
      connection.keepLog()
      return false
    case .indexGone:
      // A new one is made by who opens the files next, which must not find the old one in use.
      try requireLog(connection.changeLog, mark)
      files.closeOthers()
      connection.keepLog()
      return false
    case .mainReplaced(besideOldLog: false):
      // Somebody has put another database in its place.
      files.closeOthers()
      connection.keepLog()
      return false
    case .some(let trouble): throw unavailable(trouble)
    }
  }

  /// Moves what is in a log that is not at its path any more into the file, or makes sure that what is
  /// at the path is the same.
  private func rescueLog(
    of connection: SQLiteConnection, _ mark: LogMark?
  ) throws(StorageError) {
    // Another process may have the right log by now; it is for the server to find out.
    guard configuration.isExclusive else { throw unavailable(.logGone) }
    files.closeOthers()
    let isNeeded = mark?.isNeeded ?? true
    if isNeeded, let mark, !connection.changeLog.isWhole(through: mark) {
      guard Self.log(at: paths.log, isWholeThrough: mark) else { throw unavailable(.logCut) }
      return
    }
    if isNeeded {
      guard connection.checkpoint(.emptying) != nil else { throw unavailable(.logGone) }
    }
    // What is at the path has nothing that belongs to the file as it is now.
    let isEmpty = FileStatus.at(paths.log)?.size == 0
    let result = isEmpty ? unlink(paths.log) : rename(paths.log, paths.log + ".replaced")
    guard result == 0 || errno == ENOENT else { throw unavailable(.logGone) }
  }

  private func requireLog(_ log: ChangeLog, _ mark: LogMark?) throws(StorageError) {
    guard let mark, mark.isNeeded else { return }
    guard log.isWhole(through: mark) else { throw unavailable(.logCut) }
  }

  private static func log(at path: String, isWholeThrough mark: LogMark) -> Bool {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    // SQLite has no locks on a log that would end so.
    defer { Glibc.close(file) }
    let log = ChangeLog { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      // Sound: there is room for `count` bytes.
      let read = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress, count, off_t(offset))
      }
      return read == count ? bytes : nil
    }
    return log.isWhole(through: mark)
  }

  private func unavailable(_ trouble: FileTrouble) -> StorageError {
    .unavailable(trouble.description(paths))
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
      // Who only reads makes no log where there is none.
      let trouble =
        isWriter ? present.troubleOfOpening(after: known) : present.trouble(since: known)
      if let trouble { throw unavailable(trouble) }
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
      if let known, let trouble = DatabaseFiles(at: paths).trouble(since: known) {
        connection.keepLog()
        throw unavailable(trouble)
      }
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
    try connection.each("PRAGMA journal_size_limit = \(DiskRoom.largestLog)") { _ in }
    // In KiB: enough for the positions of ten thousand sessions, which their actions change.
    try connection.run("PRAGMA cache_size = -\(4 << 10)")
    try schema.prepare(connection, creates: creates)
    // Not before, as a file of an earlier format may need more for a moment.
    if let bytes = configuration.maximumBytes {
      let size = try connection.integer("PRAGMA page_size")
      try connection.each("PRAGMA max_page_count = \(max(1, bytes / size))") { _ in }
    }
  }

  /// Makes sure that a file that is shorter than the database has the rest of it in the log.
  private func requirePages(_ connection: SQLiteConnection) throws(StorageError) {
    guard let mark = connection.logMark, let main = FileStatus.at(paths.main),
      !connection.changeLog.hasPages(after: main.size, mark)
    else { return }
    connection.keepLog()
    throw .corrupted(
      "\(paths.main) was cut: it has \(main.size) of \(mark.databaseBytes) bytes, and the rest is not in "
        + "its log")
  }

  /// Makes sure that there is a file, which nobody else can read when it is made here.
  private func checkPath(creates: Bool) throws(StorageError) {
    let path = configuration.path
    var file = FileStatus.at(path, followsLinks: true)
    // What is in the log of a file that is gone may be all that is left; opening a new one would
    // remove it.
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
    // SQLite looks for the log beside the file itself.
    if FileStatus.at(path)?.isRegular == false, let log = FileStatus.at(path + "-wal"),
      log.isRegular, log.size > 0
    {
      throw .corrupted(
        "\(path) is a link, and \(path)-wal has changes to the file that was there; put the file back "
          + "there, or the log beside it")
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
