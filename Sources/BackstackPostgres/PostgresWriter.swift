#if PostgreSQL

import BackstackPlatform
import BackstackStorage

/// A thread that applies writes, many in a transaction.
struct PostgresWriter {
  /// The completion of a write.
  private typealias Outcome = @Sendable () -> Void

  private let configuration: PostgresConfiguration
  private let queue: WorkQueue<StorageWrite>
  private let link: PostgresLink

  init(
    _ configuration: PostgresConfiguration, _ queue: WorkQueue<StorageWrite>, _ link: PostgresLink
  ) {
    self.configuration = configuration
    self.queue = queue
    self.link = link
  }

  /// Runs until the queue is closed and empty.
  func run() {
    while true {
      let writes = queue.take(
        count: configuration.maximumBatch, bytes: configuration.maximumBatchBytes)
      if writes.isEmpty { return }
      let outcomes = outcomes(of: writes)
      Wakes.coalesce {
        for outcome in outcomes { outcome() }
      }
    }
  }

  private func outcomes(of writes: [StorageWrite]) -> [Outcome] {
    var outcomes = [Outcome?](repeating: nil, count: writes.count)
    var indices: [Int] = []
    var expiries: [Int] = []
    for (index, write) in writes.enumerated() {
      do throws(StorageError) {
        try write.validate()
        if case .expire = write { expiries.append(index) } else { indices.append(index) }
      } catch {
        outcomes[index] = { write.fail(with: error) }
      }
    }
    apply(writes, WriteRounds(writes, indices), &outcomes)
    for index in expiries {
      guard case .expire(let expiry, let completion) = writes[index] else { continue }
      do throws(StorageError) {
        let expired = try expire(expiry)
        outcomes[index] = { completion(.success(expired)) }
      } catch {
        outcomes[index] = { completion(.failure(error)) }
      }
    }
    return outcomes.compactMap(\.self)
  }

  /// Applies the rounds. A direct write that was refused is examined before the next round begins.
  private func apply(
    _ writes: [StorageWrite], _ rounds: WriteRounds, _ outcomes: inout [Outcome?]
  ) {
    for round in rounds.rounds {
      let refused = apply(writes, round, &outcomes)
      guard !refused.isEmpty else { continue }
      apply(writes, WriteRounds(writes, refused, examinesAll: true), &outcomes)
    }
  }

  /// The time for which many writes wait for a session that another program has locked, in milliseconds:
  /// all of them wait for it.
  private static let lockTimeoutOfMany = 1000
  /// The time for which each of them waits then by itself.
  private static let lockTimeoutOfRest = 100

  /// Applies a round.
  ///
  /// - Parameter lockTimeout: The time to wait for what another program has locked, in milliseconds; `nil` for
  ///   the usual time.
  /// - Returns: The indices of the direct writes that were refused.
  private func apply(
    _ writes: [StorageWrite], _ round: WriteRounds.Round, _ outcomes: inout [Outcome?],
    lockTimeout: Int? = nil
  ) -> [Int] {
    let indices = (round.examined + round.direct).sorted()
    let lockTimeout = lockTimeout ?? (indices.count > 1 ? Self.lockTimeoutOfMany : nil)
    // Whether another program has locked a session.
    var isLocked = false
    do throws(StorageError) {
      let done = try link.use { (connection, isRetry) throws(PostgresFailure) in
        do throws(PostgresFailure) {
          return try commit(
            writes, round, over: connection, isRetry: isRetry, lockTimeout: lockTimeout)
        } catch {
          isLocked = error.isLockTimeout
          throw error
        }
      }
      for (index, outcome) in done.outcomes { outcomes[index] = outcome }
      return done.refused
    } catch {
      // The others must not fail with the one that does.
      if isLocked || error.isOfOneWrite, indices.count > 1 {
        return indices.flatMap { index in
          let isExamined = round.examined.contains(index)
          return apply(
            writes,
            WriteRounds.Round(
              examined: isExamined ? [index] : [], direct: isExamined ? [] : [index]), &outcomes,
            lockTimeout: isLocked ? Self.lockTimeoutOfRest : nil)
        }
      }
      for index in indices {
        let write = writes[index]
        outcomes[index] = { write.fail(with: error) }
      }
      return []
    }
  }

