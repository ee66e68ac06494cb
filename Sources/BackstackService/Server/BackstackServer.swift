package import Backstack
import BackstackCluster
public import BackstackHTTP
import BackstackPlatform
public import BackstackSessions
import BackstackStorage
import Dispatch

/// A server that hosts features: it offers their sessions over HTTP.
///
/// ```swift
/// let server = BackstackServer(features: [Feature("counters", initialState: …) { Counters() }])
/// try server.start()
/// server.runUntilSignal()
/// ```
public final class BackstackServer: Sendable {
  let service: SessionService
  private let server: HTTPServer
  /// The server for probes and metrics on separate addresses.
  private let admin: HTTPServer?
  /// The server for other nodes of the cluster.
  private let peers: HTTPServer?
  /// The maximum number of connections to another node.
  private let maximumPeerConnections: Int
  /// The task that sends heartbeats to the streams of events.
  private let heartbeatTask = Guarded<Task<Void, Never>?>(nil)

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - features: The features to host.
  ///   - configuration: The configuration of the service.
  ///   - http: The addresses to listen on, and the limits of requests. The service sets its
  ///     `errorResponse` and adds metrics to its `metrics`, which are created if there are none.
  public init(
    features: [Feature],
    configuration: ServiceConfiguration = ServiceConfiguration(),
    http: HTTPServerConfiguration = HTTPServerConfiguration()
  ) {
    let metrics = http.metrics ?? HTTPMetrics()
    maximumPeerConnections = http.maximumConnections
    service = SessionService(
      features: features, configuration: configuration, metrics: metrics)
    metrics.add(ServiceMetrics(service: service))
    var http = http
    http.errorResponse = service.errorResponse
    // No browser reads the state of a session as a page or a script (Fetch, "nosniff").
    http.commonFields.set("X-Content-Type-Options", "nosniff")
    http.metrics = metrics
    http.completeErrorResponse = HTTPResponse.addingRequestID
    server = HTTPServer(configuration: http, handler: service.handler)
    if configuration.adminAddresses.isEmpty {
      admin = nil
    } else {
      // Requests to the administration addresses are neither counted nor logged.
      http.metrics = nil
      http.accessLog = nil
      http.addresses = configuration.adminAddresses
      http.loops = 1
      http.errorResponse = Self.problemResponse
      admin = HTTPServer(configuration: http, handler: service.adminHandler)
    }
    if let node = configuration.cluster, let cluster = service.cluster {
      http.addresses = [node.address]
      peers = HTTPServer(
        configuration: http.forNodes,
        handler: service.peerHandler(of: cluster, secret: node.sessions.profile.secret))
    } else {
      peers = nil
    }
  }

  /// Joins the cluster, once other nodes can reach this one.
  private func join() throws(HTTPServerError) {
    guard let node = service.configuration.cluster, let ownership = service.cluster?.ownership,
      let peers
    else { return }
    do throws(SystemError) {
      let links = try PeerLinks(
        maximumConnections: maximumPeerConnections, timer: service.directory.timer,
        now: ownership.now)
      service.links.set(links)
      ownership.onChange { links.adopt($0) }
      ownership.onOffer { [weak ownership] id, consent, number, completion in
        guard let ownership, let profile = ownership.member.view.members[number]?.profile else {
          return completion(false)
        }
        links.offer(
          id, to: number, profile, consent: consent, timeout: ownership.timing.offerTimeout,
          completion)
      }
    } catch {
      throw .system("start the client for other nodes", error.number)
    }
    let address = node.advertisedAddress ?? peers.localAddresses.first?.description ?? ""
    do throws(StorageError) {
      try ownership.member.start(reachableAt: address, node.makeDirectory)
    } catch {
      throw .system("start the thread of the cluster's node", 0)
    }
    ownership.member.handle(.becameUsable)
  }

  /// Returns the problem document for an error that no route has responded to, for middleware that
  /// changes responses; see `HTTPResponder.intercepting(errorResponse:_:)`.
  public static func problemResponse(_ error: HTTPError) -> HTTPResponse { Problem(error).response }

  /// Responds to a request that came without a socket.
  package func respond(
    to request: HTTPRequest, _ receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    let responder = HTTPResponder(errorResponse: Self.problemResponse, receive: receive)
    service.handler.respond(to: request.withoutContent, responder)
  }

