#if SQLite

public import BackstackStorage
import Dispatch

/// A storage in a file, by SQLite.
///
/// One thread writes, with as many writes in a commit as wait; others answer questions. A failure of
/// the file is told to those who wait, and each later write or question tries again, so that the
/// storage works on when what was in the way is gone.
///
/// What is removed can't be read from then on. The bytes of a journal stay in the file until many can be
/// removed together, at the latest with one of the next `StorageWrite.expire`.
public final class SQLiteStorage: SessionStorage {
  /// What it was opened with.
  public let configuration: SQLiteConfiguration
  private let writes: WorkQueue<SQLiteWriter.Job>
  private let queries: WorkQueue<SQLiteReader.Job>
  /// The thread that writes, which is the last to end.
  let writer = DispatchGroup()
  /// Those that it waits for, as who closes a file last moves what is in its log.
  private let helpers = DispatchGroup()

  private init(_ configuration: SQLiteConfiguration) {
    self.configuration = configuration
    writes = WorkQueue(
      maximumCount: configuration.maximumPending, maximumBytes: configuration.maximumPendingBytes)
    queries = WorkQueue(maximumCount: configuration.maximumPending)
  }

  deinit { closeQueues() }

  /// Opens a file, and makes it or brings it to the newest format if need be.
  ///
  /// - Parameters:
  ///   - configuration: Where the file is, and how it is used.
  ///   - onWait: Called once when another server has the file, and is waited for. The wait ends when the
  ///     task is cancelled.
  /// - Throws: ``StorageError/unavailable(_:)``, ``StorageError/readOnly``,
  ///   ``StorageError/corrupted(_:)``, ``StorageError/unknownFormat(_:)``, ``StorageError/full``; the
  ///   file is as it was then.
  /// - Complexity: O(1), however many sessions there are; O(size of the file) when that is of an earlier
  ///   format, which takes about three times as much room again until it is done, and leaves a file of
  ///   twice the size, to be filled.
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
          } catch {
            // Before who opens it is told, as that may be done again at once.
            files.lock?.release()
            continuation.resume(returning: .failure(error))
            return
          }
          continuation.resume(returning: .success(()))
          let checkpointer = Checkpointer(configuration, schema: schema, files: files) {
            (move) throws(StorageError) in
            try StorageThread.start(in: helpers, move)
          }
          var writer = SQLiteWriter(configuration, writes, database, checkpointer)
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
          // Whoever writes finds out what is the matter, and mends it if it can be.
          let probe = SQLiteWriter.Job(write: .probe) { _ in }
          try? writes.add(probe, size: StorageWrite.probe.size)
        }
        reader.run()
      }
    }
    return storage
  }

  /// Takes the lock of a server, if it is one.
  private static func lock(
    _ configuration: SQLiteConfiguration, onWait: () -> Void
  ) async throws(StorageError) -> ServerLock? {
    guard configuration.isExclusive, !configuration.isReadOnly else { return nil }
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(configuration.serverTimeout)
    var isFirst = true
    while true {
      if let lock = try ServerLock.take(for: configuration.path) { return lock }
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

  public func submit(
    _ write: StorageWrite, completion: @escaping StorageCompletion<StorageReceipt>
  ) {
    do throws(StorageError) {
      try writes.add(SQLiteWriter.Job(write: write, completion: completion), size: write.size)
    } catch {
      completion(.failure(error))
    }
  }

  public func ask(_ query: StorageQuery, completion: @escaping StorageCompletion<StorageAnswer>) {
    do throws(StorageError) {
      try queries.add(SQLiteReader.Job(query: query, completion: completion))
    } catch {
      completion(.failure(error))
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
  /// Another server has the file.
  static let inUse = Self.unavailable(
    "another server uses it, and a SQLite file is for one; several servers need PostgreSQL")
}

#endif
