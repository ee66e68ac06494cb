#if PostgreSQL

import BackstackStorage

/// A thread's way to the database: it connects when it is first used, and again after the connection
/// was lost.
final class PostgresLink {
  private let configuration: PostgresConfiguration
  private let name: String
  private let connections: String
  private var connection: PostgresConnection?
  /// The server's process of the connection that was lost last. It may hold the locks of a transaction
  /// that was sent in part.
  private var former: PostgresConnection.Backend?
  /// Whether the last attempts failed for so long that later ones are not repeated.
  private var isDown: Bool
  private let clock: StorageClock

  /// - Parameters:
  ///   - name: What the database's list of its connections shows, unless the URL has a name.
  ///   - connections: What all names of the storage's connections end with.
  ///   - triesOnce: Whether nothing is tried again before something has worked.
  init(
    _ configuration: PostgresConfiguration, name: String, connections: String,
    triesOnce: Bool = false, clock: StorageClock = .system
  ) {
    self.configuration = configuration
    self.name = name
    self.connections = connections
    isDown = triesOnce
    self.clock = clock
  }

  /// Connects, and prepares the tables.
  func open() throws(StorageError) {
    try PostgresSchema.prepare(try connected(), configuration)
  }

  func close() { connection = nil }

  private func connected() throws(StorageError) -> PostgresConnection {
    if let connection { return connection }
    do throws(PostgresFailure) {
      let connection = try PostgresConnection(configuration, name: name)
      try connection.appendToName(connections)
      self.connection = connection
      if let former { try end(former, over: connection) }
      former = nil
      return connection
    } catch {
      drop()
      throw error.error
    }
  }

  /// Ends a process of the server, which waits for the rest of a transaction for as long as the
  /// system keeps its connection.
  private func end(
    _ backend: PostgresConnection.Backend, over connection: PostgresConnection
  ) throws(PostgresFailure) {
    _ = try connection.run([
      PostgresCommand(
        PostgresStatement(
          "",
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid = $1::bigint AND backend_start::text = $2::text
          """), [.integer(backend.number), .text(backend.start)])
    ])
  }

  private func drop() {
    if let backend = connection?.backend, backend.number != 0 { former = backend }
    connection = nil
  }

  /// Uses the connection. What fails because the connection was lost, or because it met another
  /// transaction, is done again.
  ///
  /// - Parameter body: Its argument is whether an earlier attempt may have been committed.
  /// - Throws: ``StorageError``.
  func use<Value>(
    _ body: (PostgresConnection, _ isRetry: Bool) throws(PostgresFailure) -> Value
  ) throws(StorageError) -> Value {
    var schedule = RetrySchedule(
      from: clock.now(), for: .milliseconds(isDown ? 0 : configuration.retryTime))
    var isRetry = false
    var conflicts = 0
    while true {
      let failure: StorageError
      do throws(StorageError) {
        let connection = try connected()
        do throws(PostgresFailure) {
          let value = try body(connection, isRetry)
          isDown = false
          return value
        } catch {
          if error.isConflict, conflicts < Self.maximumConflicts {
            conflicts += 1
            continue
          }
          guard error.isLoss else { throw error.error }
          drop()
          isRetry = true
          failure = error.error
        }
      } catch {
        guard connection == nil else { throw error }
        failure = error
      }
      guard let pause = schedule.next(at: clock.now()) else {
        isDown = true
        throw failure
      }
      clock.pause(pause)
    }
  }

  private static let maximumConflicts = 5
}

#endif
