public import BackstackHTTP
import Dispatch
import Synchronization

/// A server that hosts features: sessions over HTTP.
///
/// ```swift
/// let server = BackstackServer(features: [Feature("counters", initialState: …) { Counters() }])
/// try server.start()
/// server.runUntilSignal()
/// ```
public final class BackstackServer: Sendable {
  private let service: SessionService
  private let server: HTTPServer
  private let sweeper = Mutex<(any DispatchSourceTimer)?>(nil)

  /// How often sessions that have expired are looked for, in seconds.
  private static let sweepInterval = 10.0

  /// - Parameters:
  ///   - features: The features to host.
  ///   - configuration: How sessions are treated.
  ///   - http: Where to listen, and the limits of requests. Its `errorResponse` is the service's.
  public init(
    features: [Feature],
    configuration: ServiceConfiguration = ServiceConfiguration(),
    http: HTTPServerConfiguration = HTTPServerConfiguration()
  ) {
    service = SessionService(features: features, configuration: configuration)
    var http = http
    http.errorResponse = SessionService.errorResponse
    server = HTTPServer(configuration: http, handler: service.handler)
  }

  /// The port listened on; `nil` before ``start()``.
  public var localPort: Int? { server.localPort }

  /// Binds the address and begins to serve; returns at once.
  ///
  /// - Throws: ``HTTPServerError`` when the address is invalid, taken or not permitted.
  public func start() throws(HTTPServerError) {
    try server.start()
    sweeper.withLock { [service] sweeper in
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now() + Self.sweepInterval, repeating: Self.sweepInterval)
      timer.setEventHandler { service.sweep() }
      timer.resume()
      sweeper = timer
    }
  }

  /// Serves until SIGTERM or SIGINT, then lets requests in flight finish.
  ///
  /// - Parameter graceSeconds: How long they may take.
  /// - Returns: Whether all of them were answered.
  @discardableResult
  public func runUntilSignal(graceSeconds: Double = 10) -> Bool {
    let isDrained = server.runUntilSignal(graceSeconds: graceSeconds)
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
    let isDrained = server.shutdown(graceSeconds: graceSeconds)
    end()
    return isDrained
  }

  private func end() {
    sweeper.withLock { sweeper in
      sweeper?.cancel()
      sweeper = nil
    }
    service.registry.endAll()
  }

  /// The OpenAPI document of a server that hosts features.
  public static func openAPIDocument(features: [Feature]) -> String {
    let service = SessionService(features: features, configuration: ServiceConfiguration())
    return OpenAPIDocument.yaml(for: service.routes)
  }
}
