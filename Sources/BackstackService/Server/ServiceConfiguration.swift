public import BackstackHTTP
public import BackstackStorage
public import FoundationEssentials

/// The configuration of a service and its sessions.
public struct ServiceConfiguration: Sendable {
  /// The number of seconds that a session lives without a request, unless its creator chooses
  /// another time to live.
  public var idleTimeout: TimeInterval = 3600
  /// The longest time to live that a creator may choose, in seconds.
  public var maximumIdleTimeout: TimeInterval = 7 * 24 * 3600
  /// The number of seconds for which requests for an ended session get 410, before the server
  /// forgets the session.
  public var memoryOfEndedSessions: TimeInterval = 600
  /// The maximum number of sessions; a creation beyond it gets 503.
  public var maximumSessions = 100_000
  /// The maximum size of a session's state as JSON, in bytes; at least 2.
  ///
  /// A client's request that would make a larger state gets 422 and changes nothing. A session
  /// whose effects make a larger state is ended. In memory a state may be larger than its JSON, as
  /// Swift's empty collections, optionals and enumerations have a size too.
  ///
  /// The size is measured after each action of a client. It is also measured after each action of
  /// an effect, as long as at most 64 KiB must be encoded for that; if more must be encoded, it is
  /// measured once per as many actions as that is multiples of 64 KiB: at 1 MiB, at least once per
  /// 16 actions.
  public var maximumStateBytes = Self.defaultMaximumStateBytes
  /// The default of ``maximumStateBytes``: 1 MiB.
  public static let defaultMaximumStateBytes = 1 << 20
  /// The storage of sessions; `nil` to keep them in memory only, where they end with the process.
  ///
  /// Every change that a response contains is stored before the response is sent. The caller must
  /// close the storage.
  public var storage: (any SessionStorage)?
  /// The number of seconds without a request after which a stored session is passivated. The next
  /// request activates it. A session is not passivated while a client follows its events, nor while
  /// it has effects in flight, unless its feature suspends them.
  public var passivateAfter: TimeInterval = 300
  /// The number of seconds for which a response waits for effects that themselves wait for nothing.
  public var settleTimeout: TimeInterval = 1
  /// The maximum number of seconds for which a client may let a response wait for effects or for
  /// the next version; larger values count as this one.
  public var maximumWait = 60
  /// The limits of a session's history.
  public var journalLimits = JournalLimits()
  /// The limits of the kept answers, for requests with an `Idempotency-Key`.
  public var answerLimits = AnswerLimits()
  /// The maximum number of bytes of an action or a batch; `nil` for the limit of the HTTP server.
  public var maximumActionBytes: Int?
  /// The maximum number of bytes of a request that creates a session; `nil` for the limit of the
  /// HTTP server.
  public var maximumCreationBytes: Int?
  /// The keys that clients authenticate with. If there are any, using a session requires one.
  public var apiKeys: [APIKey] = []
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
  /// The quotas of each principal; none by default.
  public var quotas = PrincipalQuotas()
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
  /// The time after which a stream of events without an event gets a comment.
  public var eventHeartbeat: Duration = .seconds(15)
  /// The range of the reconnection time of event streams, in milliseconds. Each stream gets a
  /// random value, so that clients do not all reconnect at the same time.
  public var eventRetryMilliseconds = 1000...3000
  /// The clock for ``eventHeartbeat``.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()
  /// The middleware in front of the service, outermost first.
  public var middleware: [any HTTPMiddleware] = []
  /// The limits of the effects of one session.
  public var effectLimits = EffectLimits()
  /// The handling of a fault that ends the process while it works on a session; `nil` to leave the
  /// signals of such faults alone. The signal handlers stay installed until the process ends.
  public var crashReporting: CrashReporting?
  /// The maximum number of issues per feature and second in the log; the next line reports how many
  /// were left out.
  public var issueLinesPerSecond = 10
  /// Whether the response to an action contains the issues that it caused, as the member `issues`.
  public var tellsIssues = true
  /// The addresses for administration, which also serve `/livez`, `/readyz`, `/healthz` and
  /// `/metrics`. If there are any, they alone serve `/metrics`; by default, the service's own
  /// addresses do, as Prometheus expects.
  public var adminAddresses: [HTTPListenAddress] = []
  /// The source of the current date, for responses and for the storage.
  public var now: @Sendable () -> Date = { Date() } {
    didSet { hasOwnDate = true }
  }
  /// Whether ``now`` was replaced.
  var hasOwnDate = false
  /// A monotonic clock, for the expiry of sessions in memory and for the rate limit, so that
  /// setting the date does not affect them. `nil` for the system's (`CLOCK_BOOTTIME`), or for
  /// ``now`` if that was replaced.
  public var steadyClock: (@Sendable () -> MonotonicInstant)?
  /// The source of random bits, for session ids among others: it must not be predictable.
  public var makeRandomNumberGenerator: @Sendable () -> any RandomNumberGenerator = {
    SystemRandomNumberGenerator()
  }
  /// The limits of a single write to the storage.
  var writeLimits = WriteLimits()
  /// The timer that ends the waiting of clients; `nil` for the system's clock.
  package var timer: (any DeadlineTimer)?
  /// Receives the lines of the service's log, without line breaks.
  public var log: @Sendable (String) -> Void = ServiceConfiguration.logToStandardError

  public init() {}

  /// Writes a line to standard error.
  @Sendable
  public static func logToStandardError(_ line: String) {
    StandardError.write(line)
  }
}
