#if SQLite

public import BackstackStorage
import Dispatch

/// A storage in a SQLite file.
///
/// One thread writes, and puts all pending writes into one commit, up to a limit; other threads run
/// queries. If the file fails, the pending writes and queries fail, and each later one tries again,
/// so that the storage recovers once the cause is gone.
///
/// Removed data can't be read any more. The bytes of a journal stay in the file until many can be
/// removed together, at the latest with one of the next `StorageWrite.expire`.
public final class SQLiteStorage: SessionStorage {
  /// The configuration with which the storage was opened.
  public let configuration: SQLiteConfiguration
  private let writes: WorkQueue<StorageWrite>
  private let queries: WorkQueue<StorageQuery>
  /// The writing thread, which is the last to end.
  let writer = DispatchGroup()
  /// The threads that the writer waits for: the connection that is closed last checkpoints the log.
  private let helpers = DispatchGroup()

  private init(_ configuration: SQLiteConfiguration) {
    self.configuration = configuration
    writes = WorkQueue(
      maximumCount: configuration.maximumPending, maximumBytes: configuration.maximumPendingBytes)
    queries = WorkQueue(maximumCount: configuration.maximumPending)
  }

  deinit { closeQueues() }

  /// Opens a file. Creates it, or upgrades it to the newest format, if needed.
  ///
  /// - Parameters:
  ///   - configuration: The path of the file, and options.
  ///   - onWait: A closure that is called once if another server has the file and this waits for
  ///     it. Cancelling the task ends the wait.
  /// - Throws: `StorageError.unavailable(_:)`, `StorageError.readOnly`,
  ///   `StorageError.corrupted(_:)`, `StorageError.unknownFormat(_:)`, `StorageError.full`;
  ///   the file is unchanged then.
  /// - Complexity: O(1) in the number of sessions. For a file in an earlier format, O(*n*) in its
  ///   size: the upgrade needs about three times as much additional space until it is done, and
  ///   leaves a file of twice the size, whose free space is reused.
  public static func open(
    _ configuration: SQLiteConfiguration, onWait: () -> Void = {}
  ) async throws(StorageError) -> SQLiteStorage {
    try await open(configuration, schema: .current, onWait: onWait)
  }

  static func open(
    _ configuration: SQLiteConfiguration, schema: SQLiteSchema, onWait: () -> Void = {}
  ) async throws(StorageError) -> SQLiteStorage {
    let files = SharedFiles(lock: try await lock(configuration, onWait: onWait))
    let storage = SQLiteStorage(configuration)
    let (writes, queries) = (storage.writes, storage.queries)
    let helpers = storage.helpers
    let result: Result<Void, StorageError> = await withCheckedContinuation { continuation in
      do throws(StorageError) {
        try StorageThread.start(in: storage.writer) {
          let database = SQLiteDatabase(
            configuration, schema: schema, isWriter: true, files: files)
          do throws(StorageError) {
            try database.start()
            if let lock = files.lock, !lock.coverDatabase() { throw .inUse }
          } catch {
            // Before the caller resumes, which may open the file again at once.
            files.lock?.release()
            continuation.resume(returning: .failure(error))
            return
          }
          continuation.resume(returning: .success(()))
          let checkpointer = Checkpointer(configuration, schema: schema, files: files) {
            (move) throws(StorageError) in
            try StorageThread.start(in: helpers, move)
          }
          var writer = SQLiteWriter(
            configuration, queue: writes, database: database, checkpointer: checkpointer)
          writer.run()
          helpers.wait()
          database.close()
          files.lock?.release()
        }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    try result.get()
    for _ in 0..<max(1, configuration.readerCount) {
      try StorageThread.start(in: helpers) {
        let database = SQLiteDatabase(
          configuration, schema: schema, isWriter: false, files: files)
        let reader = SQLiteReader(queue: queries, database: database) {
          // The writing thread finds out what is wrong, and repairs the files if possible.
          let probe = StorageWrite.probe { _ in }
          try? writes.add(probe, size: probe.size)
        }
        reader.run()
      }
    }
    return storage
  }

  /// Takes the lock if the storage belongs to a server.
  private static func lock(
    _ configuration: SQLiteConfiguration, onWait: () -> Void
  ) async throws(StorageError) -> ServerLock? {
    guard configuration.isExclusive, !configuration.isReadOnly else { return nil }
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(configuration.serverTimeout)
    var isFirst = true
    while true {
      if let lock = try ServerLock.take(for: configuration.path) { return lock }
      // The other server may use it by that name, with another log.
      if let file = FileStatus.at(configuration.path, followsLinks: true) {
        try DatabaseOpener.requireOneName(file, at: configuration.path)
      }
      guard clock.now < end else { throw .inUse }
      if isFirst { onWait() }
      isFirst = false
      do {
        try await clock.sleep(for: .milliseconds(50))
      } catch {
        throw .inUse
      }
    }
  }

  public func submit(_ write: StorageWrite) {
    do throws(StorageError) {
      try writes.add(write, size: write.size)
    } catch {
      write.fail(with: error)
    }
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
      writer.notify(queue: .global()) { continuation.resume() }
    }
  }

  private func closeQueues() {
    writes.close()
    queries.close()
  }
}

extension StorageError {
  /// The error for a file that another server uses.
  static let inUse = Self.unavailable(
    "another server uses it; a SQLite file serves one server, several servers need PostgreSQL")
}

#endif
