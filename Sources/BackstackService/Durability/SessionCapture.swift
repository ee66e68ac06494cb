import BackstackStorage

/// A consistent copy of the parts of a session that need a write.
struct SessionCapture: Sendable {
  let version: Int
  /// The state as JSON; `nil` if the stored version is the latest.
  let state: [UInt8]?
  let nextElementID: Int
  /// The entries since the stored version.
  let entries: [JournalEntry]
}

/// A session whose changes are stored.
protocol StorableSession: Session {
  /// Captures the changes since the stored version.
  ///
  /// - Parameter begin: Called between two actions; returns the stored version, or `nil` to capture
  ///   nothing.
  /// - Throws: The error of encoding the state.
  func capture(_ begin: () -> Int?) throws -> SessionCapture?
}
