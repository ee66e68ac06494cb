import Backstack
import BackstackPlatform
import BackstackStorage
import Dispatch
import Synchronization

/// A request on its way: its session is found or activated, a request that was processed before is
/// replayed, the session is changed or looked at, and the reply waits as long as the client
/// asks.
///
/// The steps are in the order of this file.
final class RequestInProgress: Sendable {
  typealias Reply = @Sendable (SessionOutcome) -> Void

  private let request: SessionRequest
  private let directory: SessionDirectory
  private let reply: Reply
  /// Whether the session had left the memory before it processed the request, and was looked for
  /// again.
  private let hasFoundAgain = Atomic(false)

  init(_ request: SessionRequest, at directory: SessionDirectory, _ reply: @escaping Reply) {
    self.request = request
    self.directory = directory
    self.reply = reply
  }

  // MARK: Finding the session

  /// Begins with a session that may be passive.
  func find() {
    directory.find(request.id, for: request.access, request.referral) { [self] decision in
      switch decision {
      case .local(.success(let entry)): loadReplay(entry)
      case .local(.failure(let refusal)): refuse(refusal)
      case .forward(let destination): reply(.forward(destination))
      }
    }
  }

  // MARK: Replaying the request

  /// Begins with a session that is active, or continues: asks the storage, once, which requests were
  /// processed before the session was last activated.
  func loadReplay(_ entry: SessionRegistry.Entry) {
    guard request.key != nil, entry.session.context.isResumed, !entry.session.answers.isComplete
    else { return take(entry) }
    directory.storedAnswers.load(entry) { [self] error in
      if let error { return refuse(SessionRefusal(error)) }
      do throws(SessionRefusal) {
        // It may have been passivated meanwhile.
        loadReplay(try directory.activeSession(request.id, for: request.access))
      } catch {
        refuse(error)
      }
    }
  }

  // MARK: Taking turns

  /// Processes the request at once or, if that takes long, on another thread.
  private func take(_ entry: SessionRegistry.Entry) {
    let context = entry.session.context
    guard LargeWork.isLarge(max(context.weight, request.contentWeight)) else {
      return process(entry)
    }
    let source = LargeWorkSource(
      client: request.sender?.client ?? LargeWorkSource(context).client,
      subject: context.id.hashValue)
    let work: @Sendable () -> Void = { [self] in process(entry) }
    if isEnd || request.sender == nil {
      // To end a session makes work less, and the program itself waits.
      directory.large.offload(.max, from: source, work)
    } else if !directory.large.offloadRequest(request.contentSize, from: source, work) {
      refuse(SessionRefusal(.overloaded, of: entry))
    }
  }

  // MARK: Processing

  private func process(_ entry: SessionRegistry.Entry) {
    switch request.command {
    case .read: read(entry)
    case .readPath(let name):
      do throws(SessionError) {
        try entry.session.requirePath(named: name)
        read(entry)
      } catch {
        refuse(SessionRefusal(error, of: entry))
      }
    case .readHistory, .follow:
      entry.session.context.measure { reply(.processed(SessionReply(entry))) }
    case .send, .propose, .process, .restore, .end: entry.session.context.measure { change(entry) }
    }
  }

  private func change(_ entry: SessionRegistry.Entry) {
    do throws(SessionError) {
      if isEnd { try end(entry) } else { try beginChange(entry) }
    } catch {
      var refusal = SessionRefusal(error, of: entry)
      if case .process(let action) = request.command { refusal.priority = action.priority }
      refuse(refusal)
    }
  }

  /// Begins the request's key, and changes the session unless the same request has.
  private func beginChange(_ entry: SessionRegistry.Entry) throws(SessionError) {
    let base = try base(of: entry)
    guard let key = request.key else { return try change(entry, base, nil) }
    switch try entry.session.answers.begin(key) {
    case .replay(let replay): reply(.replay(replay, SessionReply(entry)))
    case .new(let keyed):
      do throws(SessionError) {
        try change(entry, base, keyed)
      } catch {
        keyed.end(isProcessed: false)
        throw error
      }
      keyed.end(isProcessed: true)
    }
  }

  /// Returns the version that the client has, as it is before the change; `nil` if it is not known
  /// which one that is: another client may still bring the session to the version that the
  /// condition demands.
  private func base(of entry: SessionRegistry.Entry) throws(SessionError) -> PatchBase? {
    guard let representation = request.changes else { return nil }
    // A screen that can't be evaluated may be so again after the change.
    let base =
      representation == .screen
      ? try? entry.session.patchBase(.screen) : try entry.session.patchBase(.state)
    guard let base else { return nil }
    return request.condition.isMet(by: base.version) ? base : nil
  }

