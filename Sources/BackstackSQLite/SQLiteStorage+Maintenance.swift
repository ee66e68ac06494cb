#if SQLite

public import BackstackStorage
import CSQLite
import Glibc

extension SQLiteStorage {
  /// Writes a copy of the file, as it is at one point in time, while the storage is in use.
  ///
  /// The copy is complete and on the disk when this returns; until then it has the suffix
  /// `.partial`. It has no free space, so it may be smaller than the file. While the copy is
  /// written, the write-ahead log grows with further writes.
  ///
  /// To use the copy in place of the file, stop the server, and remove the two files that belong to
  /// the old file, whose names end with `-wal` and `-shm`: the changes in the log apply to that
  /// file only.
  ///
  /// - Throws: `StorageError.unavailable(_:)` if the path exists already, or an error of reading
  ///   or writing.
  public func backUp(to path: String) async throws(StorageError) {
    try await Self.backUp(configuration, to: path)
  }

  /// Writes a copy of a file, like ``backUp(to:)``. One in an earlier format stays so, and so does its copy.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the file, which may be in use.
  ///   - path: The path of the copy.
  public static func backUp(
    _ configuration: SQLiteConfiguration, to path: String
  ) async throws(StorageError) {
    try await onThread { () throws(StorageError) in try copy(configuration, to: path) }
  }

  /// Checks the whole file for damage.
  ///
  /// - Parameter configuration: The configuration of the file, which may be in use.
  /// - Returns: Descriptions of the damage, at most a hundred; empty if there is none.
  /// - Throws: `StorageError` if the file can't be read at all.
  /// - Complexity: O(*n*) in the size of the file.
  public static func check(
    _ configuration: SQLiteConfiguration
  ) async throws(StorageError) -> [String] {
    try await onThread { () throws(StorageError) in try damage(configuration) }
  }

  private static func damage(
    _ configuration: SQLiteConfiguration
  ) throws(StorageError) -> [String] {
    let database = SQLiteDatabase(configuration, isWriter: false)
    let connection = try database.connection()
    try SQLiteSchema.current.requireNewest(connection)
    var found: [String] = []
    try connection.each("PRAGMA integrity_check(100)") { row in
      if let text = row.text(0), text != "ok" { found.append(text) }
    }
    let tables = SQLiteTables(connection: connection)
    var cursor: StorageCursor?
    repeat {
      let page = try tables.reading { () throws(StorageError) in
        try tables.byID(after: cursor, 100)
      }
      for header in page.sessions where found.count < 100 {
        do throws(StorageError) {
          try tables.reading { () throws(StorageError) in
            _ = try tables.session(header.id)
            _ = try tables.journal(header.id, from: 0, limit: .max, snapshots: true)
          }
        } catch .notFound, .ended {
          continue  // It was removed meanwhile.
        } catch {
          found.append(error.description)
        }
      }
      found += page.unreadable.map { StorageError.unreadableRecord(id: $0).description }
      cursor = page.next
    } while cursor != nil && found.count < 100
    try AnswerRow.each(in: connection) { key, isDamaged in
      if isDamaged, found.count < 100 {
        found.append("The stored answer \(key.key) of \(key.scope) is damaged.")
      }
    }
    return Array(found.prefix(100))
  }

  private static func copy(
    _ configuration: SQLiteConfiguration, to path: String
  ) throws(StorageError) {
    guard FileStatus.at(path) == nil else { throw .unavailable("\(path) exists already") }
    let partial = path + ".partial"
    unlink(partial)
    defer { for end in ["", "-journal"] { unlink(partial + end) } }
    // Only the owner has access to the copy, as to the file itself.
    let file = Glibc.open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw system("make \(partial)") }
    defer { Glibc.close(file) }
    do {
      let database = SQLiteDatabase(configuration, isWriter: false)
      let connection = try database.connection()
      try connection.run("PRAGMA query_only = OFF")
      try connection.run(
        "VACUUM INTO ?", [.text(partial.hasPrefix("/") ? partial : "./" + partial)])
    }
    guard fsync(file) == 0 else { throw system("write \(partial)") }
    guard link(partial, path) == 0 else {
      throw system("name \(path)")
    }
    let end = path.lastIndex(of: "/").map { path[...$0] } ?? "./"
    let folder = Glibc.open(String(end), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw system("open \(end)") }
    defer { Glibc.close(folder) }
    guard fsync(folder) == 0 else { throw system("write \(end)") }
  }

  private static func system(_ what: String) -> StorageError {
    errno == ENOSPC
      ? .full : .unavailable("it is impossible to \(what): \(String(cString: strerror(errno)))")
  }

  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
      do throws(StorageError) {
        try StorageThread.start {
          do throws(StorageError) {
            continuation.resume(returning: .success(try body()))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try result.get()
  }
}

#endif
