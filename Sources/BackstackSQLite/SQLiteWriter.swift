#if SQLite

import BackstackLocking
import BackstackStorage
import Glibc

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

  private let configuration: SQLiteConfiguration
  private let queue: WorkQueue<Job>
  private let database: SQLiteDatabase
  private var checkpointer: Checkpointer
  /// About how many blocks of journals wait to be removed.
  private var garbageCount = 0
  /// How much room there was when it was last looked at.
  private var room: DiskRoom?
  /// How many commits there were since.
  private var commitsSince = 0

  init(
    _ configuration: SQLiteConfiguration, _ queue: WorkQueue<Job>, _ database: SQLiteDatabase,
    _ checkpointer: Checkpointer
  ) {
    self.configuration = configuration
    self.queue = queue
    self.database = database
    self.checkpointer = checkpointer
  }

  /// Runs until the queue is closed and empty.
  mutating func run() {
    while true {
      let jobs = queue.take(
        count: room?.batchCount(atMost: configuration.maximumBatch) ?? configuration.maximumBatch,
        bytes: room?.batchBytes(atMost: Self.batchBytes) ?? Self.batchBytes)
      if jobs.isEmpty { return }
      let outcomes = outcomes(of: jobs)
      // Who is woken by the first would take the processor from those that follow, and the next commit.
      Wakes.together {
        for (job, outcome) in zip(jobs, outcomes) { job.completion(outcome) }
      }
      // What comes now is done while nobody waits for it. The file was there just now, and is looked for
      // again with the next commit.
      let isSweep = jobs.contains { if case .expire = $0.write { true } else { false } }
      if isSweep { database.renewLock() }
      let most = isSweep ? 0 : Garbage.limit - 1
      while garbageCount > most, let connection = database.lastConnection,
        removesGarbage(connection)
      {
        moveLog(connection)
        if !queue.isEmpty { break }
      }
      if let connection = database.lastConnection { moveLog(connection) }
      // Those who run have more to write, which costs less in the next commit than in one of its own.
      if !queue.isEmpty { sched_yield() }
    }
  }

  private mutating func moveLog(_ connection: SQLiteConnection) {
    checkpointer.wrote(connection) { database.mayMoveLog }
  }

  private mutating func outcomes(of jobs: [Job]) -> [Outcome] {
    var portions = 1
    var hasEmptiedLog = false
    while true {
      do throws(StorageError) {
        return try commit(jobs)
      } catch {
        if error == .full, !hasEmptiedLog, database.emptyLog() {
          hasEmptiedLog = true
          measureRoom()
          continue
        }
        if error == .full, makesRoom(portions: portions) {
          // Twice as much each time: neither is more removed than they need, nor often tried in vain.
          portions *= 2
          continue
        }
        guard error.isOfOneWrite, jobs.count > 1 else { return jobs.map { _ in .failure(error) } }
        // Others are not to fail with the one that does.
        return jobs.map { outcomes(of: [$0])[0] }
      }
    }
  }

  /// Does writes in one transaction; those that are refused change nothing.
  ///
  /// - Throws: ``StorageError`` when none was done.
  private mutating func commit(_ jobs: [Job]) throws(StorageError) -> [Outcome] {
    if configuration.isReadOnly { throw .readOnly }
    do throws(StorageError) {
      let tables = try database.tables()
      if commitsSince >= Self.roomInterval || room?.isScarce ?? true { measureRoom() }
      if let room, room.mustMoveLog { try database.restartLog() }
      commitsSince += 1
      let (outcomes, garbage, mark) = try tables.transaction { () throws(StorageError) in
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
        // Counted within, as that costs less than a transaction of its own.
        let garbage = (try? Garbage.count(in: tables.connection)) ?? 0
        return (outcomes, garbage, try database.mark())
      }
      try database.confirm(after: mark)
      garbageCount = garbage
      return outcomes
    } catch {
      if error != .full { database.drop() }
      throw error
    }
  }

  /// After how many commits the room is looked at again, unless it is scarce.
  private static let roomInterval = 16

  /// Has no more taken of the disk than leaves room for what is in the log.
  private mutating func measureRoom() {
    commitsSince = 0
    guard let room = database.room else { return }
    self.room = room
    checkpointer.limit(to: room.logPages(atMost: configuration.checkpointPages))
    database.bound(to: room)
  }

  /// Removes for good the blocks that have waited longest. What fails is done another time.
  ///
  /// - Returns: Whether there were any.
  private mutating func removesGarbage(_ connection: SQLiteConnection) -> Bool {
    do throws(StorageError) {
      let had = try Garbage.remove(in: connection)
      garbageCount = had ? max(0, garbageCount - Garbage.limit) : 0
      return had
    } catch {
      if error != .full { database.drop() }
      return false
    }
  }

  /// Removes what waits to be removed, in some portions.
  ///
  /// - Returns: Whether there was anything.
  private mutating func makesRoom(portions: Int) -> Bool {
    var hadAny = false
    for _ in 0..<portions {
      guard let connection = database.lastConnection, removesGarbage(connection) else { break }
      hadAny = true
    }
    return hadAny
  }
}

#endif
