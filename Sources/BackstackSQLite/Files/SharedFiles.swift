#if SQLite

import BackstackPlatform

/// The state of a storage's files that its threads share.
///
/// The writing thread inspects the files. If they have to be opened again, it closes all
/// connections: one that has an outdated log open would read wrong data.
final class SharedFiles: Sendable {
  private struct State {
    var known: DatabaseFiles?
    var databases: [Reference] = []
  }

  private struct Reference {
    weak var database: SQLiteDatabase?
  }

  private let state = Guarded(State())
  /// The lock that keeps other servers from using the files, if the storage belongs to a server.
  let lock: ServerLock?

  init(lock: ServerLock? = nil) { self.lock = lock }

  /// The open files; `nil` before the writing thread has opened them.
  var known: DatabaseFiles? { state.withLock { $0.known } }

  /// Sets the open files.
  func note(_ files: DatabaseFiles) { state.withLock { $0.known = files } }

  /// Registers the database of a thread that doesn't write.
  func add(_ database: SQLiteDatabase) {
    state.withLock { state in
      state.databases.removeAll { $0.database == nil }
      state.databases.append(Reference(database: database))
    }
  }

  /// Closes the connections of all other threads once they are not in use.
  func closeOthers() {
    let others = state.withLock { state in state.databases.compactMap(\.database) }
    for database in others { database.drop() }
  }
}

#endif
