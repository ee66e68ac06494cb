import BackstackStorage
import FoundationEssentials

extension SessionDirectory {
  /// Stores a session that was created; responses wait until it is stored.
  func store(_ entry: SessionRegistry.Entry) {
    entry.session.writer?.beginCreation()
    storeBegun(entry)
  }

  /// Stores a session whose writer has begun its creation.
  ///
  /// - Parameters:
  ///   - key: The key of the request that created it.
  ///   - answer: The response to that request.
  func storeBegun(
    _ entry: SessionRegistry.Entry, key: IdempotencyKey? = nil, answer: Answer? = nil
  ) {
    let context = entry.session.context
    guard let writer = entry.session.writer else { return context.didStart() }
    let now = configuration.now()
    do throws(SessionError) {
      let content = try entry.session.save()
      let saved = SavedSession(
        content, of: context.info, timeToLive: entry.timeToLive,
        shape: context.runtime.feature.stateShape)
      var new = StoredRecord.session(
        saved, created: StorageTime(now), expires: writer.firstExpiry)
      new.session.header.epoch = 1
      new.session.header.node = placing?.owner(of: context.id) ?? 0
      if let key {
        let kept = KeptAnswer(creation: key, answer: answer, now: now.timeIntervalSince1970)
        new.answer = kept
        // It outlives the session.
        context.usage?.addBytes(key.text.utf8.count + kept.body.count)
        new.removedAnswers = creations.takeOutdated().map {
          AnswerKey(scope: AnswerMemory.creationScope, key: $0)
        }
      }
      writer.create(new)
    } catch {
      writer.didFail(.invalid(error.excerpt))
    }
    // Before the response is sent: this waiter is the first.
    writer.whenStored { failure in if failure == nil { context.didStart() } }
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
      case .success(let expired):
        for id in expired.ids { noteExpiry(ofStored: id) }
        if expired.hasMore {
          storageQueue { [self] in sweepStorage() }
        } else {
          storageHealth.noteSuccess()
        }
      case .failure(let error): storageHealth.note(error)
      }
    }
    storage.submit(write)
    countQuarantined()
  }

  /// Runs the hooks for a session that has expired while it was passive.
  func noteExpiry(ofStored id: String) {
    guard features.values.contains(where: { !$0.hooks.ended.isEmpty }) else { return }
    let query = StorageQuery.ownership(id: id) { [self] result in
      guard case .success(let ownership) = result,
        let hooks = features[ownership.feature]?.hooks.ended
      else { return }
      let info = SessionInfo(
        id: id, feature: ownership.feature, principal: StoredRecord.principal(ownership),
        isResumed: true)
      storageQueue { for hook in hooks { hook(info, .expired) } }
    }
    configuration.storage?.ask(query)
  }

  /// Drops sessions from memory that were ended in the storage by another process, as
  /// `sessions delete` does: looks at some sessions, and at the next ones when it is called again.
  func dropEnded() {
    guard let storage = configuration.storage else { return }
    for entry in registry.idle(since: clock.steady(), among: Self.lookedAfter) {
      // The storage does not know yet a session that is being created.
      guard entry.session.writer?.isIdle == true else { continue }
      let context = entry.session.context
      let query = StorageQuery.ownership(id: context.id.description) { result in
        switch result {
        case .success(let ownership):
          if let reason = ownership.endReason { context.drop(.ended(reason: reason)) }
        case .failure(.notFound): context.drop(.notFound)
        case .failure: break
        }
      }
      storage.ask(query)
    }
  }

  /// The number of sessions in memory that are looked up in the storage at a time.
  private static let lookedAfter = 1000

  /// Counts the quarantined sessions, which other processes may release.
  func countQuarantined() {
    let query = StorageQuery.quarantineCount { [self] result in
      if case .success(let count) = result { storageHealth.noteQuarantined(count) }
    }
    configuration.storage?.ask(query)
  }
}
