#if SQLite

import BackstackLocking

/// What the threads of a storage know together of its files.
///
/// The thread that writes finds out what they are, and has all connections closed when they have to be
/// opened anew: one that has another log open than the others would read what is not there.
final class SharedFiles: Sendable {
  private struct State {
    var known: DatabaseFiles?
    var databases: [Reference] = []
  }

  private struct Reference {
    weak var database: SQLiteDatabase?
  }

  private let state = Guarded(State())
  /// What keeps other servers from using the files, if this is one.
  let lock: ServerLock?

  init(lock: ServerLock? = nil) { self.lock = lock }

  /// The files that are open; `nil` before the thread that writes has opened them.
  var known: DatabaseFiles? { state.withLock { $0.known } }

  /// Notes which files are open.
  func note(_ files: DatabaseFiles) { state.withLock { $0.known = files } }

  /// Notes a use of the files by another thread than the one that writes.
  func add(_ database: SQLiteDatabase) {
    state.withLock { state in
      state.databases.removeAll { $0.database == nil }
      state.databases.append(Reference(database: database))
    }
  }

  /// Closes the connections of all other threads, once they don't use them.
  func closeOthers() {
    let others = state.withLock { state in state.databases.compactMap(\.database) }
    for database in others { database.drop() }
  }
}

#endif
