public import BackstackHTTP
public import BackstackService

/// A service that hosts features for a test, with or without a socket. The same test works with
/// both.
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
/// Its sessions inherit the dependencies that are in force where the service is created, for
/// example in a test with the trait `.dependencies`, regardless of the transport.
///
/// When the service is deallocated, it stops and its sessions end.
public final class HostedService: Sendable {
  let server: BackstackServer
  private let connection: any ServiceConnection

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - features: The features to host.
  ///   - configuration: The configuration of the service, including middleware.
  ///   - transport: The way in which requests reach the service.
  /// - Throws: `HTTPServerError` if no port of the loopback address is available.
  public init(
    _ features: [Feature], configuration: ServiceConfiguration = ServiceConfiguration(),
    over transport: ServiceTransport = .inProcess
  ) throws(HTTPServerError) {
    var http = HTTPServerConfiguration()
    let address = HTTPListenAddress.ip("127.0.0.1", port: 0)
    http.addresses = [address]
    http.loops = 1
    http.timeouts = .forTests
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

  /// Creates a service without a socket that resumes the sessions of another service.
  ///
  /// - Throws: ``SessionResumeError`` if a session can't be resumed.
  init(
    _ features: [Feature], configuration: ServiceConfiguration, resuming sessions: [SavedSession]
  ) throws(SessionResumeError) {
    server = BackstackServer(
      features: features.map { $0.inheritingDependencies() }, configuration: configuration)
    connection = HandlerConnection(server: server)
    for session in sessions { try server.resume(session) }
  }

  /// Creates a service without a socket, from a server that is not started. Its sessions inherit
  /// the dependencies that are in force where they are created.
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
  ///   - fields: Additional fields.
  /// - Returns: The response, whatever its status.
  /// - Throws: An error if the request is invalid or receives no response.
  public func send(
    _ method: HTTPMethod, _ target: String, json: String? = nil, fields: HTTPFields = HTTPFields()
  ) async throws -> ServiceResponse {
    var fields = fields
    if json != nil, !fields.contains(.contentType) {
      fields.append(.contentType, "application/json")
    }
    let request = try HTTPRequest(
      method: method, target: target, fields: fields, body: Array((json ?? "").utf8))
    return try await connection.send(request)
  }

  /// Sends an action to all active sessions of a feature, as the program that hosts them.
  ///
  /// - Returns: The number of sessions that processed the action.
  /// - Throws: `SessionError` if there is no such feature, or it has other actions.
  @discardableResult
  public func broadcast<Action: Sendable>(
    _ action: Action, to feature: String
  ) async throws -> Int {
    try await server.broadcast(action, to: feature)
  }

  /// Sends an action to the active sessions of a feature whose state fulfils a condition, as the
  /// program that hosts them.
  ///
  /// - Returns: The number of sessions that processed the action.
  /// - Throws: `SessionError` if there is no such feature, or its actions or states are of other
  ///   types.
  @discardableResult
  public func broadcast<State: Sendable, Action: Sendable>(
    _ action: Action, to feature: String, where isIncluded: @escaping @Sendable (State) -> Bool
  ) async throws -> Int {
    try await server.broadcast(action, to: feature, where: isIncluded)
  }

  /// The data that another service needs to resume the current sessions.
  var savedSessions: [SavedSession] { server.savedSessions() }

  /// Ends the sessions that have expired according to the configuration's date. A running server
  /// does this by itself.
  public func endExpiredSessions() { server.endExpiredSessions() }
}

/// The way in which requests reach a ``HostedService``.
public enum ServiceTransport: Sendable, Hashable, CaseIterable {
  /// Calls of the service's handler.
  case inProcess
  /// A socket of the loopback address, with a connection for each request.
  case socket
}

extension HTTPTimeouts {
  /// Times so long that no test depends on the machine's speed.
  package static let forTests: Self = {
    var timeouts = Self()
    timeouts.header = .seconds(3600)
    timeouts.body = .seconds(3600)
    timeouts.idle = .seconds(3600)
    timeouts.write = .seconds(3600)
    timeouts.response = .seconds(3600)
    return timeouts
  }()
}
