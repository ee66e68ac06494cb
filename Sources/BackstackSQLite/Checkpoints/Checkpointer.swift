#if SQLite

import BackstackStorage

/// Keeps the log of changes small, for the thread that writes.
///
/// The other thread is there while it moves something only: a storage that is not written to has none,
/// and there is nothing to be ended.
struct Checkpointer {
  private let configuration: SQLiteConfiguration
  private let schema: SQLiteSchema
  private let files: SharedFiles
  /// Runs something on a thread of its own.
  private let start: (@escaping @Sendable () -> Void) throws(StorageError) -> Void
  /// What has become of what the other thread was to move.
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

  /// Has the log moved from now on when so many pages were written to it.
  mutating func limit(to pages: Int) { plan.limit = pages }

  /// Moves what is to be moved after commits of a connection.
  ///
  /// - Parameter mayMove: Whether anything may be moved now.
  mutating func wrote(_ connection: SQLiteConnection, mayMove: () -> Bool = { true }) {
    let pages = connection.logPageCount
    var next: CheckpointPlan.Step?
    if plan.isMovingBeside, !reports.isEmpty {
      next = plan.movedBeside(report(), pages: pages)
    } else {
      next = plan.wrote(pages: pages)
    }
    while let step = next {
      next = nil
      switch step {
      case .moveBeside:
        if !mayMove() || !moveBeside() { next = plan.movedBeside(nil, pages: pages) }
      case .awaitBeside:
        next = plan.movedBeside(report(), pages: pages)
      case .moveRest(let waits):
        // What can't be moved now is another time.
        if mayMove() { connection.checkpoint(waits ? .restarting : .passive) }
        plan.movedRest(pages: pages)
      }
    }
  }

  /// Waits for what the other thread has done.
  private func report() -> Int? { reports.take(count: 1).first ?? nil }

  /// - Returns: Whether there will be a report.
  private func moveBeside() -> Bool {
    do throws(StorageError) {
      let (configuration, schema, files, reports) = (configuration, schema, files, reports)
      try start { try? reports.add(Self.move(configuration, schema, files)) }
      return true
    } catch {
      return false
    }
  }

  /// Moves what is in the log of a file, over a connection of its own.
  ///
  /// - Returns: How many pages of the log are in the file now; `nil` when that failed.
  private static func move(
    _ configuration: SQLiteConfiguration, _ schema: SQLiteSchema, _ files: SharedFiles
  ) -> Int? {
    do throws(StorageError) {
      let database = SQLiteDatabase(configuration, schema: schema, isWriter: false, files: files)
      return try database.withTables { (tables) throws(StorageError) in
        let connection = tables.connection
        // Whatever the commits do: what is moved is on the disk before the log begins anew.
        try connection.run("PRAGMA synchronous = NORMAL")
        guard let moved = connection.checkpoint(.passive) else { return nil }
        // SQLite does it when all is moved, which would be while everybody waits.
        try connection.syncFile()
        return moved
      }
    } catch {
      return nil
    }
  }
}

#endif
