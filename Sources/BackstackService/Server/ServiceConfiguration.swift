public import BackstackHTTP
public import BackstackStorage
public import FoundationEssentials

/// How a service treats its sessions.
public struct ServiceConfiguration: Sendable {
  /// How long a session lives without a request unless its creator says otherwise, in seconds.
  public var idleTimeout: TimeInterval = 3600
  /// The longest life without a request that a creator may ask for, in seconds.
  public var maximumIdleTimeout: TimeInterval = 7 * 24 * 3600
  /// How long a session that ended is answered 410 before it is forgotten, in seconds.
  public var memoryOfEndedSessions: TimeInterval = 600
  /// How many sessions there can be; one more is answered 503.
  public var maximumSessions = 100_000
  /// How many bytes the state of a session may have as JSON; at least 2.
  ///
  /// A client's request that would make a larger one is answered 422 and changes nothing; a session whose
  /// effects make one is ended. In memory a state may be larger than its JSON, as Swift's empty collections,
  /// optionals and enumerations have a size of their own.
  ///
  /// The size is known after each action of a client. After actions of effects it is looked for each time
  /// while that takes 64 KiB of encoding at most, and once for as many actions as it takes 64 KiB beyond
  /// that: at 1 MiB for 16 at most.
  public var maximumStateBytes = Self.defaultMaximumStateBytes
  /// The default of ``maximumStateBytes``: 1 MiB.
  public static let defaultMaximumStateBytes = 1 << 20
  /// Where sessions are stored; `nil` to have them in memory only, where they end with the process.
  ///
  /// Whatever an answer tells is stored before it is given. The storage is the caller's to close.
  public var storage: (any SessionStorage)?
  /// After how many seconds without a request a stored session leaves memory, unless it has effects in
  /// flight, which its feature does not suspend, or somebody reads its events; it comes back with the
  /// next request.
  public var putAsideAfter: TimeInterval = 300
  /// How long an answer waits for effects that don't wait for anything themselves, in seconds.
  public var settleTimeout: TimeInterval = 1
  /// How long a client may have an answer wait for effects or for the next version, in seconds; more is
  /// taken as this.
  public var maximumWait = 60
  /// How much of its past a session remembers.
  public var journalLimits = JournalLimits()
  /// How many answers to requests with an `Idempotency-Key` a session keeps.
  public var answerLimits = AnswerLimits()
  /// The most bytes of an action or of several; `nil` for the limit of the HTTP server.
  public var maximumActionBytes: Int?
  /// The most bytes of a request that creates a session; `nil` for the limit of the HTTP server.
  public var maximumCreationBytes: Int?
  /// The keys that clients authenticate with; with any, sessions are for those who have one only.
  public var apiKeys: [APIKey] = []
  /// Whether every client may use every session whose id it knows.
  ///
  /// By default a session that was created by a principal, such as the name of an API key, is for that
  /// principal alone: another's requests are answered as if there were no such session. One that was created
  /// without a principal, by a server without keys or by an import, is for everybody who may use the
  /// service and knows its id.
  public var sharesSessions = false
  /// Decides which requests may use a session, in place of that rule; `nil` for the rule.
  ///
  /// It gets who sends the request, the session, and what the request does with it. Where it answers
  /// `false`, the request is answered as if there were no such session. It is asked for every request, so
  /// also when a client comes back to a stream of events, and when a client has waited for the next
  /// version; for a stream that is open it is asked again every ``eventHeartbeat``, and the stream ends
  /// when it answers `false`. It is asked on any thread and must not wait. Of a session that has ended
  /// and is not in memory, the principal's attributes are forgotten.
  public var mayUse:
    (
      @Sendable (_ principal: HTTPPrincipal?, _ session: SessionInfo, _ operation: SessionOperation)
        -> Bool
    )?
  /// How much each principal may have; no quotas by default.
  public var quotas = PrincipalQuotas()
  /// How many requests a client may send, or `nil` for any number.
  public var rateLimit: RateLimit?
  /// The origins of web pages that may use the service, such as `https://app.example`.
  public var allowedOrigins: [String] = []
  /// The hosts that requests may be for, such as `app.example`, with a port where only one will do;
  /// others are answered 421. Empty for any host.
  ///
  /// A web page can have its own name lead to the address of a server that only trusts its network
  /// ("DNS rebinding"); it can't change what the browser names as the host.
  public var allowedHosts: [String] = []
  /// How often a stream of events on which nothing happens is sent a comment.
  public var eventHeartbeat: Duration = .seconds(15)
  /// How soon a client whose stream of events has broken is to come back, in milliseconds: each stream
  /// is told a random number of this range, so that not all come at once.
  public var eventRetryMilliseconds = 1000...3000
  /// The clock of ``eventHeartbeat``.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()
  /// What stands in front of the service; a request reaches the first one first.
  public var middleware: [any HTTPMiddleware] = []
  /// How much the effects of one session may do.
  public var effectLimits = EffectLimits()
  /// What is done when the process ends by a fault while it works on a session; `nil` to leave the
  /// signals of such faults alone. The handlers stay for the rest of the process.
  public var crashReporting: CrashReporting?
  /// How many issues of a feature are logged within a second; the next line tells how many were not.
  public var issueLinesPerSecond = 10
  /// Whether the answer to an action has the issues that it caused, as the member `issues`.
  public var tellsIssues = true
  /// Where the server also answers `/livez`, `/readyz`, `/healthz` and `/metrics`; with any, the
  /// last is answered nowhere else. By default it stands beside the service, as Prometheus expects.
  public var adminAddresses: [HTTPListenAddress] = []
  /// Where the current date comes from, for what clients are told and for what is stored.
  public var now: @Sendable () -> Date = { Date() } {
    didSet { hasOwnDate = true }
  }
  /// Whether ``now`` is another than the system's.
  var hasOwnDate = false
  /// A clock that nobody sets, by which sessions expire in memory and requests are counted: they are not to
  /// depend on a date that is put right. `nil` for the system's (`CLOCK_BOOTTIME`), or for ``now`` where
  /// that was replaced.
  public var steadyClock: (@Sendable () -> MonotonicInstant)?
  /// Where session ids, and what else is random, get their bits from: it must not be predictable.
  public var makeRandomNumberGenerator: @Sendable () -> any RandomNumberGenerator = {
    SystemRandomNumberGenerator()
  }
  /// How much the storage is given at a time.
  var writeLimits = WriteLimits()
  /// What ends the waiting of clients; `nil` for the system's clock.
  package var timer: (any DeadlineTimer)?
  /// Takes the lines of the service's log, without a line break.
  public var log: @Sendable (String) -> Void = ServiceConfiguration.logToStandardError

  public init() {}

  /// Writes a line to standard error.
  @Sendable
  public static func logToStandardError(_ line: String) {
    StandardError.write(line)
  }
}
