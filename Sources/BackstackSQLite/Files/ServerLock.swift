#if SQLite

import BackstackPlatform
import BackstackStorage
import Glibc

/// A lock that shows that a server uses a database. It is on another file next to the database, where
/// tools look for it, and on the database itself, so that no other server can take it when someone
/// removes the file next to the database. Both end with the process.
///
/// SQLite's own locks last for a transaction, and end when any code in the process closes the file.
final class ServerLock: Sendable {
  private struct State: Sendable {
    /// The descriptor of the locked file; negative if the lock is not held.
    var descriptor: Int32
    /// The descriptor of the locked database; negative before it exists.
    var database: Int32 = -1
  }

  private let databasePath: String
  private let path: String
  private let state: Guarded<State>

  private init(databasePath: String, path: String, descriptor: Int32) {
    self.databasePath = databasePath
    self.path = path
    state = Guarded(State(descriptor: descriptor))
  }

  deinit { release() }

  /// Takes the lock of a database.
  ///
  /// - Returns: `nil` if another storage holds the lock.
  /// - Throws: ``StorageError/unavailable(_:)`` if there can be no lock next to the file.
  static func take(for database: String) throws(StorageError) -> ServerLock? {
    let path = path(for: database)
    guard let descriptor = try lock(path) else { return nil }
    let lock = ServerLock(databasePath: database, path: path, descriptor: descriptor)
    return lock.coverDatabase() ? lock : nil
  }

  /// Locks the database, too, if it exists. Called again once it was created.
  ///
  /// - Returns: `false` if another storage has locked it.
  func coverDatabase() -> Bool { state.withLock { coverDatabase(&$0) } }

  private func coverDatabase(_ state: inout State) -> Bool {
    if Self.isOpen(state.database, at: databasePath) { return true }
    let file = Glibc.open(databasePath, O_RDWR | O_CLOEXEC)
    // The storage itself reports a file that can't be opened.
    guard file >= 0 else { return true }
    // Of the open file: it ends neither when other code closes the file, nor with a transaction. It
    // is on a byte that no database has, and no lock of SQLite.
    var range = Glibc.flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 1 << 62, l_len: 1, l_pid: 0)
    let isLocked = fcntl(file, Self.setOpenFileLock, &range) == 0
    // A file system without such locks has only the lock on the other file.
    let isTaken = !isLocked && (errno == EAGAIN || errno == EACCES)
    // Closing it would end SQLite's locks on a file that this process still uses; the previous
    // database is no longer used.
    if state.database >= 0 { Glibc.close(state.database) }
    state.database = isTaken ? -1 : file
    if isTaken { Glibc.close(file) }
    return !isTaken
  }

  /// `F_OFD_SETLK`, which the system's headers define as a macro.
  private static var setOpenFileLock: Int32 { 37 }

  /// Returns whether a storage holds the lock of a database.
  static func isTaken(for database: String) -> Bool {
    let file = Glibc.open(path(for: database), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { Glibc.close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }

  /// Checks that the lock is held and that others can find it; takes it again if its file is gone, or
  /// another database has replaced the one that was locked.
  ///
  /// - Returns: Whether the lock is held.
  func renew() -> Bool {
    state.withLock { state in
      guard coverDatabase(&state) else { return false }
      if Self.isOpen(state.descriptor, at: path) { return true }
      if state.descriptor >= 0 { Glibc.close(state.descriptor) }
      state.descriptor = ((try? Self.lock(path)) ?? nil) ?? -1
      return state.descriptor >= 0
    }
  }

  /// Releases the lock, once the storage has closed the database.
  func release() {
    state.withLock { state in
      if state.database >= 0 { Glibc.close(state.database) }
      state.database = -1
      guard state.descriptor >= 0 else { return }
      // Removed while the lock is held, so that the file can't be another storage's.
      if Self.isOpen(state.descriptor, at: path) { unlink(path) }
      Glibc.close(state.descriptor)
      state.descriptor = -1
    }
  }

  /// - Returns: The descriptor of the locked file, or `nil` if another storage holds the lock.
  private static func lock(_ path: String) throws(StorageError) -> Int32? {
    while true {
      let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw .unavailable("\(path): \(String(cString: strerror(errno)))") }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let failure = errno
        Glibc.close(file)
        if failure == EWOULDBLOCK { return nil }
        throw .unavailable("\(path) can't be locked: \(String(cString: strerror(failure)))")
      }
      // The previous holder may have removed the file since it was opened.
      if isOpen(file, at: path) { return file }
      Glibc.close(file)
    }
  }

  private static func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var (open, present) = (stat(), stat())
    return descriptor >= 0 && fstat(descriptor, &open) == 0 && stat(path, &present) == 0
      && open.st_dev == present.st_dev && open.st_ino == present.st_ino
  }

  /// Returns the path of a database's lock, with links to the database resolved.
  private static func path(for database: String) -> String {
    func resolved(_ path: String) -> String? {
      // Sound: the buffer that `realpath` allocates is copied and freed.
      realpath(path, nil).map { pointer in
        defer { free(pointer) }
        return String(cString: pointer)
      }
    }
    if let path = resolved(database) { return path + "-lock" }
    let start = database.lastIndex(of: "/").map { database.index(after: $0) } ?? database.startIndex
    let folder = start == database.startIndex ? "." : String(database[..<start])
    return (resolved(folder).map { "\($0)/\(database[start...])" } ?? database) + "-lock"
  }
}

#endif
