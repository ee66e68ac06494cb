#if SQLite

/// The configuration of a storage in a SQLite file.
public struct SQLiteConfiguration: Sendable, Hashable {
  /// The failures that an acknowledged write survives.
  public enum Durability: Sendable, Hashable {
    /// The write survives the end of the process or the system, and a power failure: each commit
    /// waits for the disk.
    case full
    /// The write survives the end of the process. If the system ends, the last writes may be lost,
    /// all from some point in time on; the file stays intact.
    case relaxed
  }

  /// The path of the file. While the file is in use, two more files belong to it, whose names end
  /// with `-wal` and `-shm`.
  public var path: String
  /// The failures that an acknowledged write survives.
  public var durability = Durability.full
  /// Whether the file is created if it doesn't exist.
  public var createsFile = true
  /// Whether the storage belongs to a server, which uses the file exclusively: what the server
  /// knows about sessions would be outdated if another one changed them. Until it is closed or the
  /// process ends, the storage holds a lock on another file next to the database, whose name ends
  /// with `-lock`. On a network file system, the lock is as reliable as that system's locks.
  ///
  /// Tools that run alongside a server set this to `false`.
  public var isExclusive = true
  /// The time to wait for another server to stop, in milliseconds.
  public var serverTimeout = 0
  /// Whether the file is only read; writes fail with `StorageError.readOnly`.
  public var isReadOnly = false
  /// The number of threads that run queries; at least 1.
  public var readerCount = 2
  /// The maximum number of pending writes, and of pending queries; at least 1.
  public var maximumPending = 10_000
  /// The maximum number of bytes of all pending writes together; a single write may be larger.
  public var maximumPendingBytes = 256 << 20
  /// The maximum number of writes that share a commit; at least 1.
  public var maximumBatch = 1024
  /// The time to wait for another process that has locked the file, in milliseconds.
  public var lockTimeout = 2000
  /// The maximum size of the file in bytes; `nil` for as much as the disk has room for.
  public var maximumBytes: Int?
  /// The number of 4 KB pages that are added to the write-ahead log before a checkpoint moves them
  /// into the file, concurrently with further writes; at least 1. The log can have four times as
  /// many if pages are added faster than they are moved, and sixteen times as many if queries run
  /// all the time.
  public var checkpointPages = 4000

  /// Creates the configuration of a storage at a path.
  public init(path: String) { self.path = path }

  /// The path in a form that SQLite doesn't interpret as something else.
  var plainPath: String { path.hasPrefix("/") ? path : "./" + path }
}

#endif
