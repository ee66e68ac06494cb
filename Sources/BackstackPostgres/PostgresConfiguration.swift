#if PostgreSQL

/// The configuration of a storage in a PostgreSQL database.
public struct PostgresConfiguration: Sendable, Hashable {
  /// The failures that an acknowledged write survives.
  public enum Durability: Sendable, Hashable {
    /// The write survives the end of the database's processes or system, and a power failure. If the
    /// database has synchronous standbys, each commit waits for them.
    case full
    /// If the database ends, the last writes may be lost, all from some point in time on.
    case relaxed
  }

  /// Where the database is: a URL such as `postgres://shop@db.example/shop`, or the keywords and
  /// values of libpq.
  public var url: String
  /// The name of the schema that has the tables.
  public var schema = "backstack"
  /// Whether the schema and the tables are created if they don't exist.
  public var createsTables = true
  /// The failures that an acknowledged write survives.
  public var durability = Durability.full
  /// The number of connections that write; at least 1. All writes to a session take the same one.
  public var writerCount = 2
  /// The number of connections that run queries; at least 1.
  public var readerCount = 2
  /// The maximum number of pending writes, and of pending queries; at least 1.
  public var maximumPending = 10_000
  /// The maximum number of bytes of all pending writes together; a single write may be larger.
  public var maximumPendingBytes = 256 << 20
  /// The maximum number of writes that share a transaction; at least 1.
  public var maximumBatch = 64
  /// The maximum number of bytes of a transaction's writes; a single write may be larger.
  public var maximumBatchBytes = 1 << 20
  /// The time for which opening waits for a database that can't be reached, in milliseconds.
  public var openTime = 0
  /// The time for which writes and queries are sent again when the connection was lost, before they
  /// fail, in milliseconds. After such a failure, each is sent once until one succeeds.
  public var retryTime = 5000
  /// The time for which a database that sends nothing is waited for, in milliseconds; then the
  /// connection counts as lost.
  public var silenceTime = 10_000

  /// Creates the configuration of a storage in a database.
  public init(url: String) { self.url = url }
}

#endif
