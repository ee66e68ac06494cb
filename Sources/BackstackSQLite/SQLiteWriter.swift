#if SQLite

import BackstackStorage

/// Does the writes of a storage on a thread, many in a transaction.
struct SQLiteWriter {
  /// A write that waits, and who waits for it. A class, as to copy a write is to count all that it has
  /// one by one.
  final class Job: Sendable {
    let write: StorageWrite
    let completion: StorageCompletion<StorageReceipt>

    init(write: StorageWrite, completion: @escaping StorageCompletion<StorageReceipt>) {
      self.write = write
      self.completion = completion
    }
  }

  private typealias Outcome = Result<StorageReceipt, StorageError>

  /// How many bytes the writes of one transaction have at most, if there is more than one.
  private static let batchBytes = 16 << 20

  let configuration: SQLiteConfiguration
  let queue: WorkQueue<Job>
  let database: SQLiteDatabase

  /// Runs until the queue is closed and empty.
  func run() {
    while true {
      let jobs = queue.take(count: configuration.maximumBatch, bytes: Self.batchBytes)
      if jobs.isEmpty { return }
      for (job, outcome) in zip(jobs, outcomes(of: jobs)) { job.completion(outcome) }
      checkpoint()
    }
  }

  private func outcomes(of jobs: [Job]) -> [Outcome] {
    do throws(StorageError) {
      return try commit(jobs)
    } catch {
      if error == .full, removesGarbage() { return outcomes(of: jobs) }
      guard error.isOfOneWrite, jobs.count > 1 else { return jobs.map { _ in .failure(error) } }
      // Others are not to fail with the one that does.
      return jobs.map { job in
        do throws(StorageError) {
          return try commit([job])[0]
        } catch {
          return .failure(error)
        }
      }
    }
  }

  /// Makes room of what only waits to be removed.
  ///
  /// - Returns: Whether there was any, and it is gone.
  private func removesGarbage() -> Bool {
    guard let connection = try? database.connection() else { return false }
    var count = 0
    while true {
      let removed = try? connection.transaction(.writing) { () throws(StorageError) in
        try Garbage.remove(in: connection)
      }
      guard removed == true else { return count > 0 }
      count += 1
    }
  }

  /// Does writes in one transaction; those that are refused change nothing.
  ///
  /// - Throws: ``StorageError`` when none was done.
  private func commit(_ jobs: [Job]) throws(StorageError) -> [Outcome] {
    if configuration.isReadOnly { throw .readOnly }
    do throws(StorageError) {
      let tables = SQLiteTables(connection: try database.connection())
      return try tables.connection.transaction(.writing) { () throws(StorageError) in
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(jobs.count)
        for job in jobs {
          do throws(StorageError) {
            outcomes.append(.success(try tables.apply(job.write)))
          } catch {
            guard error.isRefusal else { throw error }
            outcomes.append(.failure(error))
          }
        }
        return outcomes
      }
    } catch {
      if error != .full { database.drop() }
      throw error
    }
  }

  /// Keeps the log of changes small, while nobody waits for it.
  private func checkpoint() {
    let limit = max(1, configuration.checkpointPages)
    guard let connection = try? database.connection(), connection.logPageCount >= limit else {
      return
    }
    // Readers that are always there must not let the log grow forever.
    connection.checkpoint(waits: connection.logPageCount >= 16 * limit)
  }
}

extension StorageWrite {
  /// How many bytes wait with the write, about.
  var size: Int {
    func size(of entries: [JournalEntry]) -> Int {
      entries.reduce(0) { $0 + $1.byteCount + 64 }
    }
    let overhead = 512
    switch self {
    case .create(let new):
      return overhead + new.session.state.count + new.session.metadata.count
        + size(of: new.journal) + (new.answer?.body.count ?? 0)
    case .update(let update):
      return overhead + (update.state?.count ?? 0) + (update.metadata?.count ?? 0)
        + size(of: update.entries) + update.answers.reduce(0) { $0 + $1.body.count }
    case .claim, .end, .delete, .expire, .probe: return overhead
    }
  }
}

#endif
