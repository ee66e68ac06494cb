import Backstack
import BackstackDependencies
import BackstackPlatform
import BackstackStorage
import Dispatch
public import FoundationEssentials
import Synchronization

/// A session at one version, as a program that embeds sessions sees it.
public struct SessionSnapshot: Sendable, Hashable {
  /// The session's id. It gives access to the session: never log it.
  public let id: String
  /// The name of the feature.
  public let feature: String
  /// The number of changes so far.
  public let version: Int
  /// The state as JSON.
  public let state: String
  /// The number of effects that were in flight when the version was first told to anyone.
  public let effects: Int
  /// When the session expires unless it is used before.
  public let expiresAt: Date

  init(_ entry: SessionRegistry.Entry, _ snapshot: Snapshot) {
    id = entry.session.context.id.description
    feature = entry.session.context.feature
    version = snapshot.version
    state = String(decoding: snapshot.state, as: UTF8.self)
    effects = snapshot.effects
    expiresAt = entry.expiresAt
  }
}

/// Where a new session starts.
public enum SessionOrigin: Sendable, Hashable {
  /// In the feature's initial state.
  case initial
  /// In the state that a link leads to.
  case link(String)
  /// In a state, as JSON; see ``ClientInput/takesState``.
  case state(String)
}

/// Sessions in a program without a server: a job, a test, or a gateway of another protocol.
///
/// The program decides itself which caller may use which session. Every method returns once the
/// changes that it reports are stored.
extension SessionDirectory {
  /// Creates a directory of the sessions of some features.
  ///
  /// - Parameters:
  ///   - features: The features, each with a name of its own.
  ///   - configuration: The limits of sessions, and their storage.
  public convenience init(
    features: [Feature], configuration: SessionConfiguration = SessionConfiguration()
  ) {
    self.init(
      features: features, configuration: configuration, streams: EventStreams(),
      large: LargeWork(limits: configuration.largeWorkLimits))
  }

  /// Begins to end sessions when they expire, and to passivate those that are stored and idle.
  /// Activates those with pending effects (`Effect.durable(id:_:)`). Before, sessions that have expired are found only when they are used.
  public func start() {
    beginCrashReporting()
    startSweeping()
  }

