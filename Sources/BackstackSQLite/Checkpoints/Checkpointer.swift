#if SQLite

import BackstackStorage

/// The part of the writing thread that keeps the write-ahead log small.
///
/// The other thread only exists during a checkpoint, so an idle storage doesn't have one, and
/// nothing has to be stopped.
struct Checkpointer {
  private let configuration: SQLiteConfiguration
  private let schema: SQLiteSchema
  private let files: SharedFiles
  /// A closure that starts a thread.
  private let start: (@escaping @Sendable () -> Void) throws(StorageError) -> Void
  /// The results of the other thread's checkpoints.
  private let reports = WorkQueue<Int?>(maximumCount: 1)
  private var plan: CheckpointPlan

  init(
    _ configuration: SQLiteConfiguration, schema: SQLiteSchema,
    files: SharedFiles = SharedFiles(),
    start: @escaping (@escaping @Sendable () -> Void) throws(StorageError) -> Void
  ) {
    self.configuration = configuration
    self.schema = schema
    self.files = files
    self.start = start
    plan = CheckpointPlan(limit: configuration.checkpointPages)
  }

  /// Sets the number of pages after which the log is checkpointed.
  mutating func limit(to pages: Int) { plan.limit = pages }

  /// Checkpoints the log after commits of a connection, if it is time to.
  ///
  /// - Parameter mayCheckpoint: Returns whether checkpoints are allowed now.
  mutating func wrote(_ connection: SQLiteConnection, mayCheckpoint: () -> Bool = { true }) {
    let pages = connection.logPageCount
    var next: CheckpointPlan.Step?
    if plan.isCheckpointing, !reports.isEmpty {
      next = plan.backgroundEnded(report(), pages: pages)
    } else {
      next = plan.wrote(pages: pages)
    }
    while let step = next {
      next = nil
      switch step {
      case .checkpointInBackground:
        if !mayCheckpoint() || !startThread() { next = plan.backgroundEnded(nil, pages: pages) }
      case .awaitBackground:
        next = plan.backgroundEnded(report(), pages: pages)
      case .checkpointRest(let waits):
        // A later attempt checkpoints what can't be checkpointed now.
        if mayCheckpoint() { connection.checkpoint(waits ? .restarting : .passive) }
        plan.restEnded(pages: pages)
      }
    }
  }

  /// Waits for the result of the other thread's checkpoint.
  private func report() -> Int? { reports.take(count: 1).first ?? nil }

  /// - Returns: Whether there will be a result.
  private func startThread() -> Bool {
    do throws(StorageError) {
      let (configuration, schema, files, reports) = (configuration, schema, files, reports)
      try start { try? reports.add(Self.checkpoint(configuration, schema, files)) }
      return true
    } catch {
      return false
    }
  }

  /// Checkpoints the log of a file, over a separate connection.
  ///
  /// - Returns: The number of checkpointed pages in the log; `nil` if the checkpoint failed.
  private static func checkpoint(
    _ configuration: SQLiteConfiguration, _ schema: SQLiteSchema, _ files: SharedFiles
  ) -> Int? {
    do throws(StorageError) {
      let database = SQLiteDatabase(configuration, schema: schema, isWriter: false, files: files)
      return try database.withTables { (tables) throws(StorageError) in
        let connection = tables.connection
        // With any durability of commits, checkpointed pages must be on the disk before the log
        // restarts.
        try connection.run("PRAGMA synchronous = NORMAL")
        guard let pages = connection.checkpoint(.passive) else { return nil }
        // SQLite syncs when all pages are checkpointed, which would be while all writes wait.
        try connection.syncFile()
        return pages
      }
    } catch {
      return nil
    }
  }
}

#endif
