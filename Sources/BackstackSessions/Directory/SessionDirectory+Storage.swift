import Backstack
import BackstackPlatform
import BackstackStorage
import FoundationEssentials

extension SessionDirectory {
  // MARK: Requests with a key

  /// The scope of the kept answers to creations.
  private static let creationScope = "/sessions"

  /// Asks the storage whether a request to a session was processed before the session was last
  /// activated. The caller remembers the result in the session's answers.
  ///
  /// - Returns: `false`, with nothing done, if the answers in memory are enough.
  package func recall(
    _ key: IdempotencyKey, of entry: SessionRegistry.Entry,
    _ completion: @escaping @Sendable (Result<RecalledRequest?, SessionError>) -> Void
  ) -> Bool {
    let context = entry.session.context
    guard context.isResumed, !entry.session.answers.knows(key) else { return false }
    return recall(key, in: context.id.description, completion)
  }

  /// Asks the storage whether a request that creates a session was processed before the process
  /// started. The caller remembers the result in ``creations``.
  ///
  /// - Returns: `false`, with nothing done, if the answers in memory are enough.
  package func recallCreation(
    _ key: IdempotencyKey,
    _ completion: @escaping @Sendable (Result<RecalledRequest?, SessionError>) -> Void
  ) -> Bool {
    guard !creations.knows(key) else { return false }
    return recall(key, in: Self.creationScope, completion)
  }

  private func recall(
    _ key: IdempotencyKey, in scope: String,
    _ completion: @escaping @Sendable (Result<RecalledRequest?, SessionError>) -> Void
  ) -> Bool {
    guard let storage = configuration.storage else { return false }
    ask(storage, AnswerKey(scope: scope, key: key.text)) { [self] result in
      guard case .success(let kept?) = result, let fingerprint = kept.fingerprint else {
        return completion(result.map { _ in nil })
      }
      guard kept.hasContentApart else {
        let known = kept.known(content: nil)
        return completion(.success(RecalledRequest(fingerprint: fingerprint, known: known)))
      }
      ask(storage, AnswerKey(contentOf: key.text, in: scope)) { content in
        completion(
          content.map { content in
            RecalledRequest(fingerprint: fingerprint, known: kept.known(content: content))
          })
      }
    }
    return true
  }

  private func ask(
    _ storage: any SessionStorage, _ key: AnswerKey,
    then next: @escaping @Sendable (Result<KeptAnswer?, SessionError>) -> Void
  ) {
    let query = StorageQuery.answer(key, at: StorageTime(clock.expiryDate)) { [self] result in
      switch result {
      case .success(let kept): storageQueue { next(.success(kept)) }
      case .failure(let error): next(.failure(storageError(error)))
      }
    }
    storage.ask(query)
  }

  // MARK: Creations

  /// Stores a session that was created; responses wait until it is stored.
  ///
  /// - Parameters:
  ///   - key: The key of the request that created it.
  ///   - answer: The response to that request.
  package func store(
    _ entry: SessionRegistry.Entry, key: IdempotencyKey? = nil, answer: Answer? = nil
  ) {
    let context = entry.session.context
    guard let writer = entry.session.writer else { return context.didStart() }
    let now = configuration.now()
    do throws(SessionError) {
      writer.beginCreation()
      let content = try entry.session.save()
      let saved = SavedSession(
        content, of: context.info, timeToLive: entry.timeToLive,
        shape: context.runtime.feature.stateShape)
      var new = StoredRecord.session(
        saved, created: StorageTime(now), expires: writer.firstExpiry)
      new.session.header.epoch = 1
      new.answer = key.map {
        KeptAnswer(
          $0, in: Self.creationScope, answer: answer, now: now.timeIntervalSince1970)
      }
      writer.create(new)
    } catch {
      writer.didFail(.invalid(error.excerpt))
    }
    // Before the response is sent: this waiter is the first.
    let isWaiting = writer.whenStored { failure in if failure == nil { context.didStart() } }
    if !isWaiting { context.didStart() }
  }

  // MARK: Failures

  /// Logs a stored session that this process can't resume.
  func reportUnreadable(_ header: SessionHeader, _ error: SessionError) {
    storageHealth.noteUnreadable()
    guard log.admitIssueLine(of: header.feature) != nil else { return }
    configuration.logEvent(.error, "session-unreadable", of: SessionID(header.id)) { line in
      line.member("feature", header.feature)
      line.member("shape", header.fingerprint)
      line.member("message", error.excerpt)
    }
  }

  /// Ends stored sessions that have expired, and checks whether the storage works again.
  func sweepStorage() {
    guard let storage = configuration.storage else { return }
    let now = configuration.now()
    let expiry = StorageWrite.Expiry(
      now: StorageTime(clock.expiryDate),
      rememberedUntil: StorageTime(now.addingTimeInterval(configuration.memoryOfEndedSessions)),
      limit: 1000)
    let write = StorageWrite.expire(expiry) { [self] result in
      switch result {
      case .success(let expired) where expired.hasMore: storageQueue { [self] in sweepStorage() }
      case .success: storageHealth.noteSuccess()
      case .failure(let error): storageHealth.note(error)
      }
    }
    storage.submit(write)
    countQuarantined()
  }

  /// Counts the quarantined sessions, which other processes may release.
  func countQuarantined() {
    let query = StorageQuery.quarantineCount { [self] result in
      if case .success(let count) = result { storageHealth.noteQuarantined(count) }
    }
    configuration.storage?.ask(query)
  }
}
