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
  private let opener: DatabaseOpener
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
    opener = DatabaseOpener(
      configuration: configuration, schema: schema, isWriter: isWriter, files: files)
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
    return use(try opener.connect(creates: false))
  }

  private func use(_ connection: SQLiteConnection) -> SQLiteTables {
    paths = connection.paths
    isBounded = false
    let tables = SQLiteTables(connection: connection)
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
    let connection = try opener.connect(
      creates: configuration.createsFile && isWriter && !configuration.isReadOnly)
    try opener.schema.requireNewest(connection)
    _ = use(connection)
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
      throw FileDamage.logCut.error(paths)
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

  // MARK: Inspection

  /// Inspects the files, and repairs them if possible.
  ///
  /// - Returns: Whether the connection can still be used; otherwise the caller closes it.
  /// - Throws: ``StorageError/unavailable(_:)`` if the storage can't be used with these files.
  private func isUsable(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
    guard let known = files.known else {
      guard connection.isMoved else { return true }
      throw FileDamage.mainMissing.error(paths)
    }
    guard isWriter else {
      if let damage = DatabaseFiles(at: paths).damage(since: known) { throw damage.error(paths) }
      return true
    }
    if !isSuspect, DatabaseFiles(at: paths).damage(since: known) == nil { return true }
    // Stays set if the repair fails.
    isSuspect = true
    try FileRepair(
      connection: connection, paths: paths, files: files, isExclusive: configuration.isExclusive
    ).run(known: known)
    isSuspect = false
    return false
  }
}

#endif
