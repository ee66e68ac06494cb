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
  /// The number of effects that were in flight when the version was first sent to anyone.
  public let effects: Int
  /// When the session expires unless it is used before.
  public let expiresAt: Date

  package init(
    id: String, feature: String, version: Int, state: String, effects: Int, expiresAt: Date
  ) {
    self.id = id
    self.feature = feature
    self.version = version
    self.state = state
    self.effects = effects
    self.expiresAt = expiresAt
  }

  init(_ entry: SessionRegistry.Entry, _ snapshot: Snapshot) {
    id = entry.session.context.id.description
    feature = entry.session.context.feature
    version = snapshot.version
    state = String(decoding: snapshot.content, as: UTF8.self)
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
  /// Activates those with pending effects (`Effect.durable(id:_:)`). Before, sessions that have
  /// expired are found only when they are used.
  public func start() {
    quarantine.begin()
    startSweeping()
  }

  /// Releases all sessions. Those that are stored can be used again by another directory; others
  /// end. Readers of ``snapshots(of:)`` get no more. Blocks the calling thread until the storage
  /// has what was changed, at most ten seconds.
  public func stop() {
    releaseSessions()
    quarantine.end()
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
  ///   - locale: The language of the person, as a tag (BCP 47) such as `de-AT`: the feature's dependency
  ///     `locale`; `nil` for that of the process.
  /// - Throws: ``SessionError``; then there is no session.
  public func create(
    _ feature: String, from origin: SessionOrigin = .initial,
    for principal: SessionPrincipal? = nil, timeToLive: Double? = nil, locale: String? = nil
  ) async throws(SessionError) -> SessionSnapshot {
    let start: SessionStart =
      switch origin {
      case .initial: .initial
      case .link(let path): .link(path)
      case .state(let json): .json(Array(json.utf8))
      }
    var request = CreationRequest(feature, from: start, for: principal, timeToLive: timeToLive)
    request.language = locale.flatMap { LanguageTag($0) }
    if let locale, request.language == nil {
      throw .invalidValue("\(locale) is no tag of a language, such as de-AT.")
    }
    return try await snapshot { create(request, $0) }
  }

  /// Returns a session as it is now.
  ///
  /// - Throws: ``SessionError`` if there is no such session.
  public func snapshot(of id: String) async throws(SessionError) -> SessionSnapshot {
    try await perform(.read, on: id)
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
    try await perform(.send(json: Array(json.utf8)), on: id, ifVersion: version)
  }

  /// Sends an action of the program itself to a session, such as what a webhook reports, and waits
  /// until it is stored, but not for effects.
  ///
  /// The action may be one that clients may not send. It is journaled with the cause `host`, counts
  /// as a use of the session, and is not subject to its principal's quotas.
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

  /// Sends an action of the program itself to all active sessions of a feature, and waits until it
  /// is stored in each, but not for effects.
  ///
  /// A passive session does not get the action: if it has to know what happened meanwhile, its
  /// feature reads it when the session is resumed (`resumeAction`). A broadcast does not prolong
  /// the life of a session. A session that refuses the action is left out: it has just ended, or
  /// the action's target is missing from its state, or would make the state too large.
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

  /// Restores the state of an earlier version, as a new version.
  ///
  /// - Throws: ``SessionError``, as ``send(_:to:ifVersion:)`` does.
  public func restore(
    _ earlier: Int, of id: String, ifVersion version: Int? = nil
  ) async throws(SessionError) -> SessionSnapshot {
    try await perform(.restore(version: earlier), on: id, ifVersion: version)
  }

  /// Ends a session.
  ///
  /// - Throws: ``SessionError`` if there is no such session, or the end can't be stored.
  public func end(_ id: String) async throws(SessionError) {
    guard let id = SessionID(id) else { throw .unknownSession }
    let outcome = await handedOver { perform(SessionRequest(.end, of: id, for: .anyone), $0) }
    _ = try await confirmed(outcome)
  }

  /// Returns the versions of a session, beginning with the present one, as they are stored. A
  /// reader that is slower than the session gets the latest version next, and not each one in
  /// between.
  ///
  /// The sequence ends with the session, by throwing ``SessionError/ended(_:)``, or when the
  /// directory is stopped. The session stays in memory while the sequence is read.
  public func snapshots(of id: String) -> AsyncThrowingStream<SessionSnapshot, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          try await follow(id) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: stopFlag.isSet ? nil : error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Calls a closure with each version of a session until the task is cancelled or the directory is
  /// stopped.
  private func follow(
    _ id: String, _ body: (SessionSnapshot) -> Void
  ) async throws(SessionError) {
    guard let id = SessionID(id) else { throw .unknownSession }
    let follower = Follower()
    defer { follower.leave() }
    var latest: Int?
    while !Task.isCancelled, !stopFlag.isSet {
      var request = SessionRequest(.read, of: id, for: .anyone)
      request.sender = follower
      if let latest { request.wait = .change(from: [latest], seconds: nil) }
      let asked = request
      let outcome = await withTaskCancellationHandler {
        await answer { perform(asked, $0) }
      } onCancel: {
        follower.leave()
      }
      // `nil`: the session has left the memory since.
      guard let snapshot = try outcome.get() else { continue }
      if snapshot.version != latest { body(snapshot) }
      latest = snapshot.version
    }
  }

  /// Waits until the effects of an active session have ended or wait for something.
  ///
  /// - Throws: ``SessionError`` if there is no such session.
  package func settle(_ id: String) async throws(SessionError) {
    let session = try active(id)
    await ending { end in
      session.whenSettled(end)
      return nil
    }
  }

  /// Waits until no effect of an active session is in flight.
  ///
  /// - Throws: ``SessionError`` if there is no such session.
  package func finishEffects(of id: String) async throws(SessionError) {
    let session = try active(id)
    while case let tasks = session.tasks, let task = tasks.first, !Task.isCancelled {
      await ending { end in
        let forget = task.whenFinished(end)
        if forget == nil { end() }
        return forget
      }
    }
  }

  private func active(_ id: String) throws(SessionError) -> any Session {
    guard let entry = SessionID(id).flatMap({ find($0) }) else { throw .unknownSession }
    return entry.session
  }

  /// Waits until a callback is called, or the task is cancelled.
  private func ending(
    _ register: (@escaping @Sendable () -> Void) -> (@Sendable () -> Void)?
  ) async {
    let (calls, continuation) = AsyncStream.makeStream(of: Never.self)
    let forget = register { continuation.finish() }
    for await _ in calls {}
    forget?()
  }

  // MARK: Waiting

  private func perform(
    _ command: SessionRequest.Command, on id: String, ifVersion version: Int? = nil
  ) async throws(SessionError) -> SessionSnapshot {
    guard let id = SessionID(id) else { throw .unknownSession }
    var request = SessionRequest(command, of: id, for: .anyone)
    if let version { request.condition = .oneOf([version]) }
    let asked = request
    return try await snapshot { perform(asked, $0) }
  }

  @discardableResult
  func send(
    _ action: HostAction, to id: String, ifVersion version: Int?
  ) async throws(SessionError) -> SessionSnapshot {
    try await perform(.process(action), on: id, ifVersion: version)
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

  /// Returns the session as a request leaves it, once that is stored.
  private func snapshot(
    _ ask: (@escaping @Sendable (SessionOutcome) -> Void) -> Void
  ) async throws(SessionError) -> SessionSnapshot {
    guard let snapshot = try await answer(ask).get() else { throw .passivated }
    return snapshot
  }

  /// Returns the session as a request leaves it, once that is stored; `nil` if the outcome has
  /// none.
  private func answer(
    _ ask: (@escaping @Sendable (SessionOutcome) -> Void) -> Void
  ) async -> Result<SessionSnapshot?, SessionError> {
    // Made before the session is stored, whose journal keeps it.
    let (outcome, snapshot) = await handedOver { receive in
      ask { outcome in receive((outcome, outcome.snapshot)) }
    }
    do throws(SessionError) {
      let reply = try await confirmed(outcome)
      guard let reply, let snapshot else { return .success(nil) }
      if case .failure = snapshot, reply.creation != nil { end(reply.session.context.id, .deleted) }
      return .success(SessionSnapshot(reply.entry, try snapshot.get()))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the reply to a request, if it has one, once its content is stored.
  private func confirmed(_ outcome: SessionOutcome) async throws(SessionError) -> SessionReply? {
    let stored = await handedOver { outcome.whenStored($0) }
    if let stored { throw SessionError(stored) }
    switch outcome {
    case .processed(let reply): return reply
    case .replay(_, let reply): return reply
    case .ended, .unchanged: return nil
    case .refused(let refusal): throw refusal.error
    case .forward(let destination): throw destination.error
    }
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

  private func stored(_ session: any Session, for priority: WritePriority) async -> StorageError? {
    await handedOver { session.whenStored(for: priority, $0) }
  }
}

/// The sender of requests that wait for changes, until it leaves.
private final class Follower: RequestSender {
  private struct State {
    var pending: PendingReply?
    var hasLeft = false
  }

  private let state = Guarded(State())

  var client: Int? { nil }

  func willWait(for reply: PendingReply) {
    let hasLeft = state.withLock { state in
      state.pending = reply
      return state.hasLeft
    }
    if hasLeft { reply.send() }
  }

  func leave() {
    let pending = state.withLock { state in
      state.hasLeft = true
      return state.pending.take()
    }
    pending?.send()
  }
}