  private func change(
    _ entry: SessionRegistry.Entry, _ base: PatchBase?, _ keyed: KeyedRequest?
  ) throws(SessionError) {
    let earlier = directory.placing == nil ? nil : entry.session.writer?.latestChange
    switch request.command {
    case .send(let json, let trace):
      try directory.usages.admitChange(to: entry.session.context, startsEffects: true)
      let issues = IssueCollector(of: request.sender?.author)
      var effects: Int?
      if case .effects(let seconds) = request.wait { effects = seconds }
      let tasks = try entry.session.send(
        json, in: trace, awaitsEffects: effects != nil, if: request.condition, issues: issues)
      if effects == nil, entry.session.isSettled {
        let result = SessionReply(entry, issues: issues, base: base, after: earlier, keyed: keyed)
        return reply(.processed(result))
      }
      // Not the request, whose content would stay in memory.
      let conclude: SessionDirectory.LateReply = { [reply] entry in
        let result = SessionReply(entry, issues: issues, base: base, after: earlier, keyed: keyed)
        reply(.processed(result))
      }
      if let effects {
        directory.awaitEnd(
          of: tasks, in: entry, within: effects, prolongs: prolongs, for: request.sender,
          reply: conclude)
      } else {
        directory.settle(entry, prolongs: prolongs, reply: conclude)
      }
    case .process(let action):
      let bytes = try entry.session.process(action, if: request.condition)
      do throws(SessionError) {
        try action.sender?.countSend(actions: 0, bytes: bytes ?? 0)
        reply(
          .processed(
            SessionReply(entry, after: earlier, keyed: keyed, priority: action.priority)))
      } catch {
        // Only the sender exceeds its limit: the action was processed.
        reply(.refused(SessionRefusal(error)))
      }
    case .propose(let proposal):
      try directory.usages.admitChange(to: entry.session.context, startsEffects: false)
      try entry.session.propose(proposal, by: request.sender?.author, if: request.condition)
      reply(.processed(SessionReply(entry, base: base, after: earlier, keyed: keyed)))
    case .restore(let version):
      try directory.usages.admitChange(to: entry.session.context, startsEffects: false)
      // Restoring starts no effects to wait for.
      try entry.session.restore(version, by: request.sender?.author, if: request.condition)
      reply(.processed(SessionReply(entry, base: base, after: earlier, keyed: keyed)))
    case .read, .readPath, .readHistory, .follow, .end: break
    }
  }

  private func end(_ entry: SessionRegistry.Entry) throws(SessionError) {
    if let key = request.key, entry.session.answers.contains(key) { throw .reusedKey }
    let (session, reason) = (entry.session, SessionEndReason.deleted(by: request.key?.digest))
    if request.condition != .any { try session.end(reason, if: request.condition) }
    let isRemoved = directory.end(session.context, reason)
    guard isRemoved || request.condition != .any else { throw .passivated }
    reply(.ended(session.writer))
  }

  // MARK: Waiting

  /// Looks at the session, once it has changed if the client waits for that.
  private func read(_ entry: SessionRegistry.Entry) {
    guard case .change(let versions, let seconds) = request.wait else {
      return reply(.processed(SessionReply(entry)))
    }
    let version = entry.session.version
    guard versions.contains(version) else { return reply(.processed(SessionReply(entry))) }
    let pending = directory.pendingReply(of: entry, within: seconds) { [self] in
      readAgain(after: version)
    }
    let forget = entry.session.onChange(after: version) { [directory] in
      // Not on this thread: a session changes under its store's lock.
      directory.deadlines.async { pending.send() }
    }
    guard let forget else { return reply(.processed(SessionReply(entry))) }
    pending.onSend(forget)
    directory.wait(for: pending, in: entry, prolongs: prolongs, by: request.sender)
  }

  private func readAgain(after version: Int) {
    // A client that waits again would get the same response at once.
    if directory.pendingReplies.isEnded { return reply(.unchanged(version: version)) }
    do throws(SessionRefusal) {
      reply(
        .processed(
          SessionReply(try directory.activeSession(request.id, for: request.access))))
    } catch {
      // It continues at another node, at this version or a later one.
      if case .passivated = error.error {
        reply(.unchanged(version: version))
      } else {
        refuse(error)
      }
    }
  }

  // MARK: Refusing

  private func refuse(_ refusal: SessionRefusal) {
    switch refusal.error {
    case .ended(let reason)
    where isEnd && reason.request != nil && reason.request == request.key?.digest:
      // This request has ended the session when it came before.
      reply(.ended(refusal.writer))
    case .passivated where !hasFoundAgain.exchange(true, ordering: .relaxed): find()
    case .passivated, .storage(.fenced(current: _)):
      // Another process may have the session now.
      if let placing = directory.placing, !request.access.isInspection {
        reply(.forward(placing.anywhere))
      } else {
        reply(.refused(refusal))
      }
    default: reply(.refused(refusal))
    }
  }

  /// Whether the request extends the session's life.
  private var prolongs: Bool { !request.access.isInspection }

  private var isEnd: Bool { if case .end = request.command { true } else { false } }
}
