#if SQLite

import BackstackStorage
import CSQLite

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

#endif
