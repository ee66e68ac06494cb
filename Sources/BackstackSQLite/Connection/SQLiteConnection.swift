#if SQLite

import BackstackStorage
import CSQLite

/// A connection to a database, which only the thread that opened it uses.
final class SQLiteConnection {
  let handle: OpaquePointer
  private var isClosed = false
  private var statements = PreparedStatements()
  /// The number of pages in the write-ahead log after the last commit of this connection.
  private let logPages: UnsafeMutablePointer<Int32>

  /// Process-wide setup before the first connection.
  private static let preparation = backstack_sqlite_forgo_memory_statistics()

  /// Creates a connection and opens the database.
  ///
  /// - Parameter flags: `SQLITE_OPEN_READONLY`, or `SQLITE_OPEN_READWRITE`.
  init(path: String, flags: Int32, lockTimeout: Int) throws(StorageError) {
    _ = Self.preparation
    var handle: OpaquePointer?
    // Each thread has its own connection, so SQLite need not lock it.
    let all = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &handle, all, nil)
    guard result == SQLITE_OK, let handle else {
      let failure = SQLiteFailure(result, handle)
      sqlite3_close_v2(handle)
      throw failure.error
    }
    self.handle = handle
    // Sound: freed in `deinit`, after the connection that writes to it is closed.
    logPages = .allocate(capacity: 1)
    logPages.initialize(to: 0)
    sqlite3_busy_timeout(handle, Int32(clamping: lockTimeout))
    // Replaces SQLite's automatic checkpoints, which happen within commits.
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        // Sound: the context is `logPages`, which outlives the connection.
        context?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, logPages)
  }

  deinit {
    close()
    logPages.deallocate()
  }

  /// Closes the connection, which must not be used any more.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    statements.finalize()
    sqlite3_close_v2(handle)
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file can't be written to, regardless of the flags.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// The number of rows that the last statement changed.
  var changeCount: Int { Int(sqlite3_changes64(handle)) }

  /// The integer key of the last row that was inserted.
  var lastKey: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The number of pages in the write-ahead log after the last commit of this connection.
  var logPageCount: Int { Int(logPages.pointee) }

  /// Whether the file was moved or removed since it was opened.
  var isMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
      && moved != 0
  }

  /// Runs a statement, and calls `body` with each of its rows.
  func each(
    _ statement: SQLiteStatement, _ values: [SQLiteValue] = [],
    _ body: (borrowing SQLiteRow) throws(StorageError) -> Void
  ) throws(StorageError) {
    let statement = try prepare(statement)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(bind(value, to: statement, at: Int32(index + 1)))
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(SQLiteRow(statement))
      case SQLITE_DONE: return
      case let code: throw SQLiteFailure(code, handle).error
      }
    }
  }

  /// Runs a statement without rows.
  func run(_ statement: SQLiteStatement, _ values: [SQLiteValue] = []) throws(StorageError) {
    try each(statement, values) { _ in }
  }

  /// Returns the result of `read` for the first row of a statement; `nil` if there is no row.
  func first<Value>(
    _ statement: SQLiteStatement, _ values: [SQLiteValue] = [],
    _ read: (borrowing SQLiteRow) throws(StorageError) -> Value
  ) throws(StorageError) -> Value? {
    var result: Value?
    try each(statement, values) { (row) throws(StorageError) in
      if result == nil { result = try read(row) }
    }
    return result
  }

  private func prepare(_ statement: SQLiteStatement) throws(StorageError) -> OpaquePointer {
    if let known = statements[statement] { return known }
    var prepared: OpaquePointer?
    try check(
      sqlite3_prepare_v3(
        handle, statement.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let prepared else { throw .invalid("an empty statement") }
    statements[statement] = prepared
    return prepared
  }

  private func bind(_ value: SQLiteValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .text(var text):
      // Sound: SQLite copies the bytes.
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          guard let start = characters.baseAddress else {
            return backstack_sqlite_bind_text(statement, index, "", 0)
          }
          return backstack_sqlite_bind_text(statement, index, start, UInt64(characters.count))
        }
      }
    case .blob(let blob):
      // Sound: SQLite copies the bytes.
      return blob.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_zeroblob(statement, index, 0)
        }
        return backstack_sqlite_bind_blob(statement, index, start, UInt64(bytes.count))
      }
    }
  }

  private func check(_ code: Int32) throws(StorageError) {
    guard code == SQLITE_OK else { throw SQLiteFailure(code, handle).error }
  }
}

