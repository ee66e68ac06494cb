#if SQLite

import BackstackStorage
import Glibc

/// The files of a database, as they are found at their paths at one point in time.
struct DatabaseFiles: Sendable, Equatable {
  /// The paths of a database's files.
  struct Paths: Sendable, Equatable {
    /// The path of the file with symbolic links resolved: SQLite derives the other two names from
    /// it.
    let main: String

    /// The path of the write-ahead log.
    let log: String
    /// The path of the log's index, which the processes that use the file map into their memory.
    let index: String

    // Stored, because every write inspects the files.
    init(main: String) {
      self.main = main
      log = main + "-wal"
      index = main + "-shm"
    }
  }

  var main: FileStatus?
  var log: FileStatus?
  var index: FileStatus?

  init(main: FileStatus?, log: FileStatus?, index: FileStatus?) {
    self.main = main
    self.log = log
    self.index = index
  }

  /// Creates the status of the files at some paths.
  init(at paths: Paths) {
    main = FileStatus.at(paths.main)
    log = FileStatus.at(paths.log)
    index = FileStatus.at(paths.index)
  }

  /// Returns the damage to the files that a connection has open.
  ///
  /// - Parameters:
  ///   - known: The files when they were opened, with the largest sizes that they had since.
  ///   - databaseBytes: The size of the database in bytes, including pages that are only in the
  ///     log; `nil` if it is unknown.
  /// - Returns: The damage to deal with first; `nil` if the files are those that were opened, and
  ///   large enough.
  func damage(since known: Self, databaseBytes: Int? = nil) -> FileDamage? {
    guard let main else { return .mainMissing }
    if let before = known.main {
      guard main.isSameFile(as: before) else {
        let isOldLog = Self.isSame(log, known.log) && (log?.size ?? 0) > 0
        return .mainReplaced(hasOldLog: isOldLog)
      }
      // If another program has shrunk the file, it need only be as large as the database.
      let least = min(before.size, databaseBytes ?? .max)
      guard main.size >= least else { return .mainCut(from: least, to: main.size) }
    }
    if Self.isSame(index, known.index), let index, let before = known.index,
      index.size < before.size
    {
      return .indexCut(from: before.size)
    }
    guard Self.isSame(log, known.log) else { return .logGone }
    guard Self.isSame(index, known.index) else { return .indexGone }
    return nil
  }

  /// Returns the damage that prevents opening files after others at the same paths were open.
  ///
  /// - Returns: `nil` if they may be opened, even if they are other files.
  func damageOnOpening(after known: Self) -> FileDamage? {
    switch damage(since: known) {
    case .mainMissing: .mainMissing
    case .mainReplaced(hasOldLog: true): .mainReplaced(hasOldLog: true)
    default: nil
    }
  }

  private static func isSame(_ file: FileStatus?, _ known: FileStatus?) -> Bool {
    guard let known else { return true }
    return file.map { $0.isSameFile(as: known) } ?? false
  }
}

/// A kind of damage to the files of an open database.
enum FileDamage: Equatable {
  /// The file was moved or removed.
  case mainMissing
  /// Another file has replaced it; whether the log next to it belongs to the previous file.
  case mainReplaced(hasOldLog: Bool)
  /// The file has become smaller.
  case mainCut(from: Int, to: Int)
  /// The log was moved, removed or replaced. The open log is still intact.
  case logGone
  /// Bytes of the log that are not checkpointed yet are missing or changed.
  case logCut
  /// The index was moved, removed or replaced. It can be rebuilt from the log.
  case indexGone
  /// The index has become smaller than this number of bytes.
  case indexCut(from: Int)

  /// Returns the error of a storage whose files are damaged in this way.
  func error(_ paths: DatabaseFiles.Paths) -> StorageError { .unavailable(description(paths)) }

  /// Returns a description of the damage for the operator of the server.
  private func description(_ paths: DatabaseFiles.Paths) -> String {
    switch self {
    case .mainMissing: "\(paths.main) was moved or removed"
    case .mainReplaced(hasOldLog: true):
      "\(paths.main) was replaced, and \(paths.log) belongs to the previous file"
    case .mainReplaced(hasOldLog: false): "\(paths.main) was replaced"
    case .mainCut(let before, let now): "\(paths.main) was cut from \(before) to \(now) bytes"
    case .logGone: "\(paths.log) was moved, removed or replaced"
    case .logCut:
      "\(paths.log) was cut or changed; put it back, or restart the server to continue with what is "
        + "left of it"
    case .indexGone: "\(paths.index) was moved, removed or replaced"
    case .indexCut: "\(paths.index) was cut"
    }
  }
}

/// The identity and the size of the file at a path.
struct FileStatus: Sendable, Equatable {
  var device: UInt64
  var inode: UInt64
  /// The size in bytes.
  var size: Int
  /// Whether this is a regular file.
  var isRegular = true
  /// The number of the file's names (hard links).
  var nameCount = 1

  /// - Parameter followsLinks: Whether to follow a symbolic link at the path.
  /// - Returns: `nil` if there is no file, or it is not accessible.
  static func at(_ path: String, followsLinks: Bool = false) -> Self? {
    var status = stat()
    let result = followsLinks ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { return nil }
    return Self(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
      isRegular: status.st_mode & S_IFMT == S_IFREG, nameCount: Int(clamping: status.st_nlink))
  }

  func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }
}

#endif
