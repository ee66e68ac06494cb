import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// A client's socket to one session: its commands go through the sessions' door, one after the other,
/// and the session's events come back.
final class SessionSocket: WebSocketHandler, RequestSender {
  /// The parts of a request for a socket that last as long as the socket.
  struct Client: Sendable {
    let principal: HTTPPrincipal?
    let workSource: Int
    let isAgent: Bool
    /// The client that messages are counted for.
    let limited: RateLimiter.Client

    init(_ request: HTTPRequest) {
      principal = request.principal
      workSource = request.workSource
      isAgent = request.author?.isAgent == true
      limited = RateLimiter.Client(request)
    }
  }

  private struct State {
    var queue: SocketQueue
    var waker: HTTPStreamWaker?
    /// The reply that waits for effects, which need not be waited for when the client has gone.
    weak var pending: PendingReply?
    /// The responder of the command that another node processes.
    var relayed: HTTPResponder?
    /// The number of heartbeats when the client was last served.
    var heartbeats: Int
    var received = 0
    var sent = 0
    var isOpen = false
    /// The socket's share of its client's quota.
    var permit: PrincipalUsage.StreamPermit?
  }

  private let id: SessionID
  private let service: SessionService
  private let sender: Client
  private let feed: any EventFeed
  /// The way to the session, if another node of the cluster has it.
  private let relay: SocketRelay?
  /// Returns whether the client may still follow the session; `nil` for always.
  private let isAllowed: (@Sendable () -> Bool)?
  private let state: Guarded<State>

  init(
    of id: SessionID, at service: SessionService, for client: Client, _ feed: any EventFeed,
    after version: Int?, relay: SocketRelay? = nil, isAllowed: (@Sendable () -> Bool)?,
    _ permit: PrincipalUsage.StreamPermit?
  ) {
    self.id = id
    self.service = service
    sender = client
    self.feed = feed
    self.relay = relay
    self.isAllowed = isAllowed
    state = Guarded(
      State(queue: SocketQueue(version: version), heartbeats: feed.heartbeats, permit: permit))
  }

  // MARK: The connection

  func start(_ waker: HTTPStreamWaker) {
    let version = state.withLock { state in
      state.waker = waker
      state.isOpen = true
      return state.queue.version
    }
    service.sockets.opened()
    // A closure over the socket alone needs no memory of its own.
    feed.add(ObjectIdentifier(self), after: version) { [self] in wake() }
  }

  var bufferedBytes: Int { state.withLock { $0.queue.bufferedBytes } }

  func receive(_ message: WebSocketMessage) {
    let pending = state.withLock { state in
      state.received += 1
      add(message, to: &state.queue)
      return state.queue.hasOverflowed ? state.pending : nil
    }
    // The socket is to close now, not when its client has waited for effects.
    pending?.send()
    processNext()
  }

  private func add(_ message: WebSocketMessage, to queue: inout SocketQueue) {
    guard message.kind == .text else {
      return queue.end(WebSocketClose(.unsupportedData, "Messages are texts."))
    }
    do throws(SocketCommand.Refusal) {
      guard let command = try SocketCommand(message.content) else {
        return queue.end(
          WebSocketClose(
            .policyViolation,
            "A message is a JSON object with an integer as id, and each member once."))
      }
      queue.add(command, bytes: message.content.count)
    } catch {
      queue.add(
        refused: error.id, SocketMessage.problem(counted(error.problem), answering: error.id))
    }
  }

  func next() -> WebSocketAction {
    while true {
      let (version, served, isFirst) = state.withLock {
        ($0.queue.version, $0.heartbeats, $0.sent == 0)
      }
      let (changes, end, heartbeats) = feed.changes(after: version)
      let isBeat = heartbeats != served
      let isPresent = isFirst && version.map { feed.isPresent($0) } == true
      if end != nil && feed.isRefused || isBeat && isAllowed?() == false {
        return .close(
          WebSocketClose(.unauthorized, "The client may not use the session any more."))
      }
      let action = state.withLock { state in
        state.heartbeats = heartbeats
        var action = state.queue.next(changes, end: end)
        // A client that can't see pings, as in a browser, sees that the connection works.
        if case .waiting? = action, isBeat || isPresent {
          action = .sendText(SocketMessage.nothing)
        }
        if case .sendText? = action { state.sent += 1 }
        return action
      }
      if let action { return action }
    }
  }

  func drain() {
    state.withLock { state in
      state.queue.drain(WebSocketClose(.goingAway, "The server is about to stop."))
    }
  }

  func finish(_ reason: WebSocketClose) {
    let (wasOpen, pending, relayed, received, sent, permit) = state.withLock { state in
      let open = state.isOpen
      state.isOpen = false
      state.waker = nil
      state.queue.end(reason)
      return (
        open, state.pending, state.relayed.take(), state.received, state.sent, state.permit.take()
      )
    }
    feed.remove(ObjectIdentifier(self))
    // Ends outside the lock.
    _ = permit
    pending?.send()
    relayed?.cancel()
    if wasOpen { service.sockets.closed(reason.code, received: received, sent: sent) }
  }

  private func wake() { state.withLock { $0.waker }?.wake() }

  // MARK: Commands

  private func processNext() {
    guard let (command, number) = state.withLock({ $0.queue.begin() }) else { return }
    do throws(Problem) {
      try count()
      let request = try request(for: command)
      if let relay {
        return perform(command, number, by: relay)
      }
      feed.publishing {
        service.directory.perform(request) { [self] outcome in
          processed(command, number, outcome)
          state.withLock { $0.queue.processed() }
          processNext()
        }
      }
    } catch {
      state.withLock { state in
        state.queue.answer(
          number, SocketMessage.problem(error, answering: command.id), version: nil)
        state.queue.processed()
      }
      processNext()
    }
  }

