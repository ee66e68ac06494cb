#if SQLite

import BackstackStorage
import CSQLite

extension SQLiteConnection {
  /// Moves changes from the log into the file, as far as nobody is in the way.
  ///
  /// - Parameter waits: Whether readers are waited for, so that the log begins anew. Nobody writes
  ///   meanwhile.
  /// - Returns: How many pages of the log are in the file now; `nil` when nothing could be moved.
  @discardableResult
  func checkpoint(waits: Bool) -> Int? {
    let mode = waits ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE
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
