/// What is done when the process ends by a fault while it works on a session, such as an overflow in a
/// reducer.
///
/// A line on standard error, in the form of the service's log, says which session it was, by its first
/// eight digits, which feature, which case of the action, and which version; then the process ends by the
/// signal. With a storage and a file, a session whose processing ended the process twice within
/// ``quarantineSpan`` is quarantined when a server starts: requests to it are answered 503, and all
/// others go on.
///
/// The signals are SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT and SIGFPE. What runs on threads of an
/// effect's own, such as those of a queue, is not known to belong to a session.
public struct CrashReporting: Sendable, Hashable {
  /// A file in which crashes are recorded until a server starts again, beside the storage's; `nil` for
  /// none, so that no session is ever quarantined. Only its owner can read it, as it has ids of sessions.
  public var recordPath: String?
  /// The span, in seconds, within which a second crash quarantines a session.
  public var quarantineSpan: Double = 600

  /// - Parameter recordPath: A file in which crashes are recorded.
  public init(recordPath: String? = nil) { self.recordPath = recordPath }
}
