import BackstackStorage

/// What of a session is to be stored: all of one moment.
struct SessionCapture: Sendable {
  let version: Int
  /// The state as JSON; `nil` when it is that of the version asked about.
  let state: [UInt8]?
  let nextElementID: Int
  /// What led there from the version asked about.
  let entries: [JournalEntry]
}

/// A session whose changes are stored.
protocol StorableSession: Session {
  /// Captures what has happened.
  ///
  /// - Parameter begin: Called between two actions; gives the version that is stored, or `nil` to
  ///   capture nothing.
  /// - Throws: What the state throws when it is encoded.
  func capture(_ begin: () -> Int?) throws -> SessionCapture?
}
