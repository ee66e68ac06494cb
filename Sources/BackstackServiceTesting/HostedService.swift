public import BackstackHTTP
public import BackstackService

/// Hosts features for a test, without a socket or behind one: the test is the same.
///
/// ```swift
/// @Test(arguments: ServiceTransport.allCases)
/// func signing(over transport: ServiceTransport) async throws {
///   let service = try HostedService([guestbook], over: transport)
///   let session = try await service.session(of: Guestbook.self, "guestbook")
///   let snapshot = try await session.send(.sign(name: "Ada"))
///   #expect(snapshot.state.names == ["Ada"])
/// }
/// ```
///
/// Its sessions inherit the dependencies that are in force where it is made, as of a test with the trait
/// `.dependencies`, however requests reach them.
///
/// It is stopped, and its sessions end, when it is let go of.
public final class HostedService: Sendable {
  private let server: BackstackServer
  private let connection: any ServiceConnection

  /// - Parameters:
  ///   - features: The features to host.
  ///   - configuration: How sessions are treated, middleware included.
  ///   - transport: How requests reach the service.
  /// - Throws: ``HTTPServerError`` when no port of the loopback address can be listened on.
  public init(
    _ features: [Feature], configuration: ServiceConfiguration = ServiceConfiguration(),
    over transport: ServiceTransport = .inProcess
  ) throws(HTTPServerError) {
    var http = HTTPServerConfiguration()
    let address = HTTPListenAddress.ip("127.0.0.1", port: 0)
    http.addresses = [address]
    http.loops = 1
    server = BackstackServer(
      features: features.map { $0.inheritingDependencies() }, configuration: configuration,
      http: http)
    switch transport {
    case .inProcess:
      connection = HandlerConnection(server: server)
    case .socket:
      try server.start()
      connection = SocketConnection(address: server.localAddresses.first ?? address)
    }
  }

  /// A service without a socket, which goes on with sessions of another one.
  ///
  /// - Throws: ``SessionResumeError`` when one of them can't go on.
  init(
    _ features: [Feature], configuration: ServiceConfiguration, resuming sessions: [SavedSession]
  ) throws(SessionResumeError) {
    server = BackstackServer(
      features: features.map { $0.inheritingDependencies() }, configuration: configuration)
    connection = HandlerConnection(server: server)
    for session in sessions { try server.resume(session) }
  }

  /// A service without a socket, of a server that is not started; its sessions inherit the dependencies that
  /// are in force where they are created.
  public init(_ server: BackstackServer) {
    self.server = server
    connection = HandlerConnection(server: server)
  }

  deinit { server.shutdown(graceSeconds: 0) }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path and query.
  ///   - json: The content, sent as `application/json`; `nil` for none.
  ///   - fields: More fields.
  /// - Returns: The answer, whatever its status is.
  /// - Throws: When the request is not a valid one, or no answer came.
  public func send(
    _ method: HTTPMethod, _ target: String, json: String? = nil, fields: HTTPFields = HTTPFields()
  ) async throws -> ServiceAnswer {
    var fields = fields
    if json != nil, !fields.contains(.contentType) {
      fields.append(.contentType, "application/json")
    }
    let request = try HTTPRequest(
      method: method, target: target, fields: fields, body: Array((json ?? "").utf8))
    return try await connection.send(request)
  }

  /// What another service needs to go on with the sessions that there are.
  var savedSessions: [SavedSession] { server.savedSessions() }

  /// Ends the sessions that have expired by the configuration's date; a server does it by itself.
  public func endExpiredSessions() { server.endExpiredSessions() }
}

/// How a ``HostedService`` is reached.
public enum ServiceTransport: Sendable, Hashable, CaseIterable {
  /// By calls to the service's handler.
  case inProcess
  /// Through a socket of the loopback address, with a connection for each request.
  case socket
}
