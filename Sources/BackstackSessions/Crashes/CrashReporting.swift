/// The handling of faults that end the process while it works on a session, such as an overflow in
/// a reducer.
///
/// The service writes a line to standard error, in the format of its log, with the first eight
/// digits of the session's id, the feature, the case of the action, and the version. Then the
/// signal ends the process. With a storage and a file, a session whose processing ended the process
/// twice within ``quarantineSpan`` is quarantined when a server starts: the response to its
/// requests is 503, and all other sessions continue.
///
/// Work on one action or one screen that uses a processor for longer than ``workLimit``, as an endless
/// loop does, is such a fault: it would hold the session's lock, and a thread that serves others, forever.
///
/// The signals are SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT and SIGFPE. Work on an effect's own
/// threads, such as those of a queue, is not attributed to a session.
public struct CrashReporting: Sendable, Hashable {
  /// The path of a file in which crashes are recorded until a server starts again, in addition to
  /// the files of the storage; `nil` for none, so that no session is ever quarantined. Only its
  /// owner can read it, as it contains the ids of sessions.
  public var recordPath: String?
  /// The time span, in seconds, within which a second crash quarantines a session.
  public var quarantineSpan: Double = 600
  /// The time, in seconds, for which the work on one action or one screen may use a processor, before the
  /// process ends; `nil` for any.
  public var workLimit: Double? = 60

  /// Creates the options.
  ///
  /// - Parameter recordPath: The path of a file in which crashes are recorded.
  public init(recordPath: String? = nil) { self.recordPath = recordPath }
}