// MARK: Transactions

extension SQLiteConnection {
  /// The kinds of transactions.
  enum Transaction {
    /// A transaction that reads a consistent snapshot of the database, and writes nothing.
    case reading
    /// A transaction that writes; no other can write at the same time.
    case writing
  }

  /// Runs `body` in a transaction; rolls back if it throws.
  func transaction<Value>(
    _ kind: Transaction, _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    switch kind {
    case .reading: try run("BEGIN")
    case .writing: try run("BEGIN IMMEDIATE")
    }
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // Some failures have ended the transaction already.
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Returns the integer that a statement without parameters returns.
  func integer(_ statement: SQLiteStatement) throws(StorageError) -> Int {
    guard let number = try first(statement, [], { row in row.integer(0) }) ?? nil else {
      throw .corrupted("no number from \(statement.text)")
    }
    return Int(number)
  }
}

// MARK: Checkpoints

extension SQLiteConnection {
  /// The kinds of checkpoints.
  enum Checkpoint {
    /// A checkpoint that moves the pages that can be moved without waiting.
    case passive
    /// A checkpoint that waits for readers, so that the log restarts. Other connections can't write
    /// meanwhile.
    case restarting
    /// A checkpoint that moves all pages and truncates the log.
    case emptying
  }

  /// Moves pages from the log into the file, unless other connections prevent it.
  ///
  /// - Returns: The number of checkpointed pages in the log; `nil` if the checkpoint failed.
  @discardableResult
  func checkpoint(_ kind: Checkpoint) -> Int? {
    let mode =
      switch kind {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .restarting: SQLITE_CHECKPOINT_RESTART
      case .emptying: SQLITE_CHECKPOINT_TRUNCATE
      }
    var moved: Int32 = -1
    guard sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, &moved) == SQLITE_OK, moved >= 0
    else { return nil }
    return Int(moved)
  }

  /// Waits until the file, not its log, is on the disk.
  func syncFile() throws(StorageError) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    var code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    // Sound: the file belongs to this connection and is open, and no other thread uses it.
    if code == SQLITE_OK, let sync = file?.pointee.pMethods?.pointee.xSync {
      code = sync(file, SQLITE_SYNC_NORMAL)
    }
    guard code == SQLITE_OK else { throw SQLiteFailure(code, handle).error }
  }
}

// MARK: Files

/// Access to the files that a connection has open, even if other files are at their paths now.
extension SQLiteConnection {
  /// The paths of the files.
  var paths: DatabaseFiles.Paths {
    // Sound: the name lives as long as the connection, and is copied.
    DatabaseFiles.Paths(main: sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? "")
  }

  /// The end of the log; `nil` if the database has not been read yet, or the index can't be read.
  ///
  /// Must not be used while the index is smaller than before: its missing part can't be read.
  var logMark: LogMark? {
    withUnsafeTemporaryAllocation(byteCount: LogMark.indexBytes, alignment: 8) { index in
      // Sound: there is room for as many bytes, all of which are written when this succeeds.
      guard
        backstack_sqlite_read_index(handle, index.baseAddress, Int32(index.count)) == SQLITE_OK
      else { return nil }
      return LogMark(index: UnsafeRawBufferPointer(index))
    }
  }

  /// The size of the log in bytes; `nil` if there is no log.
  var logSize: Int? {
    let size = backstack_sqlite_log_size(handle)
    return size >= 0 ? Int(size) : nil
  }

  /// The content of the log.
  var writeAheadLog: WriteAheadLog {
    WriteAheadLog { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      guard
        backstack_sqlite_read_log(self.handle, &bytes, Int32(count), Int64(offset)) == SQLITE_OK
      else { return nil }
      return bytes
    }
  }

  /// Leaves the log as it is when the connection is closed.
  func keepLog() { _ = backstack_sqlite_keep_log(handle) }
}

#endif
