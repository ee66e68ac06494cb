import BackstackCluster
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import BackstackStorage

/// A request to a session of a cluster, on its way to the node that has the session.
///
/// It is the gate of its own response as well: if the session was another node's when its changes
/// were written, nothing was stored of them, and the request is sent to that node.
final class ForwardedRequest: HTTPResponseGate, Pending {
  /// Where the request has come in.
  private enum Origin: Sendable {
    /// Here, from a client. This node directs it.
    case client(RoutingPlan)
    /// At another node, which directs it and has sent it here.
    case node(PeerOrigin)
  }

  private struct State: Sendable {
    var origin: Origin
    /// The request, with its content once it was read.
    var request: HTTPRequest
    var responder: HTTPResponder
    /// The writer of the session that processes the request here.
    var writer: SessionWriter?
    /// The number of the session's changes before the request's, if it changes the session.
    var earlierChanges: Int?
    var abandon: (@Sendable () -> Void)?
    var isCancelled = false
  }

  private let exchange: SessionExchange
  private let ownership: OwnershipTable
  /// The connections to the other nodes.
  private let links: PeerLinks?
  private let state: Guarded<State>

  private var service: SessionService { exchange.service }

  /// - Parameters:
  ///   - exchange: The request, as it came in.
  ///   - peer: The sender, if another node has sent the request; `nil` for a client.
  init(_ exchange: SessionExchange, _ ownership: OwnershipTable, from peer: PeerOrigin?) {
    self.exchange = exchange
    self.ownership = ownership
    links = exchange.service.links.value
    let request = exchange.request
    let plan = RoutingPlan(
      isRepeatable: request.isRepeatable, timing: ownership.timing, at: ownership.now())
    let origin = peer.map { Origin.node($0) } ?? .client(plan)
    state = Guarded(State(origin: origin, request: request, responder: exchange.responder))
  }

  private var responder: HTTPResponder { state.withLock { $0.responder } }

  /// Begins, or begins again after a wait.
  func start() {
    let (origin, request) = state.withLock { ($0.origin, $0.request) }
    switch origin {
    case .client:
      step { [ownership] plan, view, now in
        plan.start(at: ownership.member.number, view: view, at: now)
      }
    case .node(let peer):
      guard let target = peer.target else { return ask(peer.referral) }
      // The relay can't reach the target either.
      forward(request, to: target, for: nil, peer.referral)
    }
  }

  private func step(
    _ next: (inout RoutingPlan, ClusterView, MonotonicInstant) -> RoutingPlan.Step
  ) {
    let (view, now) = (ownership.member.view, ownership.now())
    let (step, request) = state.withLock { state -> (RoutingPlan.Step?, HTTPRequest) in
      guard case .client(var plan) = state.origin, !state.isCancelled else {
        return (nil, state.request)
      }
      let step = next(&plan, view, now)
      state.origin = .client(plan)
      return (step, state.request)
    }
    switch step {
    case nil: break
    case .here(let referral): ask(referral)
    case .forward(let node, let relay?, let referral):
      forward(request, to: relay, for: node, referral)
    case .forward(let node, nil, let referral): forward(request, to: node, for: nil, referral)
    case .wait(let instant):
      let pause = Double(max(0, instant.nanoseconds - now.nanoseconds)) / 1e9
      _ = service.directory.timer.schedule(after: pause) { self.start() }
    case .refuse(.unreachable): responder.respond(Problem.ownerUnreachable.response)
    case .refuse(.ambiguous): responder.respond(Problem.lostInCluster.response)
    }
  }

  /// Tries to process the request at this node.
  private func ask(_ referral: Referral) {
    let (request, responder) = state.withLock { ($0.request, $0.responder) }
    SessionExchange(exchange, of: request, responder, referral, by: self).begin()
  }

  /// Keeps the request with its content, which can be read only once. That may have taken long: a
  /// client's request has as much time as one that comes in now.
  func note(_ request: HTTPRequest) {
    state.withLock { state in
      state.request = request
      guard case .client(var plan) = state.origin else { return }
      plan.extend(ownership.timing, at: ownership.now())
      state.origin = .client(plan)
    }
  }

  /// Continues with a request that this node has not processed, because another one has the session
  /// or may claim it.
  func redirect(to destination: Destination) {
    state.withLock { $0.writer = nil }
    guard isDirectedHere else {
      return responder.respond(Problem.redirect(to: destination).response)
    }
    step { plan, view, now in plan.redirect(to: destination, view: view, at: now) }
  }

  private var isDirectedHere: Bool {
    if case .client = state.withLock({ $0.origin }) { true } else { false }
  }

  private func linkFailed(mayBeProcessed: Bool) {
    guard isDirectedHere else {
      return responder.respond(Problem.notRelayed(mayBeProcessed: mayBeProcessed).response)
    }
    step { plan, view, now in
      plan.linkFailed(mayBeProcessed: mayBeProcessed, view: view, at: now)
    }
  }

  // MARK: The response

  /// Makes the response wait until everything that the session has changed by then is stored.
  ///
  /// - Parameters:
  ///   - writer: The session's writer; `nil` for a session without storage.
  ///   - earlier: The number of its changes before the request's; `nil` for a request that changes nothing.
  func deferResponse(
    untilStoredBy writer: SessionWriter?, after earlier: Int?, _ responder: HTTPResponder
  ) {
    guard let writer else { return }
    state.withLock { state in
      state.writer = writer
      state.earlierChanges = earlier
    }
    responder.deferResponse(to: self)
  }

