#if SQLite

import BackstackStorage

/// Keeps the log of changes small, for the thread that writes.
///
/// The other thread is there while it moves something only: a storage that is not written to has none,
/// and there is nothing to be ended.
struct Checkpointer {
  private let configuration: SQLiteConfiguration
  private let schema: SQLiteSchema
  /// Runs something on a thread of its own.
  private let start: (@escaping @Sendable () -> Void) throws(StorageError) -> Void
  /// What has become of what the other thread was to move.
  private let reports = WorkQueue<Int?>(maximumCount: 1)
  private var plan: CheckpointPlan

  init(
    _ configuration: SQLiteConfiguration, schema: SQLiteSchema,
    start: @escaping (@escaping @Sendable () -> Void) throws(StorageError) -> Void
  ) {
    self.configuration = configuration
    self.schema = schema
    self.start = start
    plan = CheckpointPlan(limit: configuration.checkpointPages)
  }

  /// Moves what is to be moved after commits of a connection.
  mutating func wrote(_ connection: SQLiteConnection) {
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
        if !moveBeside() { next = plan.movedBeside(nil, pages: pages) }
      case .awaitBeside:
        next = plan.movedBeside(report(), pages: pages)
      case .moveRest(let waits):
        // What can't be moved now is another time.
        connection.checkpoint(waits: waits)
        plan.movedRest(pages: pages)
      }
    }
  }

  /// Waits for what the other thread has done.
  private func report() -> Int? { reports.take(count: 1).first ?? nil }

  /// - Returns: Whether there will be a report.
  private func moveBeside() -> Bool {
    do throws(StorageError) {
      let (configuration, schema, reports) = (configuration, schema, reports)
      try start { try? reports.add(Self.move(configuration, schema)) }
      return true
    } catch {
      return false
    }
  }

  /// Moves what is in the log of a file, over a connection of its own.
  ///
  /// - Returns: How many pages of the log are in the file now; `nil` when that failed.
  private static func move(
    _ configuration: SQLiteConfiguration, _ schema: SQLiteSchema
  ) -> Int? {
    do throws(StorageError) {
      let connection = try SQLiteDatabase(configuration, schema: schema, isWriter: false)
        .connection()
      // Whatever the commits do: what is moved is on the disk before the log begins anew.
      try connection.run("PRAGMA synchronous = NORMAL")
      guard let moved = connection.checkpoint(waits: false) else { return nil }
      // SQLite does it when all is moved, which would be while everybody waits.
      try connection.syncFile()
      return moved
    } catch {
      return nil
    }
  }
}

#endif
