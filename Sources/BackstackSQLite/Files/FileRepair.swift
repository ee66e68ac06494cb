#if SQLite

import BackstackStorage
import Glibc

/// The repair of a database's files that another program has removed, replaced or cut, by the
/// writing thread, whose connection still has the previous files open.
struct FileRepair {
  let connection: SQLiteConnection
  let paths: DatabaseFiles.Paths
  let files: SharedFiles
  /// Whether the storage belongs to a server.
  let isExclusive: Bool

  /// Repairs the files as far as possible. The connection must be closed then.
  ///
  /// - Parameter known: The files when they were opened.
  /// - Throws: ``StorageError/unavailable(_:)`` if the storage can't be used with these files.
  func run(known: DatabaseFiles) throws(StorageError) {
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
      // The files are intact: the connection has failed for another reason.
      try requireLog(connection.writeAheadLog, mark)
    case .mainCut(_, let size)
    where mark.map({ connection.writeAheadLog.hasPages(after: size, $0) }) ?? false:
      // Another program has shrunk the file, and the log has the pages that were added since.
      try requireLog(connection.writeAheadLog, mark)
    case .logGone:
      try rescueLog(mark)
      connection.keepLog()
    case .indexGone:
      // The next connection creates a new index, and must not find the old one in use.
      try requireLog(connection.writeAheadLog, mark)
      files.closeOthers()
      connection.keepLog()
    case .mainReplaced(hasOldLog: false):
      // Another database has replaced it.
      files.closeOthers()
      connection.keepLog()
    case .some(let damage): throw unavailable(damage)
    }
  }

  /// Checkpoints a log that is not at its path any more, or checks that the log at the path has the
  /// same content.
  private func rescueLog(_ mark: LogMark?) throws(StorageError) {
    // Another process may have the right log by now; only the server can find out.
    guard isExclusive else { throw unavailable(.logGone) }
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

  private func unavailable(_ damage: FileDamage) -> StorageError { damage.error(paths) }
}

#endif
