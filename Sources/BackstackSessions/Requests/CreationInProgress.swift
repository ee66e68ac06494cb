/// A request on its way that creates a session. The steps are in the order of this file.
final class CreationInProgress: Sendable {
  private let request: CreationRequest
  private let directory: SessionDirectory
  private let reply: @Sendable (SessionOutcome) -> Void

  init(
    _ request: CreationRequest, at directory: SessionDirectory,
    _ reply: @escaping @Sendable (SessionOutcome) -> Void
  ) {
    self.request = request
    self.directory = directory
    self.reply = reply
  }

  /// Begins at once or, if that takes long, on another thread.
  func begin() {
    // A state or a link may lead to much more than its own size.
    let content = LargeWork.weight(ofContent: request.contentSize, isMany: true)
    guard LargeWork.isLarge(max(content, directory.creationWeight.weight)) else {
      return loadReplay()
    }
    let subject = ObjectIdentifier(self).hashValue
    let source = LargeWorkSource(client: request.sender?.client ?? subject, subject: subject)
    let isAccepted = directory.large.offloadRequest(request.contentSize, from: source) { [self] in
      loadReplay()
    }
    if !isAccepted { refuse(.overloaded) }
  }

  /// Asks the storage whether the request was processed before the process started.
  private func loadReplay() {
    guard let key = request.key, !directory.creations.contains(key) else { return count() }
    directory.storedAnswers.creation(key) { [self] result in
      do throws(SessionError) {
        if let request = try result.get() { directory.creations.store(request, for: key) }
        count()
      } catch {
        refuse(error)
      }
    }
  }

  /// Waits until the stored usage of the principal is known.
  private func count() {
    directory.usages.whenCounted(for: request.principal) { [self] error in
      if let error { return refuse(error) }
      directory.creationWeight.measure(directory.workClocks) { beginCreation() }
    }
  }

  /// Begins the request's key, and creates the session unless the same request has.
  private func beginCreation() {
    do throws(SessionError) {
      let parts = try request.parts(within: directory.widestInput)
      guard let key = request.key else { return create(parts, nil) }
      switch try directory.creations.begin(key) {
      case .replay(let replay): reply(.replay(replay, nil))
      case .new(let keyed): create(parts, keyed)
      }
    } catch {
      refuse(error)
    }
  }

  private func create(_ parts: CreationRequest.Parts, _ keyed: KeyedRequest?) {
    do throws(SessionError) {
      guard request.features?.contains(parts.feature) ?? true,
        let runtime = directory.runtimes[parts.feature]
      else {
        throw .unknownFeature(parts.feature)
      }
      let entry = try directory.starter.startAdmitted(
        runtime, parts.start, principal: request.principal,
        byAgent: request.sender?.author?.isAgent ?? false, language: request.language,
        timeToLive: try directory.configuration.timeToLive(parts.timeToLive))
      let created = CreatedSession(entry, by: request.key, keyed, storedBy: directory.starter)
      // Not the request, whose content would stay in memory.
      wait(for: entry) { [reply] entry in
        reply(.processed(SessionReply(entry, creation: created)))
        created.store(nil)
        keyed?.end(isProcessed: true)
      }
    } catch {
      keyed?.end(isProcessed: false)
      var refusal = SessionRefusal(error)
      if case .stateTooLarge = error { refusal.member = parts.start.member }
      reply(.refused(refusal))
    }
  }

  /// Waits for the effects of the start action, as for those of a client's action.
  ///
  /// Durable effects begin once the session is stored, which is after the reply: a client can't
  /// wait for their end.
  private func wait(
    for entry: SessionRegistry.Entry, _ reply: @escaping SessionDirectory.LateReply
  ) {
    let session = entry.session
    if let seconds = request.wait, !session.hasPendingEffects {
      directory.awaitEnd(
        of: session.tasks, in: entry, within: seconds, for: request.sender, reply: reply)
    } else if session.isSettled {
      reply(entry)
    } else {
      directory.settle(entry, reply: reply)
    }
  }

  private func refuse(_ error: SessionError) { reply(.refused(SessionRefusal(error))) }
}

extension SessionConfiguration {
  /// Returns the time to live of a session for which a client asks, in seconds.
  ///
  /// - Throws: ``SessionError/invalidValue(_:at:)`` for a time that is not allowed.
  func timeToLive(_ requested: Double?) throws(SessionError) -> Double {
    guard let requested else { return idleTimeout }
    guard requested > 0, requested <= maximumIdleTimeout else {
      throw .invalidValue(
        "ttl is a number of seconds above 0 and at most \(Int(min(maximumIdleTimeout, 1e15))).",
        at: JSONPointer([CreationRequest.Member.ttl]))
    }
    return requested
  }
}
