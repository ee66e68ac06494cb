#if SQLite

import BackstackLocking
import BackstackStorage
import Glibc

/// What tells that a server has a file: a lock on another one beside it, which ends with the process.
///
/// SQLite's own locks are for transactions, and end when anything in the process closes the file.
final class ServerLock: Sendable {
  private struct State: Sendable {
    /// Less than none when it is not held.
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
  /// - Returns: `nil` when another storage has it.
  /// - Throws: ``StorageError/unavailable(_:)`` when there can be no lock beside the file.
  static func take(for database: String) throws(StorageError) -> ServerLock? {
    let path = path(for: database)
    return try lock(path).map { ServerLock(path: path, descriptor: $0) }
  }

  /// Whether a storage has the lock of a database.
  static func isTaken(for database: String) -> Bool {
    let file = Glibc.open(path(for: database), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { Glibc.close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }

  /// Makes sure that the lock is held, and found by others: takes it again when its file is gone.
  ///
  /// - Returns: Whether it is.
  func renew() -> Bool {
    state.withLock { state in
      if Self.isOpen(state.descriptor, at: path) { return true }
      if state.descriptor >= 0 { Glibc.close(state.descriptor) }
      state.descriptor = ((try? Self.lock(path)) ?? nil) ?? -1
      return state.descriptor >= 0
    }
  }

  /// Lets others take the lock.
  func release() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      // While it is held, so that it is nobody else's.
      if Self.isOpen(state.descriptor, at: path) { unlink(path) }
      Glibc.close(state.descriptor)
      state.descriptor = -1
    }
  }

  /// - Returns: A descriptor that has the lock, or `nil` when another one has it.
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
      // Who had it before may have removed it since it was opened.
      if isOpen(file, at: path) { return file }
      Glibc.close(file)
    }
  }

  private static func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var (open, present) = (stat(), stat())
    return descriptor >= 0 && fstat(descriptor, &open) == 0 && stat(path, &present) == 0
      && open.st_dev == present.st_dev && open.st_ino == present.st_ino
  }

  /// Where the lock of a database is, whatever links lead to the file.
  private static func path(for database: String) -> String {
    func resolved(_ path: String) -> String? {
      // Sound: what `realpath` allocates is copied and freed.
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
