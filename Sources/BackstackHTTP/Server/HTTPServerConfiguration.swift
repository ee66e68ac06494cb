public import BackstackPlatform

/// The configuration of a server: where it listens, and its limits and timeouts.
public struct HTTPServerConfiguration: Sendable {
  /// The addresses to listen on; at least one.
  public var addresses: [HTTPListenAddress]
  /// Whether other processes of the same user may listen on the same ports; the system then
  /// distributes connections among them (`SO_REUSEPORT`).
  public var reusesPort = false
  /// The number of event loops; `nil` for one per core.
  public var loops: Int?
  /// The way in which the event loops wait for their sockets; by default, the one that costs least
  /// on this system.
  public var poller = PollerKind.systemDefault
  /// The maximum number of connections that wait in the kernel to be accepted.
  public var backlog = 1024
  /// The maximum number of open connections; above it a new one gets status 503 and is closed.
  public var maximumConnections = 10_000
  /// The maximum number of open connections from one IPv4 address or one IPv6 network of 64 bits;
  /// above it a new one gets status 503 and is closed. `nil` for no limit.
  ///
  /// By default half of all: no single client can use up all connections, while a proxy, whose
  /// connections all come from one address, still has more than it keeps open. Lower it if clients
  /// connect directly. The connections of ``trustedProxies`` are not counted.
  public var maximumConnectionsPerAddress: Int? = 5_000
  /// The memory, in bytes, that all connections together may use for exchanges that are not
  /// finished: responses that clients do not read, and content that is being collected. `nil` for
  /// any amount.
  ///
  /// Content that several responses share counts once for each event loop. Above the limit, the
  /// server closes connections, those first whose exchange is unfinished for longest: first those
  /// that use more than 64 KiB, then others.
  public var maximumUnfinishedBytes = Self.defaultMaximumUnfinishedBytes
  /// The default of ``maximumUnfinishedBytes``: an eighth of the machine's memory, or of the limit
  /// of the control group that the process runs in.
  public static let defaultMaximumUnfinishedBytes = ProcessMemory.limit.map { $0 / 8 }
  /// The peers whose information about a request's client is trusted; none by default.
  ///
  /// For their requests ``HTTPRequest/client``, which the access log contains, is the last address
  /// in `Forwarded` (RFC 7239) or `X-Forwarded-For` that is not one of theirs. Both fields are
  /// ignored from other peers. If the fields are missing, malformed or contain no address, the
  /// address of the nearest trusted proxy counts; if both are present, they must agree.
  /// ``maximumConnectionsPerAddress`` does not apply to connections of these peers.
  public var trustedProxies = HTTPTrustedProxies()
  /// Whether ``HTTPServer/start()`` raises the process's soft limit for open files to the hard one.
  public var raisesOpenFileLimit = true
  public var limits = HTTPLimits()
  public var flow = HTTPFlowLimits()
  public var timeouts = HTTPTimeouts()
  /// The value of the `Server` field, or `nil` for none.
  public var serverName: String?
  /// The fields that every response has, besides those of its handler.
  public var commonFields = HTTPFields()
  /// Returns the responses to requests that fail before or outside a handler: in parsing, timeouts,
  /// routing, or without a response. Called on event-loop threads.
  public var errorResponse: @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse
  /// Changes responses with a status of 400 or above before they are sent, to requests that could be
  /// read; gets the request's id. `nil` for no change. Called on event-loop threads.
  public var completeErrorResponse:
    (@Sendable (_ response: HTTPResponse, _ requestID: String) -> HTTPResponse)?
  /// The log with a line for each request; `nil` for no log.
  public var accessLog: HTTPAccessLog?
  /// The metrics that the server's counters are added to; `nil` for none.
  public var metrics: HTTPMetrics?
  /// Whether responses contain the request's id as `X-Request-Id`. Off by default: it adds some 50
  /// bytes to each response, and is useless without a log.
  public var echoesRequestID = false
  /// Creates the generator of the random bits in request ids.
  public var makeRandomNumberGenerator: @Sendable () -> any RandomNumberGenerator = {
    SystemRandomNumberGenerator()
  }
  /// Reports an issue: a mistake of the program itself, such as a stream whose length is not the
  /// announced one. Called on event-loop threads; does nothing by default.
  public var reportMisuse: @Sendable (String) -> Void = { _ in }
  /// The clock for timeouts; a substitute must be monotonic, too.
  public var clock: @Sendable () -> MonotonicInstant = HTTPServerConfiguration.monotonicClock
  /// Returns the seconds since 1970, for `Date`.
  public var unixTime: @Sendable () -> Int = HTTPServerConfiguration.systemTime

  public init(address: HTTPListenAddress = .ip("127.0.0.1", port: 8080)) {
    addresses = [address]
  }

  /// The number of event loops, at least 1.
  var loopCount: Int { max(1, loops ?? SystemProcess.processorCount) }

  /// Listens on all addresses or, if one fails, on none.
  func listen() throws(HTTPServerError) -> [ListeningSocket] {
    guard !addresses.isEmpty else { throw .invalidAddress("There is no address to listen on.") }
    // With an IPv4 address, a wildcard that accepts IPv4 as well would bind the port twice.
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
    settings.commonFields = commonFields
    settings.errorResponse = errorResponse
    settings.trustedProxies = trustedProxies
    settings.reportMisuse = reportMisuse
    return settings
  }

  /// Returns the time of `CLOCK_MONOTONIC`.
  @Sendable
  public static func monotonicClock() -> MonotonicInstant {
    MonotonicInstant(nanoseconds: SystemProcess.monotonicNanoseconds)
  }

  /// Returns the time of the system's wall clock.
  @Sendable
  public static func systemTime() -> Int { SystemProcess.unixTime }
}
