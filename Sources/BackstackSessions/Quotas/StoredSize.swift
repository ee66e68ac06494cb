import BackstackStorage

/// The approximate number of bytes that a session's state and journal take in the storage.
struct StoredSize: Sendable {
  private var state = 0
  private var journal = 0

  init(state: Int = 0, journal: Int = 0) {
    self.state = state
    self.journal = journal
  }

  var total: Int { state + journal }

  /// Adds an update.
  mutating func note(_ update: SessionUpdate) {
    journal += update.entries.reduce(0) { $0 + $1.byteCount }
    if let limit = update.retention?.bytes { journal = min(journal, limit) }
    if let state = update.state { self.state = state.count }
  }
}

extension StoredSize {
  init(_ session: NewSession) {
    self.init(
      state: session.session.state.count,
      journal: session.journal.reduce(0) { $0 + $1.byteCount })
  }
}