  func take(_ response: DeferredResponse) {
    // Without it, the response is another node's, or says that there is none.
    guard let writer = state.withLock({ $0.writer }) else { return response.pass() }
    writer.whenStored(for: .client) { [self] failure in
      guard let failure else { return response.pass() }
      guard case StorageError.fenced = failure else {
        return response.pass(Problem(SessionError(failure)).response)
      }
      ownership.counters.count(.fenced)
      let (request, earlier) = state.withLock { state in
        state.responder = HTTPResponder { response.pass($0) }
        return (state.request, state.earlierChanges)
      }
      // What is refused may be a later change, after the request's own was stored.
      if !request.isRepeatable, let earlier, writer.hasStoredChanges(after: earlier) {
        linkFailed(mayBeProcessed: true)
      } else {
        redirect(to: .anywhere)
      }
    }
  }

  // MARK: Forwarding

  /// Sends the request to a node; if a target is given, for that node to pass it on.
  private func forward(
    _ request: HTTPRequest, to node: UInt64, for target: UInt64?, _ referral: Referral
  ) {
    guard let profile = ownership.member.view.members[node]?.profile, let links else {
      return linkFailed(mayBeProcessed: false)
    }
    let responder = responder
    // A request that is only passed on goes where its sender has said.
    if isDirectedHere, let relay = exchange.route.relay, relay(request, exchange.id, responder) {
      return
    }
    let isWhole = request.isWhole
    responder.acceptContent(of: request, exchange.route.content) { [self] request in
      if !isWhole { note(request) }
      let isFirst = state.withLock { $0.abandon == nil }
      if isFirst {
        responder.onCancel { [self] in cancel() }
        // The other node limits the time.
        responder.limitResponseTime(to: nil)
      }
      // A server that is about to stop, or gives its sessions away, has nobody wait. Another one may relay.
      let mayWait = !request.isLongPoll || service.directory.pendingReplies.add(self)
      guard mayWait || isDirectedHere else { return send() }
      let sent = mayWait ? request : request.withoutWait
      let abandon = links.send(
        sent, to: node, profile, referral: referral, for: target, timeout: service.peerTimeout
      ) { [self] outcome in
        ownership.counters.count(outcome.event)
        if request.isLongPoll { service.directory.pendingReplies.remove(ObjectIdentifier(self)) }
        switch outcome {
        case .response(let response): responder.respond(response)
        case .redirected(let destination): redirect(to: destination)
        case .failed(let mayBeProcessed): linkFailed(mayBeProcessed: mayBeProcessed)
        }
      }
      let isCancelled = state.withLock { state in
        state.abandon = abandon
        return state.isCancelled
      }
      if isCancelled { abandon() }
    }
  }

  /// Ends a long poll that another node answers, as this server is about to stop: as far as it knows, the
  /// client's version is the latest.
  func send() {
    cancel()
    let request = state.withLock { $0.request }
    guard isDirectedHere else {
      return responder.respond(Problem.notRelayed(mayBeProcessed: false).response)
    }
    let version = (try? Preconditions(request))?.awaited.first
    responder.respond(
      version.map { .notModified(version: $0) } ?? Problem.ownerUnreachable.response)
  }

  /// Gives the request up, as its client has gone.
  private func cancel() {
    let abandon = state.withLock { state in
      state.isCancelled = true
      return state.abandon
    }
    abandon?()
  }
}

extension HTTPRequest {
  /// Whether it changes nothing, or has a key, so that it may be sent again (RFC 9110 §9.2.2).
  fileprivate var isRepeatable: Bool {
    [.get, .head, .delete].contains(method) || fields.contains(.idempotencyKey)
  }

  /// Whether the response may wait for a change of the session.
  fileprivate var isLongPoll: Bool {
    (method == .get || method == .head)
      && parameters.contains { $0.hasPrefix("wait=") && $0 != "wait=0" }
  }

  /// The parameters of the query, as they were sent.
  private var parameters: [Substring] { query?.split(separator: "&") ?? [] }

  /// The request without its wait for a change.
  fileprivate var withoutWait: HTTPRequest {
    let rest = parameters.filter { !$0.hasPrefix("wait=") }.joined(separator: "&")
    let target = rest.isEmpty ? path : "\(path)?\(rest)"
    return (try? another(method, target, fields: fields)) ?? self
  }
}

extension PeerLinks.Outcome {
  fileprivate var event: ClusterCounters.Event {
    switch self {
    case .response: .forwarded
    case .redirected: .redirected
    case .failed: .lost
    }
  }
}

extension Problem {
  /// The problem of a request from another node that has to go elsewhere: that node gets it, and no
  /// client.
  static func redirect(to destination: Destination) -> Problem {
    var problem = Problem(.redirect, "The session is at another node.")
    problem.fields.set(PeerFields.destination, destination.fieldValue)
    return problem
  }

  /// The problem of a request from another node that could not be passed on: that node gets it, and
  /// no client.
  static func notRelayed(mayBeProcessed: Bool) -> Problem {
    var problem = mayBeProcessed ? lostInCluster : ownerUnreachable
    problem.fields.set(PeerFields.refused, mayBeProcessed ? "lost" : "unreachable")
    return problem
  }

  /// The problem of a request that no node has processed.
  static var ownerUnreachable: Problem {
    var problem = Problem(
      .ownerUnreachable,
      "The node that has the session can't be reached now. Nothing was changed; try again.")
    problem.fields.set(.retryAfter, "1")
    return problem
  }

  /// The problem of a request that another node may have processed.
  static var lostInCluster: Problem {
    .storageUnavailable("The connection to the node that has the session was lost.")
  }
}

extension Problem.Kind {
  fileprivate static let redirect = Self(
    slug: "elsewhere", status: .misdirectedRequest, title: "The session is at another node")
}

extension SessionService {
  /// The time for which another node may process a request: longer than it lets responses wait.
  fileprivate var peerTimeout: Duration {
    .seconds(directory.configuration.maximumWait + 30)
  }
}
