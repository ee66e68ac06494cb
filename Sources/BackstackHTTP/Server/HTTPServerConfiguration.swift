import Glibc

/// How a server listens, what it refuses and when it gives up on a client.
public struct HTTPServerConfiguration: Sendable {
  /// Where to listen; at least one.
  public var addresses: [HTTPListenAddress]
  /// Whether other processes of the same user may listen on the same ports; the system then deals
  /// connections to them all (`SO_REUSEPORT`).
  public var reusesPort = false
  /// The number of event loops; `nil` for one for each core.
  public var loops: Int?
  /// Connections the kernel may hold that are not accepted yet.
  public var backlog = 1024
  /// Open connections; above it a new one is answered 503 and closed.
  public var maximumConnections = 10_000
  /// Open connections from one IPv4 address or one IPv6 network of 64 bits; above it a new one is
  /// answered 503 and closed. `nil` for no limit.
  ///
  /// Half of all by default: no single client can take every place, while a proxy, whose connections
  /// all come from one address, still has more than it keeps open. Lower it where clients connect
  /// directly; a proxy that is one of ``trustedProxies`` is not counted.
  public var maximumConnectionsPerAddress: Int? = 5_000
  /// The peers that are believed when they say where a request came from; nobody by default.
  ///
  /// For their requests ``HTTPRequest/client`` is the last address in `Forwarded` (RFC 7239) or
  /// `X-Forwarded-For` that is not one of theirs; it stands in the access log. Of other peers both fields are
  /// ignored. Where the fields are missing, malformed or name no address, the address of the nearest trusted
  /// proxy counts, and where both are there, they must agree. ``maximumConnectionsPerAddress`` is not for
  /// connections of these peers.
  public var trustedProxies = HTTPTrustedProxies()
  /// Whether `start` raises the process's soft limit of open files to the hard one.
  public var raisesOpenFileLimit = true
  public var limits = HTTPLimits()
  public var flow = HTTPFlowLimits()
  public var timeouts = HTTPTimeouts()
  /// The value of the `Server` field, or `nil` for none.
  public var serverName: String?
  /// Makes the answers to requests that fail before or outside a handler: parsing, time-outs,
  /// routing, missing answers. Called on event-loop threads.
  public var errorResponse: @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse
  /// Gets a line for each request; `nil` for no log.
  public var accessLog: HTTPAccessLog?
  /// Gets the server's counters; `nil` for none.
  public var metrics: HTTPMetrics?
  /// Whether answers carry the request's id as `X-Request-Id`. Off by default: it costs each answer
  /// some 50 bytes, and who keeps no log has no use for it.
  public var echoesRequestID = false
  /// Where the ids of requests get their random bits from.
  public var makeRandomNumberGenerator: @Sendable () -> any RandomNumberGenerator = {
    SystemRandomNumberGenerator()
  }
  /// Takes a line about a mistake of the program itself, such as a stream whose length is not what was
  /// announced. Called on event-loop threads; by default nobody is told.
  public var reportMisuse: @Sendable (String) -> Void = { _ in }
  /// The clock for time-outs; a substitute must be as steady.
  public var clock: @Sendable () -> MonotonicInstant = HTTPServerConfiguration.monotonicClock
  /// Seconds since 1970, for `Date`.
  public var unixTime: @Sendable () -> Int = HTTPServerConfiguration.systemTime

  public init(address: HTTPListenAddress = .ip("127.0.0.1", port: 8080)) {
    addresses = [address]
  }

  /// Listens on every address, or on none.
  func listen() throws(HTTPServerError) -> [ListeningSocket] {
    guard !addresses.isEmpty else { throw .invalidAddress("There is no address to listen on.") }
    // Beside an IPv4 address a wildcard that takes IPv4 as well would have the port twice.
    let isDualStack = !addresses.contains { address in
      address.host.map { !$0.contains(":") } ?? false
    }
    var listeners: [ListeningSocket] = []
    for address in addresses {
      do throws(HTTPServerError) {
        listeners.append(
          try ListeningSocket(
            address, backlog: Int32(clamping: backlog), reusesPort: reusesPort,
            isDualStack: isDualStack))
      } catch {
        for listener in listeners { listener.end() }
        throw error
      }
    }
    return listeners
  }

  var connectionSettings: HTTPConnectionSettings {
    var settings = HTTPConnectionSettings()
    settings.limits = limits
    settings.flow = flow
    settings.timeouts = timeouts
    settings.serverName = serverName
    settings.errorResponse = errorResponse
    settings.trustedProxies = trustedProxies
    settings.reportMisuse = reportMisuse
    return settings
  }

  /// `CLOCK_MONOTONIC`.
  @Sendable
  public static func monotonicClock() -> MonotonicInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(
      nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// The system's wall clock.
  @Sendable
  public static func systemTime() -> Int { time(nil) }
}
