import BackstackStorage
import FoundationEssentials

extension SessionDirectory {
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
      new.session.header.node = places?.node(of: context.id) ?? 0
      if let key {
        new.answer = KeptAnswer(creation: key, answer: answer, now: now.timeIntervalSince1970)
        new.removedAnswers = creations.takeOutdated().map {
          AnswerKey(scope: AnswerMemory.creationScope, key: $0)
        }
      }
      writer.create(new)
    } catch {
      writer.didFail(.invalid(error.excerpt))
    }
    // Before the response is sent: this waiter is the first.
    let isWaiting = writer.whenStored { failure in if failure == nil { context.didStart() } }
    if !isWaiting { context.didStart() }
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
