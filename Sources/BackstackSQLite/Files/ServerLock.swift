#if SQLite

import BackstackPlatform
import BackstackStorage
import Glibc

/// A lock that shows that a server uses a database. It is on another file next to the database, and
/// ends with the process.
///
/// SQLite's own locks last for a transaction, and end when any code in the process closes the file.
final class ServerLock: Sendable {
  private struct State: Sendable {
    /// The descriptor of the locked file; negative if the lock is not held.
    var descriptor: Int32
  }

  private let path: String
  private let state: Guarded<State>

  private init(path: String, descriptor: Int32) {
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
    return try lock(path).map { ServerLock(path: path, descriptor: $0) }
  }

  /// Returns whether a storage holds the lock of a database.
  static func isTaken(for database: String) -> Bool {
    let file = Glibc.open(path(for: database), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { Glibc.close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }

  /// Checks that the lock is held and that others can find it; takes it again if its file is gone.
  ///
  /// - Returns: Whether the lock is held.
  func renew() -> Bool {
    state.withLock { state in
      if Self.isOpen(state.descriptor, at: path) { return true }
      if state.descriptor >= 0 { Glibc.close(state.descriptor) }
      state.descriptor = ((try? Self.lock(path)) ?? nil) ?? -1
      return state.descriptor >= 0
    }
  }

  /// Releases the lock.
  func release() {
    state.withLock { state in
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