  /// Returns the issue of an active session's view, if it depends on more than the state.
  package func screenIssue(ofSession id: String) -> Issue? {
    SessionID(id).flatMap { service.directory.find($0) }?.session.screenIssue()
  }

  /// The sessions of this server, for the program itself: it may create, read, change and end all of
  /// them. The server starts and stops them.
  public var sessions: SessionDirectory { service.directory }

  /// Ends the sessions that have expired. A running server does this every ten seconds.
  package func endExpiredSessions() { service.directory.sweep() }

  /// The port that the server listens on; `nil` before ``start()``.
  public var localPort: Int? { server.localPort }
  /// The addresses that the server listens on, with their real ports; empty before ``start()``.
  public var localAddresses: [HTTPListenAddress] { server.localAddresses }
  /// The addresses of ``ServiceConfiguration/adminAddresses``, with their real ports.
  public var adminAddresses: [HTTPListenAddress] { admin?.localAddresses ?? [] }

  /// Binds the addresses and begins to serve; returns immediately.
  ///
  /// - Throws: `HTTPServerError` when an address is invalid, in use or not permitted.
  public func start() throws(HTTPServerError) {
    service.directory.quarantine.begin()
    do throws(HTTPServerError) {
      try admin?.start()
      try peers?.start()
      try server.start()
      try join()
    } catch {
      admin?.stopNow()
      peers?.stopNow()
      service.directory.quarantine.end()
      throw error
    }
    service.directory.startSweeping { SystemProcess.returnFreedMemoryNowAndThen() }
    heartbeatTask.withLock { [service] heartbeatTask in
      heartbeatTask = Task {
        let configuration = service.configuration
        for await _ in configuration.clock.timer(interval: configuration.eventHeartbeat) {
          service.directory.streams.beat()
        }
      }
    }
  }

  /// Serves until SIGTERM or SIGINT, then responds to `/readyz` with 503 and lets requests in
  /// flight finish. A second signal stops the server immediately.
  ///
  /// Blocks the calling thread.
  ///
  /// - Parameters:
  ///   - graceSeconds: The number of seconds that requests in flight may take once the server
  ///     accepts no more connections.
  ///   - pauseSeconds: The number of seconds for which the server still accepts connections after
  ///     the signal, each for one response, so that load balancers notice that it is not ready.
  ///   - signals: The signals to wait for. If they are created before ``start()``, no signal is
  ///     missed.
  ///   - willDrain: Called on this thread at the first signal, before requests are refused.
  /// - Returns: Whether all requests in flight got their responses.
  @discardableResult
  public func runUntilSignal(
    graceSeconds: Double = 10, pauseSeconds: Double = 0,
    signals: HTTPStopSignals = HTTPStopSignals(),
    willDrain: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    let isDrained = server.runUntilSignal(
      graceSeconds: graceSeconds, pauseSeconds: pauseSeconds, signals: signals
    ) { [service] in
      willDrain()
      service.beginDraining()
    }
    end(graceSeconds: graceSeconds)
    return isDrained
  }

  /// Lets requests in flight finish, then ends all sessions.
  ///
  /// Blocks the calling thread.
  ///
  /// - Parameter graceSeconds: The number of seconds that requests in flight may take.
  /// - Returns: Whether all requests in flight got their responses.
  @discardableResult
  public func shutdown(graceSeconds: Double = 10) -> Bool {
    service.beginDraining()
    let isDrained = server.shutdown(graceSeconds: graceSeconds)
    end(graceSeconds: graceSeconds)
    return isDrained
  }

  private func end(graceSeconds: Double) {
    heartbeatTask.withLock { $0.take()?.cancel() }
    service.cluster?.awaitHandOvers(seconds: graceSeconds)
    service.directory.releaseSessions()
    service.directory.quarantine.end()
    service.cluster?.leave()
    peers?.shutdown(graceSeconds: 1)
    service.links.value?.stop()
    admin?.shutdown(graceSeconds: 1)
    service.configuration.sessions.finishLog()
  }

  /// Returns the active sessions, each as it is between two actions.
  ///
  /// Sessions whose state has no JSON form are left out. Called before ``shutdown(graceSeconds:)``,
  /// the result contains everything that another process needs to resume the sessions.
  ///
  /// - Complexity: O(size of all states).
  public func savedSessions() -> [SavedSession] {
    service.directory.savedSessions()
  }

