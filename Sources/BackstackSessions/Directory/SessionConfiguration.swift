public import BackstackPlatform
public import BackstackStorage
public import FoundationEssentials

/// The configuration of sessions and of the directory that keeps them.
public struct SessionConfiguration: Sendable {
  /// The number of seconds that a session lives without a request, unless its creator chooses
  /// another time to live.
  public var idleTimeout: TimeInterval = 3600
  /// The maximum time to live that a creator may choose, in seconds; by default ``idleTimeout``.
  public var maximumIdleTimeout: TimeInterval {
    get { chosenMaximumIdleTimeout ?? idleTimeout }
    set { chosenMaximumIdleTimeout = newValue }
  }
  private var chosenMaximumIdleTimeout: TimeInterval?
  /// The number of seconds for which requests for an ended session learn that it has ended, before
  /// the directory forgets it.
  public var memoryOfEndedSessions: TimeInterval = 600
  /// The maximum number of sessions; a creation beyond it is refused.
  public var maximumSessions = 100_000
  /// The memory that the process may use, in bytes, or `nil` for any amount.
  ///
  /// It counts everything that the process has, not only sessions. From seven eighths of it on,
  /// sessions that can be passivated are, those first that were not used for longest. At the limit,
  /// creations and activations are refused, and so are clients' requests that would make a state
  /// larger.
  public var maximumMemory = Self.defaultMaximumMemory
  /// The default of ``maximumMemory``: three quarters of the machine's memory, or of the limit of
  /// the control group that the process runs in.
  public static let defaultMaximumMemory = ProcessMemory.limit.map { $0 / 4 * 3 }
  /// The maximum size of a session's state as JSON, in bytes; at least 2.
  ///
  /// A client's request that would make a larger state is refused and changes nothing. A session
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
  /// Every change that a client learns of is stored before. The caller must close the storage.
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
  /// The limits of the stored answers, for requests with a key.
  public var answerLimits = AnswerLimits()
  /// The quotas of each principal; none by default.
  public var quotas = PrincipalQuotas()
  /// The limits of the effects of one session.
  public var effectLimits = EffectLimits()
  /// The handling of a fault that ends the process while it works on a session; `nil` to leave the
  /// signals of such faults alone. The signal handlers stay installed until the process ends.
  public var crashReporting: CrashReporting?
  /// The maximum number of issues per feature and second in the log; the next line reports how many
  /// were left out.
  public var issueLinesPerSecond = 10
  /// The source of the current date, for responses and for the storage.
  public var now: @Sendable () -> Date = { Date() } {
    didSet { hasOwnDate = true }
  }
  /// Whether ``now`` was replaced.
  private(set) var hasOwnDate = false
  /// A monotonic clock, for the expiry of sessions in memory and for the rate limit, so that
  /// setting the date does not affect them. `nil` for the system's (`CLOCK_BOOTTIME`), or for
  /// ``now`` if that was replaced.
  public var steadyClock: (@Sendable () -> MonotonicInstant)?
  /// The source of random bits, for session ids among others: it must not be predictable.
  public var makeRandomNumberGenerator: @Sendable () -> any RandomNumberGenerator = {
    SystemRandomNumberGenerator()
  }
  /// An identifier of the program's code, and so of its views; `nil` if there is none.
  package var build = SystemProcess.buildID
  /// The meter of the memory that the process uses, in bytes.
  var usedMemory: @Sendable () -> Int = { ProcessMemory.usedBytes }
  /// The limits of the stored answers to creations.
  var creationLimits = AnswerLimits.creations
  /// The limits of a single write to the storage.
  var writeLimits = WriteLimits()
  /// The limits of the requests that wait for threads for large work.
  package var largeWorkLimits = LargeWorkLimits()
  /// The timer that ends the waiting of clients; `nil` for the system's clock.
  package var timer: (any DeadlineTimer)?
  /// Receives the lines of the log, without line breaks, unless there is a ``logHandler``. It is
  /// called on any thread, also on event loops and under the locks of sessions: it must not block,
  /// and must not use the service.
  public var log: @Sendable (String) -> Void = SessionConfiguration.logToStandardError
  /// A handler of the host's own, which is called for the events of the log in place of ``log``.
  ///
  /// It is called for one event after the other, in their order, on a thread that does nothing
  /// else: it may block, and may use the service. If it is so slow that 10,000 events wait, further
  /// ones are dropped; the event `log-dropped` says how many. When the service stops, it waits at
  /// most five seconds until the handler was called for all events. A crash of the process is not
  /// an event: its line goes to standard error; see ``crashReporting``.
  public var logHandler: (@Sendable (_ event: LogEvent) -> Void)? {
    didSet { logQueue = logHandler.map { LogQueue($0) } }
  }
  /// The events on their way to ``logHandler``; copies of the configuration share it.
  private(set) var logQueue: LogQueue?

  /// Creates the default configuration.
  public init() {}

  /// Writes a line to standard error, without waiting for its reader: if 10,000 lines wait, further ones are
  /// dropped, and the event `log-dropped` says how many.
  @Sendable
  public static func logToStandardError(_ line: String) {
    StandardError.log(line) { count in
      var members = LogMembers()
      members.member("dropped", count)
      return SessionConfiguration().line(.warning, "log-dropped", members)
    }
  }
}
