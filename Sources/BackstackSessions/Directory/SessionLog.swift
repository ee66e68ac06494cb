import Backstack
package import BackstackCoding
import BackstackPlatform

/// The lines of the service log about sessions.
package final class SessionLog: Sendable {
  private let configuration: SessionConfiguration
  private let steady: @Sendable () -> MonotonicInstant
  private let issueThrottle: Guarded<IssueThrottle>

  /// Creates the log.
  ///
  /// - Parameter steady: Returns the time of a clock that is never set.
  init(_ configuration: SessionConfiguration, steady: @escaping @Sendable () -> MonotonicInstant) {
    self.configuration = configuration
    self.steady = steady
    issueThrottle = Guarded(IssueThrottle(limit: configuration.issueLinesPerSecond))
  }

  /// Writes a warning about a session.
  func warn(
    _ event: String, of context: SessionContext, _ members: (inout JSONWriter) -> Void
  ) {
    configuration.logEvent(.warning, event, of: context.id) { line in
      line.member("feature", context.feature)
      members(&line)
    }
  }

  /// Writes an issue that a session's reducers or effects reported.
  func report(_ issue: Issue, of context: SessionContext) {
    guard let suppressed = admitIssueLine(of: context.feature) else { return }
    warn("issue", of: context) { line in
      line.member("location", issue.location.description)
      line.member("message", issue.message)
      if suppressed > 0 { line.member("suppressed", suppressed) }
    }
  }

  /// Decides whether a line about an issue may be written.
  ///
  /// - Returns: The number of lines of the feature that were left out since the last one; `nil` if
  ///   this one is left out, too.
  package func admitIssueLine(of feature: String) -> Int? {
    issueThrottle.withLock { $0.admit(feature, now: steady()) }
  }
}

/// The severity of a line of the log.
package enum LogLevel: String {
  case info, warning, error
}

extension SessionConfiguration {
  /// Writes a line of the log: a JSON object with a time.
  ///
  /// - Parameters:
  ///   - event: The name of the event, which never changes.
  ///   - session: The session of the event. The line contains only the beginning of its id, as the
  ///     whole id gives access to the session.
  ///   - members: Adds the other members.
  package func logEvent(
    _ level: LogLevel, _ event: String, of session: SessionID? = nil,
    _ members: (inout JSONWriter) -> Void
  ) {
    var line = JSONWriter()
    line.beginObject()
    var time: [UInt8] = [0x22]
    JSONDate.append(now(), to: &time)
    line.member("time", json: time + [0x22])
    line.member("level", level.rawValue)
    line.member("event", event)
    if let session { line.member("session", session.beginning) }
    members(&line)
    line.endObject()
    log(String(decoding: line.bytes, as: UTF8.self))
  }
}
