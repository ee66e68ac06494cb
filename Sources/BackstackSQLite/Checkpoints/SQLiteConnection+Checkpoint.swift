#if SQLite

import BackstackStorage
import CSQLite

extension SQLiteConnection {
  /// How far a checkpoint goes.
  enum Checkpoint {
    /// What can be moved without waiting for anybody.
    case passive
    /// Readers are waited for, so that the log begins anew. Nobody writes meanwhile.
    case restarting
    /// All of it, and the log is empty afterwards.
    case emptying
  }

  /// Moves changes from the log into the file, as far as nobody is in the way.
  ///
  /// - Returns: How many pages of the log are in the file now; `nil` when nothing could be moved.
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

  /// Waits until what was written to the file, not to its log, is on the disk.
  func syncFile() throws(StorageError) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    var code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    // Sound: the file is the connection's own and open, and no other thread uses it.
    if code == SQLITE_OK, let sync = file?.pointee.pMethods?.pointee.xSync {
      code = sync(file, SQLITE_SYNC_NORMAL)
    }
    guard code == SQLITE_OK else { throw SQLiteFailure(code, handle).error }
  }
}

#endif
