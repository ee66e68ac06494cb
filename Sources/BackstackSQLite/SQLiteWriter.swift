#if SQLite

import BackstackPlatform
import BackstackStorage
import Glibc

/// The thread that applies the writes of a storage, many in a transaction.
struct SQLiteWriter {
  /// A closure that calls the completion of a write.
  private typealias Completion = @Sendable () -> Void

  /// The maximum number of bytes of a transaction's writes; a single write may be larger.
  private static let batchBytes = 16 << 20

  private let configuration: SQLiteConfiguration
  private let queue: WorkQueue<StorageWrite>
  private let database: SQLiteDatabase
  private var checkpointer: Checkpointer
  /// The approximate number of garbage blocks.
  private var garbageCount = 0
  /// The disk space when it was last measured.
  private var room: DiskSpace?
  /// The number of commits since then.
  private var commitsSince = 0

  init(
    _ configuration: SQLiteConfiguration, queue: WorkQueue<StorageWrite>,
    database: SQLiteDatabase, checkpointer: Checkpointer
  ) {
    self.configuration = configuration
    self.queue = queue
    self.database = database
    self.checkpointer = checkpointer
  }

  /// Runs until the queue is closed and empty.
  mutating func run() {
    while true {
      let writes = queue.take(
        count: room?.batchCount(atMost: configuration.maximumBatch) ?? configuration.maximumBatch,
        bytes: room?.batchBytes(atMost: Self.batchBytes) ?? Self.batchBytes)
      if writes.isEmpty { return }
      let completions = completions(of: writes)
      // A thread that the first completion wakes would delay the other completions and the next
      // commit.
      Wakes.coalesce {
        for complete in completions { complete() }
      }
      // No client waits for the following work. The file was just checked, and the next commit
      // checks it again.
      let isSweep = writes.contains { if case .expire = $0 { true } else { false } }
      if isSweep { database.renewLock() }
      let maximum = isSweep ? 0 : Garbage.limit - 1
      while garbageCount > maximum, let connection = database.lastConnection,
        removesGarbage(connection)
      {
        checkpointLog(connection)
        if !queue.isEmpty { break }
      }
      if let connection = database.lastConnection { checkpointLog(connection) }
      // Running threads may have more to write, which is cheaper in the next commit than in another
      // one.
      if !queue.isEmpty { sched_yield() }
    }
  }

  private mutating func checkpointLog(_ connection: SQLiteConnection) {
    checkpointer.wrote(connection) { database.mayCheckpoint }
  }

  /// Applies writes, in as few transactions as possible.
  private mutating func completions(of writes: [StorageWrite]) -> [Completion] {
    var portions = 1
    var hasEmptiedLog = false
    while true {
      do throws(StorageError) {
        return try commit(writes)
      } catch {
        if error == .full, !hasEmptiedLog, database.emptyLog() {
          hasEmptiedLog = true
          measureRoom()
          continue
        }
        if error == .full, makesRoom(portions: portions) {
          // Doubling avoids both removing much more than needed and many failed attempts.
          portions *= 2
          continue
        }
        guard error.isOfOneWrite, writes.count > 1 else {
          return writes.map { write in { write.fail(with: error) } }
        }
        // The others must not fail with the one that does.
        return writes.map { completions(of: [$0])[0] }
      }
    }
  }

  /// Applies writes in one transaction; refused writes change nothing.
  ///
  /// - Returns: The completion of each write, to be called now that the transaction is committed.
  /// - Throws: ``StorageError`` if no write was applied.
  private mutating func commit(_ writes: [StorageWrite]) throws(StorageError) -> [Completion] {
    if configuration.isReadOnly { throw .readOnly }
    do throws(StorageError) {
      let tables = try database.tables()
      if commitsSince >= Self.roomInterval || room?.isScarce ?? true { measureRoom() }
      if let room, room.mustRestartLog { try database.restartLog() }
      commitsSince += 1
      let (completions, garbage, mark) = try tables.transaction { () throws(StorageError) in
        var completions: [Completion] = []
        completions.reserveCapacity(writes.count)
        for write in writes {
          do throws(StorageError) {
            completions.append(try tables.apply(write))
          } catch {
            guard error.isRefusal else { throw error }
            completions.append { write.fail(with: error) }
          }
        }
        // Counted within the transaction, which is cheaper than another one.
        let garbage = (try? Garbage.count(in: tables.connection)) ?? 0
        return (completions, garbage, try database.mark())
      }
      try database.confirm(after: mark)
      garbageCount = garbage
      return completions
    } catch {
      if error != .full { database.drop() }
      throw error
    }
  }

  /// The number of commits after which the disk space is measured again, unless it is scarce.
  private static let roomInterval = 16

  /// Measures the disk space, and limits the file and its log so that the log can be checkpointed.
  private mutating func measureRoom() {
    commitsSince = 0
    guard let room = database.room else { return }
    self.room = room
    checkpointer.limit(to: room.logPages(atMost: configuration.checkpointPages))
    database.bound(to: room)
  }

  /// Collects the garbage blocks that have waited longest. A failed attempt is repeated later.
  ///
  /// - Returns: Whether there were any.
  private mutating func removesGarbage(_ connection: SQLiteConnection) -> Bool {
    do throws(StorageError) {
      let had = try Garbage.collect(in: connection)
      garbageCount = had ? max(0, garbageCount - Garbage.limit) : 0
      return had
    } catch {
      if error != .full { database.drop() }
      return false
    }
  }

  /// Collects garbage in several portions.
  ///
  /// - Returns: Whether there was any.
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
