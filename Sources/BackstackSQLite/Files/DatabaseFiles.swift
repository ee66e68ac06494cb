#if SQLite

/// The files of a database, as they are found at their paths at one moment.
struct DatabaseFiles: Sendable, Equatable {
  /// Where the files of a database are.
  struct Paths: Sendable, Equatable {
    /// With symbolic links resolved, as SQLite names the other two after the file itself.
    let main: String

    /// The log of changes.
    let log: String
    /// The index of the log, which the processes that use the file have in their memory.
    let index: String

    // Not made anew for each look at the files, which every write takes.
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

  /// Looks at the files at some paths.
  init(at paths: Paths) {
    main = FileStatus.at(paths.main)
    log = FileStatus.at(paths.log)
    index = FileStatus.at(paths.index)
  }

  /// Finds what has happened to the files that a connection has open.
  ///
  /// - Parameters:
  ///   - known: The files when they were opened, with the largest sizes that they had since.
  ///   - databaseBytes: How many bytes the database has, the pages that are only in the log included;
  ///     `nil` when that is not known.
  /// - Returns: What has to be dealt with first; `nil` when they are those that were opened, and are
  ///   as large as they have to be.
  func trouble(since known: Self, databaseBytes: Int? = nil) -> FileTrouble? {
    guard let main else { return .mainMissing }
    if let before = known.main {
      guard main.isSameFile(as: before) else {
        let isOldLog = Self.isSame(log, known.log) && (log?.size ?? 0) > 0
        return .mainReplaced(besideOldLog: isOldLog)
      }
      // A file that another program has made smaller needs no more than what the database has.
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

  /// Finds what is in the way of who opens files after others of the same paths were open.
  ///
  /// - Returns: `nil` when they may be opened, whichever they are.
  func troubleOfOpening(after known: Self) -> FileTrouble? {
    switch trouble(since: known) {
    case .mainMissing: .mainMissing
    case .mainReplaced(besideOldLog: true): .mainReplaced(besideOldLog: true)
    default: nil
    }
  }

  private static func isSame(_ file: FileStatus?, _ known: FileStatus?) -> Bool {
    guard let known else { return true }
    return file.map { $0.isSameFile(as: known) } ?? false
  }
}

/// What can happen to the files of a database that is open.
enum FileTrouble: Equatable {
  /// The file was moved or removed.
  case mainMissing
  /// Another file is in its place; whether the log beside it is the one of the file before.
  case mainReplaced(besideOldLog: Bool)
  /// The file has fewer bytes than it had.
  case mainCut(from: Int, to: Int)
  /// The log was moved, removed or replaced. What is open is still whole.
  case logGone
  /// Bytes of the log are missing or changed, and they are not in the file yet.
  case logCut
  /// The index was moved, removed or replaced. It can be made anew from the log.
  case indexGone
  /// The index has fewer bytes than this.
  case indexCut(from: Int)

  /// Describes the trouble to the operator of the server.
  func description(_ paths: DatabaseFiles.Paths) -> String {
    switch self {
    case .mainMissing: "\(paths.main) was moved or removed"
    case .mainReplaced(besideOldLog: true):
      "\(paths.main) is another file now, and \(paths.log) belongs to the one before"
    case .mainReplaced(besideOldLog: false): "\(paths.main) is another file now"
    case .mainCut(let before, let now): "\(paths.main) was cut from \(before) to \(now) bytes"
    case .logGone: "\(paths.log) was moved, removed or replaced"
    case .logCut:
      "\(paths.log) was cut or changed; put it back, or start the server anew to go on with what is "
        + "left of it"
    case .indexGone: "\(paths.index) was moved, removed or replaced"
    case .indexCut: "\(paths.index) was cut"
    }
  }
}

#endif
