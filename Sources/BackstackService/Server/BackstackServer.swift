import Backstack
public import BackstackHTTP
import BackstackLocking
import Dispatch

/// A server that hosts features: sessions over HTTP.
///
/// ```swift
/// let server = BackstackServer(features: [Feature("counters", initialState: …) { Counters() }])
/// try server.start()
/// server.runUntilSignal()
/// ```
public final class BackstackServer: Sendable {
  let service: SessionService
  private let server: HTTPServer
  /// Tells about the server's state on addresses of its own.
  private let admin: HTTPServer?
  private let sweeper = Guarded<(any DispatchSourceTimer)?>(nil)
  /// Keeps streams of events alive.
  private let heart = Guarded<Task<Void, Never>?>(nil)

  /// How often stored sessions that have expired are looked for, and those that are put aside, in seconds.
  private static let sweepInterval = 10.0

  /// - Parameters:
  ///   - features: The features to host.
  ///   - configuration: How sessions are treated.
  ///   - http: Where to listen, and the limits of requests. Its `errorResponse` is the service's,
  ///     and its `metrics`, made if there are none, get the service's as well.
  public init(
    features: [Feature],
    configuration: ServiceConfiguration = ServiceConfiguration(),
    http: HTTPServerConfiguration = HTTPServerConfiguration()
  ) {
    let metrics = http.metrics ?? HTTPMetrics()
    service = SessionService(
      features: features, configuration: configuration, metrics: metrics)
    metrics.add(ServiceMetrics(service: service))
    var http = http
    http.errorResponse = service.errorResponse
    http.metrics = metrics
    server = HTTPServer(configuration: http, handler: service.handler)
    if configuration.adminAddresses.isEmpty {
      admin = nil
    } else {
      // What it is asked itself is neither counted nor logged.
      http.metrics = nil
      http.accessLog = nil
      http.addresses = configuration.adminAddresses
      http.loops = 1
      admin = HTTPServer(configuration: http, handler: service.adminHandler)
    }
  }

  /// The problem document for an error that no route has answered, for middleware that changes
  /// answers; see ``HTTPResponder/intercepting(errorResponse:_:)``.
  public static func problemResponse(_ error: HTTPError) -> HTTPResponse { Problem(error).response }

  /// Answers a request that came without a socket.
  package func answer(
    _ request: HTTPRequest, _ receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    let responder = HTTPResponder(errorResponse: Self.problemResponse, receive: receive)
    service.handler.respond(to: request.withoutContent, responder)
  }

  /// Ends the sessions that have expired; done every ten seconds while the server listens.
  package func endExpiredSessions() { service.sweep() }

  /// The port listened on; `nil` before ``start()``.
  public var localPort: Int? { server.localPort }
  /// The addresses listened on, with their real ports; none before ``start()``.
  public var localAddresses: [HTTPListenAddress] { server.localAddresses }
  /// The addresses of ``ServiceConfiguration/adminAddresses``, with their real ports.
  public var adminAddresses: [HTTPListenAddress] { admin?.localAddresses ?? [] }

  /// Binds the addresses and begins to serve; returns at once.
  ///
  /// - Throws: ``HTTPServerError`` when an address is invalid, taken or not permitted.
  public func start() throws(HTTPServerError) {
    service.beginCrashReporting()
    do throws(HTTPServerError) {
      try admin?.start()
      try server.start()
    } catch {
      admin?.stopNow()
      service.endCrashReporting()
      throw error
    }
    service.reportShapes()
    sweeper.withLock { [service] sweeper in
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now() + Self.sweepInterval, repeating: Self.sweepInterval)
      timer.setEventHandler {
        service.sweep()
        HTTPServer.giveFreedMemoryBack()
      }
      timer.resume()
      sweeper = timer
    }
    service.startExpiring()
    heart.withLock { [service] heart in
      heart = Task {
        let configuration = service.configuration
        for await _ in configuration.clock.timer(interval: configuration.eventHeartbeat) {
          service.streams.beat()
        }
      }
    }
  }

  /// Serves until SIGTERM or SIGINT, then answers `/readyz` 503 and lets requests in flight finish;
  /// a second signal stops at once.
  ///
  /// - Parameters:
  ///   - graceSeconds: How long they may take once no connection is accepted any more.
  ///   - pauseSeconds: How long connections are still accepted after the signal, each for one answer,
  ///     so that load balancers notice.
  ///   - signals: What to wait for; made before ``start()`` it misses none.
  /// - Returns: Whether all of them were answered.
  @discardableResult
  public func runUntilSignal(
    graceSeconds: Double = 10, pauseSeconds: Double = 0,
    signals: HTTPStopSignals = HTTPStopSignals()
  ) -> Bool {
    let isDrained = server.runUntilSignal(
      graceSeconds: graceSeconds, pauseSeconds: pauseSeconds, signals: signals
    ) { [service] in service.beginDraining() }
    end()
    return isDrained
  }

  /// Lets requests in flight finish, then ends all sessions.
  ///
  /// Blocks the calling thread.
  ///
  /// - Parameter graceSeconds: How long they may take.
  /// - Returns: Whether all of them were answered.
  @discardableResult
  public func shutdown(graceSeconds: Double = 10) -> Bool {
    service.beginDraining()
    let isDrained = server.shutdown(graceSeconds: graceSeconds)
    end()
    return isDrained
  }

  private func end() {
    sweeper.withLock { sweeper in
      sweeper?.cancel()
      sweeper = nil
    }
    heart.withLock { $0.take()?.cancel() }
    service.stop()
    service.endCrashReporting()
    admin?.shutdown(graceSeconds: 1)
  }

  /// The OpenAPI document of a server that hosts features.
  public static func openAPIDocument(features: [Feature]) -> String {
    let service = SessionService(features: features, configuration: ServiceConfiguration())
    return service.openAPI.yaml
  }
}
