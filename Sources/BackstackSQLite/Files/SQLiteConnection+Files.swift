#if SQLite

import CSQLite

/// The files that a connection has open, whatever is at their paths by now.
extension SQLiteConnection {
  /// Where the files are.
  var paths: DatabaseFiles.Paths {
    // Sound: the name lives as long as the connection, and is copied.
    DatabaseFiles.Paths(main: sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? "")
  }

  /// How far the log goes; `nil` when nobody has read the database yet, or the index can't be read.
  ///
  /// Not to be asked for while the index is smaller than it was: what is not there can't be read.
  var logMark: LogMark? {
    withUnsafeTemporaryAllocation(byteCount: LogMark.indexBytes, alignment: 8) { index in
      // Sound: there is room for as many bytes, all of which are written when this succeeds.
      guard
        backstack_sqlite_read_index(handle, index.baseAddress, Int32(index.count)) == SQLITE_OK
      else { return nil }
      return LogMark(index: UnsafeRawBufferPointer(index))
    }
  }

  /// How many bytes the log has; `nil` when there is none.
  var logSize: Int? {
    let size = backstack_sqlite_log_size(handle)
    return size >= 0 ? Int(size) : nil
  }

  /// The log.
  var changeLog: ChangeLog {
    ChangeLog { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      guard
        backstack_sqlite_read_log(self.handle, &bytes, Int32(count), Int64(offset)) == SQLITE_OK
      else { return nil }
      return bytes
    }
  }

  /// Has the log left as it is when the connection is closed.
  func keepLog() { _ = backstack_sqlite_keep_log(handle) }
}

#endif
