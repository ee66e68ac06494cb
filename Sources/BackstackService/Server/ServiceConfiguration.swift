public import BackstackHTTP
public import BackstackSessions
public import BackstackWeb

/// The configuration of a service: that of its sessions, and how clients reach them.
///
/// The members of ``BackstackSessions/SessionConfiguration`` are members of this type, too:
/// `configuration.idleTimeout` is `configuration.sessions.idleTimeout`.
@dynamicMemberLookup
public struct ServiceConfiguration: Sendable {
  /// The configuration of the sessions.
  public var sessions = SessionConfiguration()
  /// The maximum number of bytes of an action or a batch; `nil` for the limit of the HTTP server.
  public var maximumActionBytes: Int?
  /// The maximum number of bytes of a request that creates a session; `nil` for the limit of the
  /// HTTP server.
  public var maximumCreationBytes: Int?
  /// The keys that clients authenticate with. If there are any, using a session requires one.
  public var apiKeys: [APIKey] = []
  /// The rights of principals by their ids, such as the names of ``apiKeys``; others have all. What a
  /// principal may not do gets 403, and sessions of other features do not exist for it.
  public var keyRights: [String: KeyRights] = [:]
  /// The middleware behind all other, which sees the principal that ``middleware`` has set.
  package var innermostMiddleware: [any HTTPMiddleware] = []
  /// The paths of ``innermostMiddleware`` whose handlers check ``keyRights``.
  package var pathsWithOwnRights: Set<String> = []
  /// Whether every client may use every session whose id it knows.
  ///
  /// By default, a session that was created by a principal, such as the name of an API key, is only
  /// for that principal: requests of others get a response as if the session did not exist. A
  /// session that was created without a principal, by a server without keys or by an import, is for
  /// every client that may use the service and knows the id.
  public var sharesSessions = false
  /// Decides which requests may use a session; `nil` for the rules of ``sharesSessions``.
  ///
  /// The closure receives the principal of the request, the session, and the operation. If it
  /// returns `false`, the client gets a response as if the session did not exist. It is called for
  /// every request, including one that reconnects to a stream of events, and again when a client
  /// has waited for the next version. For an open stream it is called again every
  /// ``eventHeartbeat``, and the stream ends when it returns `false`. It may be called on any
  /// thread, and must not block. The attributes of the principal of a session that has ended and is
  /// not in memory are not available.
  public var mayUse:
    (
      @Sendable (_ principal: HTTPPrincipal?, _ session: SessionInfo, _ operation: SessionOperation)
        -> Bool
    )?
  /// The rate at which a client may send requests; `nil` for any rate.
  public var rateLimit: RateLimit?
  /// The origins of web pages that may use the service, such as `https://app.example`.
  public var allowedOrigins: [String] = []
  /// The hosts that requests may name, such as `app.example`, with a port to allow only that port.
  /// Requests for other hosts get 421. Empty for any host.
  ///
  /// Protects servers that trust their network from web pages whose own host name resolves to the
  /// server's address ("DNS rebinding"): such a page can't change the host that the browser sends.
  public var allowedHosts: [String] = []
  /// The path below which a proxy offers the service, such as `/shop`, with no slash at its end;
  /// empty for none.
  ///
  /// The proxy may pass requests on with this path or without. The paths in responses have it: in
  /// `Location` and `Link`, in the types of problems, in the lists of sessions and versions, and in
  /// the built-in page at `/app/`. Responses at ``adminAddresses`` don't have it. See
  /// ``isBasePath(_:)``.
  public var basePath = ""
  /// The time after which a stream of events without an event gets a comment, and the time between two
  /// pings of a socket.
  public var eventHeartbeat: Duration = .seconds(15)
  /// The range of the reconnection time of event streams, in milliseconds. Each stream gets a
  /// random value, so that clients do not all reconnect at the same time.
  public var eventRetryMilliseconds = 1000...3000
  /// The clock for ``eventHeartbeat``.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()
  /// The middleware in front of the service, outermost first. It sees requests of clients that were
  /// admitted: with their principal, if the service has ``apiKeys``.
  public var middleware: [any HTTPMiddleware] = []
  /// The middleware in front of the service's own access control, outermost first. It sees each
  /// request as it came.
  public var outerMiddleware: [any HTTPMiddleware] = []
  /// The routes that the program adds to the service.
  public var routes: [HostRoute] = []
  /// Whether the response to an action contains the issues that it caused, as the member `issues`.
  public var includesIssues = true
  /// The files at `/app/` and `/client/`; `nil` for none. They need no key and count for no rate
  /// limit.
  public var webFiles: WebFiles? = .builtIn
  /// The addresses for administration, which also serve `/livez`, `/readyz`, `/healthz` and
  /// `/metrics`. If there are any, they alone serve `/metrics`; by default, the service's own
  /// addresses do, as Prometheus expects.
  public var adminAddresses: [HTTPListenAddress] = []
  /// The inspector at the addresses for administration, `/inspector/`; `nil` for none.
  public var inspector: InspectorConfiguration?

  /// How the server is a node of a cluster; `nil` if it is not one.
  package var cluster: ClusterNode?

  /// The version of the service's contract.
  package static let contractVersion = "0.1.0"

  /// Creates the default configuration.
  public init() {}

  /// A member of ``sessions``.
  public subscript<Value>(
    dynamicMember member: WritableKeyPath<SessionConfiguration, Value>
  ) -> Value {
    get { sessions[keyPath: member] }
    set { sessions[keyPath: member] = newValue }
  }

  /// Writes a line to standard error.
  @Sendable
  public static func logToStandardError(_ line: String) {
    SessionConfiguration.logToStandardError(line)
  }
}
