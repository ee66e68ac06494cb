import BackstackCluster
import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// A request to a session, which the node where it came in directs to the node that has it.
final class ClusterRequest: Sendable {
  typealias Arrived = @Sendable (HTTPRequest, Result<SessionRegistry.Entry, SessionRefusal>) -> Void

  private struct State: Sendable {
    var dispatch: RequestDispatch
    /// The request, with its content once it was sent on.
    var request: HTTPRequest
    var abandon: (@Sendable () -> Void)?
    var isCancelled = false
  }

  private let id: SessionID
  private let access: SessionAccess
  private let content: HTTPContentPolicy
  private let responder: HTTPResponder
  private let service: SessionService
  private let places: SessionPlaces
  private let links: PeerLinks
  private let arrived: Arrived
  private let state: Guarded<State>

  /// - Parameters:
  ///   - content: The content that the route accepts.
  ///   - arrived: Called with the session, if it is here, or with why there is none.
  init(
    _ request: HTTPRequest, to id: SessionID, for access: SessionAccess,
    accepting content: HTTPContentPolicy, _ responder: HTTPResponder, at service: SessionService,
    _ places: SessionPlaces, _ links: PeerLinks, _ arrived: @escaping Arrived
  ) {
    self.id = id
    self.access = access
    self.content = content
    self.responder = responder
    self.service = service
    self.places = places
    self.links = links
    self.arrived = arrived
    // What changes nothing, or has a key, may be sent again (RFC 9110 §9.2.2).
    let isRepeatable =
      [.get, .head, .delete].contains(request.method)
      || request.fields.contains(.idempotencyKey)
    state = Guarded(
      State(
        dispatch: RequestDispatch(
          isRepeatable: isRepeatable, timing: places.timing, at: places.now()), request: request))
  }

  /// Begins, or begins anew after a wait.
  func start() {
    step { [places] dispatch, view, now in
      dispatch.start(at: places.member.number, view: view, at: now)
    }
  }

  private func step(
    _ next: (inout RequestDispatch, ClusterView, MonotonicInstant) -> RequestDispatch.Step
  ) {
    let (view, now) = (places.member.view, places.now())
    let (step, request) = state.withLock { state in
      (next(&state.dispatch, view, now), state.request)
    }
    switch step {
    case .here(let referral): ask(referral)
    case .forward(let node, nil, let referral): forward(request, to: node, view, referral)
    // Nodes don't pass the requests of others on.
    case .forward: linkFailed(mayBeProcessed: false)
    case .wait(let instant):
      let pause = Double(max(0, instant.nanoseconds - now.nanoseconds)) / 1e9
      _ = service.directory.timer.schedule(after: pause) { self.start() }
    case .refuse(.unreachable): responder.respond(Problem.ownerUnreachable.response)
    case .refuse(.ambiguous): responder.respond(Problem.lostInCluster.response)
    }
  }

  private func ask(_ referral: Referral) {
    service.directory.withSession(id, for: access, referral: referral) { [self] arrival in
      switch arrival {
      case .here(let result): arrived(state.withLock { $0.request }, result)
      case .elsewhere(let destination): elsewhere(destination)
      }
    }
  }

  private func elsewhere(_ destination: Destination) {
    step { dispatch, view, now in dispatch.elsewhere(destination, view: view, at: now) }
  }

  private func linkFailed(mayBeProcessed: Bool) {
    step { dispatch, view, now in
      dispatch.linkFailed(mayBeProcessed: mayBeProcessed, view: view, at: now)
    }
  }

  // MARK: Forwarding

  private func forward(
    _ request: HTTPRequest, to node: UInt64, _ view: ClusterView, _ referral: Referral
  ) {
    guard let profile = view.members[node]?.profile else {
      return linkFailed(mayBeProcessed: false)
    }
    responder.acceptContent(of: request, content) { [self] request in
      let isFirst = state.withLock { state in
        defer { state.request = request }
        return state.abandon == nil
      }
      if isFirst {
        responder.onCancel { [self] in cancel() }
        // The other node limits the time.
        responder.limitResponseTime(to: nil)
      }
      let abandon = links.send(
        request, to: node, profile, referral, timeout: service.peerTimeout
      ) { [self] outcome in
        switch outcome {
        case .response(let response): responder.respond(response)
        case .elsewhere(let destination): elsewhere(destination)
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

  /// Gives the request up, as its client has gone.
  private func cancel() {
    let abandon = state.withLock { state in
      state.isCancelled = true
      return state.abandon
    }
    abandon?()
  }
}

extension Problem {
  /// The problem of a request from another node that has to go elsewhere: that node gets it, and no
  /// client.
  static func elsewhere(_ destination: Destination) -> Problem {
    var problem = Problem(.elsewhere, "The session is at another node.")
    problem.fields.set(PeerFields.destination, destination.fieldValue)
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
  fileprivate static let elsewhere = Self(
    slug: "elsewhere", status: .misdirectedRequest, title: "The session is at another node")
}

extension SessionService {
  /// The time for which another node may process a request: longer than it lets responses wait.
  fileprivate var peerTimeout: Duration {
    .seconds(directory.configuration.maximumWait + 30)
  }
}