  /// Counts a message that is no command; returns its problem, or that of the rate limit.
  private func counted(_ problem: Problem) -> Problem {
    do throws(Problem) {
      try count()
      return problem
    } catch {
      return error
    }
  }

  /// Counts a message for the rate limit of its client.
  private func count() throws(Problem) {
    guard let limiter = service.limiter else { return }
    let time = Double(service.configuration.sessions.steady().nanoseconds) / 1e9
    let count = limiter.take(sender.limited, at: time)
    guard count.isTaken else { throw limiter.problem(count) }
  }

  private func request(for command: SocketCommand) throws(Problem) -> SessionRequest {
    var request: SessionRequest
    let key: IdempotencyKey?
    switch command.kind {
    case .send(let json):
      request = asking(.send(json: json, trace: command.trace), .act)
      key = try command.key.map { text throws(Problem) in
        try IdempotencyKey(
          client: IdempotencyKey.unquoted(text), of: "/sessions/\(id)/actions", json)
      }
    case .restore(let version):
      request = asking(.restore(version: version), .restore)
      key = try command.key.map { text throws(Problem) in
        try IdempotencyKey(
          client: IdempotencyKey.unquoted(text), of: "/sessions/\(id)/restore",
          Restoration.content(of: version))
      }
    case .read:
      request = asking(.read, .read)
      key = nil
    }
    request.key = key
    request.sender = self
    if let version = command.condition { request.condition = .oneOf([version]) }
    if let seconds = command.wait { request.wait = .effects(seconds: seconds) }
    return request
  }

  private func asking(
    _ command: SessionRequest.Command, _ operation: SessionOperation
  ) -> SessionRequest {
    SessionRequest(command, of: id, for: service.access(sender.principal, operation))
  }

  /// Has another node process a command.
  private func perform(_ command: SocketCommand, _ number: Int, by relay: SocketRelay) {
    let responder = HTTPResponder(errorResponse: BackstackServer.problemResponse) {
      [self] response in
      relayed(command, number, response)
      processNext()
    }
    state.withLock { $0.relayed = responder }
    relay.perform(command, responder)
  }

  /// Answers a command that another node has processed.
  private func relayed(_ command: SocketCommand, _ number: Int, _ response: HTTPResponse) {
    state.withLock { state in
      state.relayed = nil
      if response.status.code >= 400 {
        state.queue.answer(
          number, SocketMessage.problem(response, answering: command.id), version: nil)
      } else if case .read = command.kind {
        state.queue.answerWithSnapshot(number)
      } else {
        let version = RequestOutcome(response.fields).version
        state.queue.answer(
          number, SocketMessage.answer(command.id, version: version ?? 0, issues: response.issues),
          version: version)
      }
      state.queue.processed()
    }
    wake()
  }

  /// Answers a command once the change that the answer reports is stored.
  private func processed(_ command: SocketCommand, _ number: Int, _ outcome: SessionOutcome) {
    let answer = answer(command, outcome)
    outcome.whenStored { [self] failure in
      state.withLock { state in
        if let failure {
          let problem = Problem(SessionError(failure))
          state.queue.answer(
            number, SocketMessage.problem(problem, answering: command.id), version: nil)
        } else if case .read = command.kind, answer == nil {
          state.queue.answerWithSnapshot(number)
        } else if let answer {
          state.queue.answer(number, answer.message, version: answer.version)
        }
      }
      wake()
    }
  }

  /// Returns the answer to a command, and the version that its client has to have before; `nil` for
  /// the next snapshot.
  private func answer(
    _ command: SocketCommand, _ outcome: SessionOutcome
  ) -> (message: [UInt8], version: Int?)? {
    switch outcome {
    case .processed(let reply):
      if case .read = command.kind { return nil }
      let version = reply.session.version
      // As for a request that prefers no content.
      reply.store(Answer(HTTPResponse(status: .noContent, fields: [.eTag: "\"\(version)\""])))
      let issues = service.issues(of: reply).member
      return (SocketMessage.answer(command.id, version: version, issues: issues), version)
    case .replay(.answered(let answer), let reply):
      return replayed(command, Answer.outcome(answer.head).version ?? reply?.session.version)
    case .replay(.processed(let head), let reply):
      return replayed(command, Answer.outcome(head).version ?? reply?.session.version)
    case .refused(let refusal):
      return (SocketMessage.problem(service.problem(refusal), answering: command.id), nil)
    case .forward:
      state.withLock { state in
        state.queue.end(
          WebSocketClose(.goingAway, "Another node of the cluster has the session now."))
      }
      return ([], nil)
    case .ended, .unchanged:
      assertionFailure("No command of a socket has this outcome.")
      return (SocketMessage.problem(.unknownSession, answering: command.id), nil)
    }
  }

  private func replayed(
    _ command: SocketCommand, _ version: Int?
  ) -> (message: [UInt8], version: Int?) {
    (SocketMessage.answer(command.id, version: version ?? 0, issues: []), version)
  }

  // MARK: RequestSender

  var client: Int? { sender.workSource }

  var author: VersionAuthor? {
    VersionAuthor(principal: sender.principal?.id, isAgent: sender.isAgent)
  }

  func willWait(for reply: PendingReply) {
    let mayWait = state.withLock { state in
      state.pending = reply
      return state.isOpen && !state.queue.hasOverflowed
    }
    if !mayWait { reply.send() }
  }
}