  /// Applies a round in a transaction.
  private func commit(
    _ writes: [StorageWrite], _ round: WriteRounds.Round, over connection: PostgresConnection,
    isRetry: Bool, lockTimeout: Int?
  ) throws(PostgresFailure) -> (outcomes: [(Int, Outcome)], refused: [Int]) {
    var outcomes: [(Int, Outcome)] = []
    var commands = [PostgresCommand(.begin)]
    if let lockTimeout {
      commands.append(PostgresCommand(.limitLocks, [.text("\(lockTimeout)")]))
    }
    if !round.examined.isEmpty {
      var examined = ExaminedWrites(round.examined.map { writes[$0] })
      let results = try connection.run(commands + examined.reading)
      do throws(StorageError) {
        try examined.take(results.dropFirst(commands.count))
      } catch {
        // Otherwise the sessions of the round would stay locked.
        _ = try connection.run([PostgresCommand(.rollback)])
        throw .unreadable(error)
      }
      commands = []
      for (position, index) in round.examined.enumerated() {
        do throws(StorageError) {
          let decision = try examined.decide(position, isRetry: isRetry)
          commands += decision.commands
          outcomes.append((index, decision.complete))
        } catch {
          let write = writes[index]
          outcomes.append((index, { write.fail(with: error) }))
        }
      }
    }
    let firstDirect = commands.count
    commands += round.direct.map { command(of: writes[$0]) }
    // After a retry, a transaction that finds everything done writes nothing, and its commit would not
    // wait until what it found is safe.
    if isRetry { commands.append(PostgresCommand(.probe)) }
    commands.append(PostgresCommand(.commit))
    let results = try connection.run(commands)
    guard results.last?.tag == "COMMIT" else { throw .lost("the transaction was not committed") }
    var refused: [Int] = []
    for (position, index) in round.direct.enumerated() {
      switch writes[index] {
      case .update(let update, let completion):
        guard PostgresCommand.didApply(update, results[firstDirect + position]) else {
          refused.append(index)
          continue
        }
        outcomes.append((index, { completion(.success(update.result)) }))
      case .probe(let completion): outcomes.append((index, { completion(.success(())) }))
      default: break
      }
    }
    return (outcomes, refused)
  }

  private func command(of write: StorageWrite) -> PostgresCommand {
    if case .update(let update, _) = write { return .update(update) }
    return PostgresCommand(.probe)
  }

  // MARK: Expiry

  private func expire(_ expiry: StorageWrite.Expiry) throws(StorageError) -> ExpiredSessions {
    try link.use { (connection, _) throws(PostgresFailure) in
      let now = PostgresValue.integer(expiry.now.milliseconds)
      var room = expiry.limit
      let locked = try connection.run([
        PostgresCommand(.begin),
        PostgresCommand(
          .lockExpired, [.integer(expiry.now.minute), now, .integer(Int64(clamping: room))]),
      ])[1]
      let ids = (0..<locked.count).compactMap { locked.text($0, 0) }
      let ended = try connection.run([
        PostgresCommand(
          .endExpired,
          [
            .texts(ids), now, .utf8(StorageWrite.expiredReason),
            .integer(expiry.rememberedUntil.milliseconds),
          ])
      ])[0]
      room -= ended.count
      for statement in [PostgresStatement.removeExpiredEnds, .removeExpiredAnswers] where room > 0 {
        let command = PostgresCommand(statement, [now, .integer(Int64(clamping: room))])
        room -= try connection.run([command])[0].changeCount
      }
      let end = try connection.run([PostgresCommand(.commit)])[0]
      guard end.tag == "COMMIT" else { throw .lost("the expiry was not committed") }
      return ExpiredSessions(
        ids: (0..<ended.count).compactMap { ended.text($0, 0) }, hasMore: room <= 0)
    }
  }
}

extension StorageError {
  /// Whether one write of several may have caused this error for all of them.
  fileprivate var isOfOneWrite: Bool {
    switch self {
    case .full, .corrupted, .invalid, .unreadableRecord: true
    case .unavailable: false
    default: false
    }
  }
}

#endif
