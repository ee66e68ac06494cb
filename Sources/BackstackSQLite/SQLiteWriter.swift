#if SQLite

import BackstackLocking
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
      let outcomes = outcomes(of: jobs)
      // Who is woken by the first would take the processor from those that follow, and the next commit.
      Wakes.together {
        for (job, outcome) in zip(jobs, outcomes) { job.completion(outcome) }
      }
      // What comes now is done while nobody waits for it.
      let isSweep = jobs.contains { if case .expire = $0.write { true } else { false } }
      while removesGarbage(atLeast: isSweep ? 1 : Garbage.limit), queue.isEmpty {}
      checkpoint()
    }
  }

  private func outcomes(of jobs: [Job]) -> [Outcome] {
    do throws(StorageError) {
      return try commit(jobs)
    } catch {
      if error == .full, makesRoom() { return outcomes(of: jobs) }
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

  /// Removes for good some of what was removed, if there is so much of it.
  ///
  /// - Returns: Whether something was.
  private func removesGarbage(atLeast limit: Int) -> Bool {
    guard !configuration.isReadOnly, let connection = try? database.connection(),
      let count = try? Garbage.count(in: connection), count >= limit
    else { return false }
    return removesGarbage(connection)
  }

  /// What fails now is done another time.
  private func removesGarbage(_ connection: SQLiteConnection) -> Bool {
    do throws(StorageError) {
      return try Garbage.remove(in: connection)
    } catch {
      if error != .full { database.drop() }
      return false
    }
  }

  /// Removes all of it.
  ///
  /// - Returns: Whether there was any.
  private func makesRoom() -> Bool {
    guard let connection = try? database.connection() else { return false }
    var hadAny = false
    while removesGarbage(connection) { hadAny = true }
    return hadAny
  }

  /// Keeps the log of changes small.
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
