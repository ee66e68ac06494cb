#if SQLite

/// How sessions are stored in a file.
public struct SQLiteConfiguration: Sendable, Hashable {
  /// What an acknowledged write survives.
  public enum Durability: Sendable, Hashable {
    /// The end of the process, of the system, and of the current: each commit waits for the disk.
    case full
    /// The end of the process. When the system ends, the last writes may be lost, all from some moment
    /// on, and the file is intact.
    case relaxed
  }

  /// Where the file is. Next to it are, while it is used, two more whose names end with `-wal` and
  /// `-shm`, and which belong to it.
  public var path: String
  /// What an acknowledged write survives.
  public var durability = Durability.full
  /// Whether the file is made when there is none.
  public var createsFile = true
  /// Whether the storage is a server's, which has the file for itself: what it knows of sessions would
  /// be old when another one changed them. It has a lock until it is closed or the process ends, on
  /// another file beside it whose name ends with `-lock`. On a network file system the lock is as good as
  /// that is.
  ///
  /// Tools that work beside a server open the file without.
  public var isExclusive = true
  /// How long is waited for another server to stop, in milliseconds.
  public var serverTimeout = 0
  /// Whether the file is only read; writes are refused with `StorageError.readOnly`.
  public var isReadOnly = false
  /// How many threads answer questions; at least 1.
  public var readerCount = 2
  /// How many writes, and how many questions, can wait; at least 1.
  public var maximumPending = 10_000
  /// How many bytes the writes that wait can have together; a single one may have more.
  public var maximumPendingBytes = 256 << 20
  /// How many writes share a commit at most; at least 1.
  public var maximumBatch = 1024
  /// How long is waited for another process that has locked the file, in milliseconds.
  public var lockTimeout = 2000
  /// How many bytes the file can have; `nil` for as many as there is room for.
  public var maximumBytes: Int?
  /// How many pages of 4 KB are added to the log of changes until they are moved into the file, beside
  /// what is written; at least 1. There are up to four times as many when they come faster than they are
  /// moved, and sixteen times as many while questions are always under way.
  public var checkpointPages = 4000

  /// Sessions in a file.
  public init(path: String) { self.path = path }

  /// A path that SQLite does not take for something else than a path.
  var plainPath: String { path.hasPrefix("/") ? path : "./" + path }
}

#endif
