#if SQLite

import CSQLite

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
