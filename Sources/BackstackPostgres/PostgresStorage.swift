#if PostgreSQL

public import BackstackStorage
import Dispatch

/// A storage in a PostgreSQL database.
///
/// Several threads write, each over a connection of its own, and put the writes that wait into one
/// transaction, up to a limit. Other threads run queries. A write whose connection is lost before it
/// is confirmed is sent again, and takes effect once.
///
/// Several servers may use the same database. Each claims a session before it runs it, and the writes
/// of the server that had it before are refused.
public final class PostgresStorage: SessionStorage {
  /// The configuration with which the storage was opened.
  public let configuration: PostgresConfiguration
  /// The unique suffix of the names of this storage's connections in the database's list of
  /// connections.
  let connections: String
  private let writes: [WorkQueue<StorageWrite>]
  private let queries: WorkQueue<StorageQuery>
  private let threads = DispatchGroup()

  private init(_ configuration: PostgresConfiguration) {
    self.configuration = configuration
    connections = String(UInt64.random(in: .min ... .max), radix: 16)
    let count = max(1, configuration.writerCount)
    writes = (0..<count).map { _ in
      WorkQueue(
        maximumCount: configuration.maximumPending,
        maximumBytes: configuration.maximumPendingBytes / count)
    }
    queries = WorkQueue(maximumCount: configuration.maximumPending)
  }

  deinit { closeQueues() }

  /// Connects to a database, and creates the tables if they are missing and the configuration says so.
  ///
  /// - Parameters:
  ///   - configuration: Where the database is, and options.
  ///   - onWait: A closure that is called once, with the reason, if the database can't be reached and
  ///     this waits for it. Cancelling the task ends the wait.
  /// - Throws: `StorageError.unavailable(_:)`, `StorageError.readOnly`,
  ///   `StorageError.unknownFormat(_:)` if other tables are there or none, or `StorageError.invalid(_:)` if
  ///   the URL can't be read, or the database's settings can't keep what the configuration promises.
  public static func open(
    _ configuration: PostgresConfiguration, onWait: (StorageError) -> Void = { _ in }
  ) async throws(StorageError) -> PostgresStorage {
    try PostgresConnection.checkURL(configuration.url)
    let clock = ContinuousClock()
    var schedule = RetrySchedule(from: clock.now, for: .milliseconds(configuration.openTime))
    var isFirst = true
    while true {
      let failure: StorageError
      do throws(StorageError) {
        return try await connect(configuration)
      } catch {
        failure = error
      }
      guard case .unavailable = failure, let pause = schedule.next(at: clock.now) else {
        throw failure
      }
      if isFirst { onWait(failure) }
      isFirst = false
      do {
        try await clock.sleep(for: pause)
      } catch {
        throw failure
      }
    }
  }

  private static func connect(
    _ configuration: PostgresConfiguration
  ) async throws(StorageError) -> PostgresStorage {
    let storage = PostgresStorage(configuration)
    let (threads, queries, connections) = (
      storage.threads, storage.queries, storage.connections
    )
    let result: Result<Void, StorageError> = await withCheckedContinuation { continuation in
      do throws(StorageError) {
        try start(in: threads, configuration, connections, storage.writes[0]) {
          continuation.resume(returning: $0)
        }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    try result.get()
    for queue in storage.writes.dropFirst() {
      try start(in: threads, configuration, connections, queue)
    }
    for _ in 0..<max(1, configuration.readerCount) {
      try StorageThread.start(in: threads) {
        let link = PostgresLink(
          configuration, name: "backstack reader", connections: connections)
        PostgresReader(queue: queries, link: link).run()
        link.close()
      }
    }
    return storage
  }

  /// Starts a writing thread.
  ///
  /// - Parameter whenOpen: Called once the tables are prepared, or can't be; `nil` for a thread that
  ///   connects when it has something to write.
  private static func start(
    in threads: DispatchGroup, _ configuration: PostgresConfiguration, _ connections: String,
    _ queue: WorkQueue<StorageWrite>,
    whenOpen: (@Sendable (Result<Void, StorageError>) -> Void)? = nil
  ) throws(StorageError) {
    try StorageThread.start(in: threads) {
      let link = PostgresLink(
        configuration, name: "backstack writer", connections: connections,
        triesOnce: whenOpen != nil)
      if let whenOpen {
        do throws(StorageError) {
          try link.open()
          whenOpen(.success(()))
        } catch {
          link.close()
          whenOpen(.failure(error))
          return
        }
      }
      PostgresWriter(configuration, queue, link).run()
      link.close()
    }
  }

  public func submit(_ write: StorageWrite) {
    do throws(StorageError) {
      try queue(for: write).add(write, size: write.size)
    } catch {
      write.fail(with: error)
    }
  }

  /// Returns the queue of a write: the same one for all writes to a session, which keeps their order.
  private func queue(for write: StorageWrite) -> WorkQueue<StorageWrite> {
    guard writes.count > 1, let id = write.sessionID else { return writes[0] }
    let hash = id.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return writes[Int((hash >> 32) % UInt64(writes.count))]
  }

  public func ask(_ query: StorageQuery) {
    do throws(StorageError) {
      try queries.add(query)
    } catch {
      query.fail(with: error)
    }
  }

  public func close() async {
    closeQueues()
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
  }

  private func closeQueues() {
    for queue in writes { queue.close() }
    queries.close()
  }
}

#endif