  /// Resumes a session that was saved; its time to live begins again.
  ///
  /// Overrides the session's dependencies again, then calls the hooks of
  /// ``BackstackSessions/Feature/onSessionResume(_:)``.
  ///
  /// - Throws: ``SessionResumeError`` when the id has not the form of a server's ids, when the
  ///   feature is not hosted or its state has changed incompatibly, when there is a session with
  ///   the id already, or when there are too many sessions.
  public func resume(_ session: SavedSession) throws(SessionResumeError) {
    do throws(SessionError) {
      try service.directory.resume(session)
    } catch {
      throw SessionResumeError(message: Problem(error).detail)
    }
  }

  /// Sends an action of the program itself to a session, such as what a webhook reports, and waits
  /// until it is stored, but not for effects; see
  /// ``BackstackSessions/SessionDirectory/send(action:to:ifVersion:)``. In a cluster, the session may be
  /// at any node if the action is `Encodable`.
  ///
  /// - Throws: `SessionError`, as that does.
  @discardableResult
  public func send<Action: Sendable>(
    _ action: Action, to id: String, ifVersion version: Int? = nil
  ) async throws(SessionError) -> SessionSnapshot {
    guard service.cluster != nil, let encodable = action as? any Encodable else {
      return try await service.directory.send(action: action, to: id, ifVersion: version)
    }
    guard let id = SessionID(id) else { throw .unknownSession }
    return try await HostActionRoute(service: service).send(
      encodable, to: id, ifVersion: version)
  }

  /// Sends an action of the program itself to all active sessions of a feature whose state fulfils
  /// a condition, and waits until it is stored in each, but not for effects; see
  /// ``BackstackSessions/SessionDirectory/broadcast(_:to:where:)``.
  ///
  /// ```swift
  /// try await server.broadcast(Chat.Action.closed, to: "chat") { (state: Chat.State) in
  ///   state.room == "lobby"
  /// }
  /// ```
  ///
  /// - Returns: The number of sessions that processed the action.
  /// - Throws: `SessionError` if there is no such feature, or its actions or states are of other
  ///   types.
  @discardableResult
  public func broadcast<State: Sendable, Action: Sendable>(
    _ action: Action, to feature: String, where isIncluded: @escaping @Sendable (State) -> Bool
  ) async throws(SessionError) -> Int {
    try await service.directory.broadcast(action, to: feature, where: isIncluded)
  }

  /// Sends an action of the program itself to all active sessions of a feature; see
  /// ``broadcast(_:to:where:)``.
  @discardableResult
  public func broadcast<Action: Sendable>(
    _ action: Action, to feature: String
  ) async throws(SessionError) -> Int {
    try await service.directory.broadcast(action, to: feature)
  }

  /// Returns the OpenAPI document of a server that hosts features.
  public static func openAPIDocument(features: [Feature]) -> String {
    let service = SessionService(features: features, configuration: ServiceConfiguration())
    return service.openAPI.yaml
  }
}

/// The error for a saved session that can't be resumed.
public struct SessionResumeError: Error, Sendable, CustomStringConvertible {
  /// The reason, for a person.
  public let message: String

  public var description: String { message }
}

extension HTTPServerConfiguration {
  /// The configuration of the server for the other nodes of a cluster.
  var forNodes: HTTPServerConfiguration {
    var http = self
    http.metrics = nil
    http.accessLog = nil
    http.loops = nil
    // The node that responds to the client adds the id of the client's request.
    http.completeErrorResponse = nil
    http.errorResponse = BackstackServer.problemResponse
    // Each node has as many connections from its one address as its clients have to it.
    http.maximumConnectionsPerAddress = nil
    // Nodes say which client they forward for, and add fields to its own; where there is no limit, the sum wraps.
    http.trustedProxies = HTTPTrustedProxies(["0.0.0.0/0", "::/0"])!
    http.limits.fieldCount = max(http.limits.fieldCount, http.limits.fieldCount &+ 10)
    http.limits.fieldSectionBytes = max(
      http.limits.fieldSectionBytes, http.limits.fieldSectionBytes &+ 8 * 1024)
    // Closed by the nodes that use them.
    http.timeouts.idle = .seconds(60)
    return http
  }
}