  /// Releases all sessions. Those that are stored can be used again by another directory; others
  /// end. Readers of ``snapshots(of:)`` get no more. Blocks the calling thread until the storage has
  /// what was changed, at most ten seconds.
  public func stop() {
    releaseSessions()
    endCrashReporting()
    configuration.finishLog()
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - feature: The name of its feature.
  ///   - origin: Where it starts.
  ///   - principal: The principal that it belongs to, for quotas and for the feature.
  ///   - timeToLive: The number of seconds for which it lives without being used, at most
  ///     ``SessionConfiguration/maximumIdleTimeout``; ``SessionConfiguration/idleTimeout`` by
  ///     default.
  /// - Throws: ``SessionError``; then there is no session.
  public func create(
    _ feature: String, from origin: SessionOrigin = .initial,
    for principal: SessionPrincipal? = nil, timeToLive: Double? = nil
  ) async throws(SessionError) -> SessionSnapshot {
    guard let runtime = runtimes[feature] else { throw .unknownFeature(feature) }
    let timeToLive = timeToLive ?? configuration.idleTimeout
    guard timeToLive > 0, timeToLive <= configuration.maximumIdleTimeout else {
      throw .invalidValue(
        "A time to live is above 0 and at most \(configuration.maximumIdleTimeout) seconds.")
    }
    let start: SessionStart =
      switch origin {
      case .initial: .initial
      case .link(let path): .link(path)
      case .state(let json): .json(Array(json.utf8))
      }
    let usageError = await withCheckedContinuation { continuation in
      let isCounting = whenCounted(for: principal) { continuation.resume(returning: $0) }
      if !isCounting { continuation.resume(returning: nil) }
    }
    if let usageError { throw usageError }
    let entry = try startAdmitted(
      runtime, start, principal: principal, timeToLive: timeToLive)
    // Made before the session is stored, whose journal keeps it.
    let snapshot = Result { () throws(SessionError) in try entry.session.snapshot() }
    store(entry)
    let failure = await stored(entry.session)
    entry.session.context.usage?.endCreation(isStored: failure == nil)
    if let failure { throw SessionError(failure) }
    if case .failure = snapshot { end(entry.session.context.id, .deleted) }
    return SessionSnapshot(entry, try snapshot.get())
  }

  /// Returns a session as it is now.
  ///
  /// - Throws: ``SessionError`` if there is no such session.
  public func snapshot(of id: String) async throws(SessionError) -> SessionSnapshot {
    try await confirmed(try await entry(id))
  }

  /// Sends an action, or a batch of actions, and waits until their effects have ended or wait for
  /// something, at most ``SessionConfiguration/settleTimeout``.
  ///
  /// - Parameters:
  ///   - json: The action as JSON, or a JSON array of actions, of which all are processed or none.
  ///   - id: The session's id.
  ///   - version: The version that the session must have; `nil` for any.
  /// - Returns: The session afterwards, which other callers may have changed, too.
  /// - Throws: ``SessionError``. Nothing was changed, unless it is ``SessionError/ended(_:)`` (the
  ///   session ended during the call), ``SessionError/stateNotEncodable(_:)`` or
  ///   ``SessionError/storage(_:)``.
  public func send(
    _ json: String, to id: String, ifVersion version: Int? = nil
  ) async throws(SessionError) -> SessionSnapshot {
    try await apply(
      .send(json: Array(json.utf8), awaitsEffects: false), to: id, version, startsEffects: true)
  }

  /// Sends an action of the program itself to a session, such as what a webhook reports, and waits
  /// until it is stored, but not for effects.
  ///
  /// The action may be one that clients may not send. It is journaled with the cause `host`, counts as
  /// a use of the session, and is not subject to its principal's quotas.
  ///
  /// - Parameters:
  ///   - action: The action, of the type that the session's feature has.
  ///   - id: The session's id.
  ///   - version: The version that the session must have; `nil` for any.
  /// - Returns: The session afterwards, which others may have changed, too.
  /// - Throws: ``SessionError``, as ``send(_:to:ifVersion:)`` does, and
  ///   ``SessionError/wrongTypes(_:feature:)``.
  @discardableResult
  public func send<Action: Sendable>(
    action: Action, to id: String, ifVersion version: Int? = nil
  ) async throws(SessionError) -> SessionSnapshot {
    try await send(HostAction(action), to: id, ifVersion: version)
  }

  /// Sends an action of the program itself to all active sessions of a feature, and waits until it is
  /// stored in each, but not for effects.
  ///
  /// A passive session does not get the action: if it has to know what happened meanwhile, its
  /// feature reads it when the session is resumed (`resumeAction`). A broadcast does not prolong the
  /// life of a session. A session that refuses the action is left out: it has just ended, or the
  /// action's target is missing from its state, or would make the state too large.
  ///
  /// - Parameters:
  ///   - action: The action, of the type that the feature has.
  ///   - feature: The name of the feature.
  ///   - isIncluded: Returns whether the action is for a session with this state. It must be quick,
  ///     and must not send.
  /// - Returns: The number of sessions that processed the action.
  /// - Throws: ``SessionError`` if there is no such feature, or its actions or states are of other
  ///   types.
  /// - Complexity: O(active sessions of all features), on a thread of the directory.
  @discardableResult
  public func broadcast<State: Sendable, Action: Sendable>(
    _ action: Action, to feature: String, where isIncluded: @escaping @Sendable (State) -> Bool
  ) async throws(SessionError) -> Int {
    try await broadcast(
      HostAction(action) { state in (state as? State).map(isIncluded) }, to: feature) ?? 0
  }

  /// Sends an action of the program itself to all active sessions of a feature; see
  /// ``broadcast(_:to:where:)``.
  @discardableResult
  public func broadcast<Action: Sendable>(
    _ action: Action, to feature: String
  ) async throws(SessionError) -> Int {
    try await broadcast(HostAction(action), to: feature) ?? 0
  }

  /// Restores the state of an earlier version, as a new version, and waits like
  /// ``send(_:to:ifVersion:)``.
  ///
  /// - Throws: ``SessionError``, as ``send(_:to:ifVersion:)`` does.
  public func restore(
    _ earlier: Int, of id: String, ifVersion version: Int? = nil
  ) async throws(SessionError) -> SessionSnapshot {
    try await apply(.restore(version: earlier), to: id, version, startsEffects: false)
  }

  /// Ends a session.
  ///
  /// - Throws: ``SessionError`` if there is no such session, or the end can't be stored.
  public func end(_ id: String) async throws(SessionError) {
    let session = try await entry(id).session
    end(session.context.id, .deleted)
    if let failure = await stored(session) { throw SessionError(failure) }
  }

  /// Returns the versions of a session, beginning with the present one, as they are stored. A reader
  /// that is slower than the session gets the latest version next, and not each one in between.
  ///
  /// The sequence ends with the session, by throwing ``SessionError/ended(_:)``, or when the
  /// directory is stopped. The session stays in memory while the sequence is read.
  public func snapshots(of id: String) -> AsyncThrowingStream<SessionSnapshot, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          while !Task.isCancelled, !isStopped.load(ordering: .sequentiallyConsistent) {
            let entry = try await entry(id)
            let snapshot = try await confirmed(entry)
            continuation.yield(snapshot)
            await change(of: entry.session, after: snapshot.version)
          }
          continuation.finish()
        } catch {
          let isStopped = isStopped.load(ordering: .sequentiallyConsistent)
          continuation.finish(throwing: isStopped ? nil : error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  // MARK: Waiting

  /// Returns a session, which is activated first if it is passive.
  private func entry(_ id: String) async throws(SessionError) -> SessionRegistry.Entry {
    guard let id = SessionID(id) else { throw .unknownSession }
    let result = await handedOver { receive in withSession(id, for: .anyone, receive) }
    do throws(SessionRefusal) {
      return try result.get()
    } catch {
      // That the session has ended is told once it is stored.
      if let failure = await stored(error.ending) { throw SessionError(failure) }
      throw error.error
    }
  }

  private func apply(
    _ command: SessionCommand, to id: String, _ version: Int?, startsEffects: Bool
  ) async throws(SessionError) -> SessionSnapshot {
    let entry = try await entry(id)
    try admitChange(to: entry.session.context, startsEffects: startsEffects)
    _ = try entry.session.apply(
      command, if: version.map { .oneOf([$0]) } ?? .any, issues: IssueCollector())
    await settle(entry.session)
    return try await confirmed(entry)
  }

  @discardableResult
  func send(
    _ action: HostAction, to id: String, ifVersion version: Int?
  ) async throws(SessionError) -> SessionSnapshot {
    let entry = try await entry(id)
    let bytes = try entry.session.process(action, if: version.map { .oneOf([$0]) } ?? .any)
    try action.sender?.countSend(actions: 0, bytes: bytes ?? 0)
    return try await confirmed(entry, for: action.priority)
  }

  /// Sends an action to all active sessions of a feature.
  ///
  /// - Returns: The number of sessions that processed it; `nil` if its sender's task was cancelled
  ///   before it began.
  func broadcast(
    _ action: HostAction, to feature: String
  ) async throws(SessionError) -> Int? {
    guard let broadcasts = runtimes[feature]?.broadcasts else { throw .unknownFeature(feature) }
    let number = broadcasts.newNumber()
    // Not on the caller's thread: there may be many sessions.
    let outcome = await withTaskCancellationHandler {
      await handedOver { receive in
        broadcasts.send(action, numbered: number, receive)
        // The task may have been cancelled before there was a broadcast to drop.
        if action.sender != nil, Task.isCancelled { broadcasts.drop(number, of: action.sender) }
      }
    } onCancel: {
      if let sender = action.sender { broadcasts.drop(number, of: sender) }
    }
    switch outcome {
    case .dropped: return nil
    case .refused(let error): throw error
    case .reached(let sessions):
      var count = 0
      for session in sessions where await stored(session, for: action.priority) == nil {
        count += 1
      }
      return count
    }
  }

  /// Returns the active sessions of a feature.
  ///
  /// - Complexity: O(active sessions of all features).
  func sessions(of feature: String) -> [any Session] {
    registry.all.map(\.session).filter { $0.context.feature == feature }
  }

  /// Returns the present version once it is stored.
  private func confirmed(
    _ entry: SessionRegistry.Entry, for priority: WritePriority = .client
  ) async throws(SessionError) -> SessionSnapshot {
    let snapshot: Snapshot
    do throws(SessionError) {
      snapshot = try entry.session.snapshot()
    } catch {
      // That the session has ended is told once it is stored, too.
      if let failure = await stored(entry.session, for: priority) { throw SessionError(failure) }
      throw error
    }
    if let failure = await stored(entry.session, for: priority) { throw SessionError(failure) }
    return SessionSnapshot(entry, snapshot)
  }

  /// Waits for sessions that another thread hands over once.
  private func handedOver<Outcome: Sendable>(
    _ start: (@escaping @Sendable (Outcome) -> Void) -> Void
  ) async -> Outcome {
    // In a box with a lock: the thread sanitizer doesn't see the order that a continuation imposes,
    // and would report the sessions' properties as races.
    let box = LockIsolated<Outcome?>(nil)
    await withCheckedContinuation { continuation in
      start { outcome in
        box.setValue(outcome)
        continuation.resume()
      }
    }
    guard let outcome = box.value else { preconditionFailure("Nothing was handed over.") }
    return outcome
  }

  private func stored(
    _ session: any Session, for priority: WritePriority = .client
  ) async -> StorageError? {
    await stored(session.writer, for: priority)
  }

  private func stored(
    _ writer: SessionWriter?, for priority: WritePriority = .client
  ) async -> StorageError? {
    await withCheckedContinuation { continuation in
      let isWaiting =
        writer?.whenStored(for: priority) { continuation.resume(returning: $0) } ?? false
      if !isWaiting { continuation.resume(returning: nil) }
    }
  }

  private func settle(_ session: any Session) async {
    if session.isSettled { return }
    await withCheckedContinuation { continuation in
      let once = Once { continuation.resume() }
      guard session.whenSettled({ once.run() }) else { return once.run() }
      // An effect that computes for a long time, or blocks, must not keep the caller waiting.
      deadlines.asyncAfter(deadline: .now() + configuration.settleTimeout) { once.run() }
    }
  }

  /// Waits until a session has another version than this one, or has ended, or the task is
  /// cancelled.
  private func change(of session: any Session, after version: Int) async {
    let once = Guarded<Once?>(nil)
    let forget = Guarded<(@Sendable () -> Void)?>(nil)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = Once { continuation.resume() }
        once.withLock { $0 = end }
        // Not on the thread of the change, which holds the store's lock.
        let cancel = session.onChange(after: version) { [deadlines] in
          deadlines.async { end.run() }
        }
        forget.withLock { $0 = cancel }
        if cancel == nil || Task.isCancelled { end.run() }
      }
    } onCancel: {
      once.withLock { $0 }?.run()
    }
    forget.withLock { $0.take() }?()
  }
}
