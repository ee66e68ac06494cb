#if SQLite

import BackstackPlatform
import BackstackStorage
import CSQLite

/// An error that SQLite reports.
struct SQLiteFailure {
  /// An extended result code.
  let code: Int32
  let message: String

  /// - Parameter connection: The connection that failed, if there is one.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = code
    // Sound: the text is valid until the next call, and is copied.
    let text = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    let system = connection.map { sqlite3_system_errno($0) } ?? 0
    let isFile = code & 0xFF == SQLITE_CANTOPEN && system != 0
    message = isFile ? "\(text): \(SystemError(system).reason)" : text
  }

  var error: StorageError {
    switch code {
    // The memory that connections share is a file, for which there is no room.
    case Int32(SQLITE_IOERR) | 19 << 8: return .full
    default: break
    }
    return switch code & 0xFF {
    case SQLITE_FULL, SQLITE_TOOBIG: .full
    case SQLITE_READONLY: .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: .unavailable("another process has locked it")
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupted(message)
    case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_PERM, SQLITE_PROTOCOL, SQLITE_NOLFS:
      .unavailable("\(message) (\(code))")
    // A missing table or an invalid value: the file doesn't match its version.
    default: .corrupted("\(message) (\(code))")
    }
  }
}

#endif
