#if PostgreSQL

import BackstackStorage

/// An error that the database or libpq reports.
struct PostgresFailure: Error {
  /// The code of the error (PostgreSQL, appendix A); `nil` if libpq has reported it.
  let state: String?
  let message: String
  /// The error for the user of the storage, if it is already clear.
  private let known: StorageError?

  init(state: String?, message: String, known: StorageError? = nil) {
    self.state = state
    self.known = known
    self.message = message.split(separator: "\n").first.map(String.init) ?? message
  }

  /// The failure of a connection that has ended, or of which nothing is heard any more.
  static func lost(_ message: String) -> Self { Self(state: nil, message: message) }

  /// The failure of a transaction whose rows have impossible values.
  static func unreadable(_ error: StorageError) -> Self {
    Self(state: "XX001", message: error.description, known: error)
  }

  /// Whether the connection can't be used any more, and another one may work: it was lost, the server
  /// stops or starts, or it is no longer the primary.
  var isLoss: Bool {
    guard let state else { return true }
    return state.hasPrefix("08") || state.hasPrefix("57P0") || state == "25006"
  }

  /// Whether the same transaction may succeed at once: it met another one.
  var isConflict: Bool {
    ["40001", "40P01", "23505"].contains(state)
  }

  /// Whether a row was locked for longer than the transaction waits.
  var isLockTimeout: Bool { state == "55P03" }

  var error: StorageError {
    if let known { return known }
    guard let state else { return .unavailable(message) }
    return switch state {
    case "25006": .readOnly
    case "53100": .full
    case "XX001", "XX002": .corrupted(message)
    // The value of a field is too large.
    case "54000", "22001": .invalid(message)
    // A schema or a table that is not there: the database is not the one that was opened.
    case "3F000", "42P01", "42703": .corrupted("\(message) (\(state))")
    default: .unavailable("\(message) (\(state))")
    }
  }
}

#endif
