import Backstack
import BackstackCoding
import BackstackPlatform
import BackstackStorage

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
    _ event: String, of context: SessionContext, _ members: (inout LogMembers) -> Void
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

  /// Writes that the storage ceased to work, or that it works again.
  func reportStorage(_ failure: StorageError?) {
    guard let failure else {
      return configuration.logEvent(
        .notice, "storage-recovered", summary: "The storage works again."
      ) { _ in }
    }
    configuration.logEvent(.error, "storage-failing") { line in
      line.member("message", "\(failure)")
    }
  }

  /// Writes that something that was read is damaged.
  func reportDamage(_ error: StorageError) {
    configuration.logEvent(.error, "storage-damaged") { line in
      line.member("message", "\(error)")
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

extension SessionConfiguration {
  /// Logs an event: as a line, which is a JSON object with a time, or by the host's own handler.
  ///
  /// - Parameters:
  ///   - event: The name of the event, which never changes.
  ///   - session: The session of the event. The log has only the beginning of its id, as the whole
  ///     id gives access to the session.
  ///   - summary: The message for the handler, if the members have none.
  ///   - members: Adds the other members.
  package func logEvent(
    _ level: LogEvent.Level, _ event: String, of session: SessionID? = nil, summary: String = "",
    _ members: (inout LogMembers) -> Void
  ) {
    var all = LogMembers()
    if let session { all.member("session", session.beginning) }
    members(&all)
    if let logQueue {
      logQueue.submit(LogEvent(level, event, all, summary: summary))
    } else {
      log(line(level, event, all))
    }
  }

  func line(_ level: LogEvent.Level, _ event: String, _ members: LogMembers) -> String {
    var line = JSONWriter()
    line.beginObject()
    var time: [UInt8] = [0x22]
    JSONDate.append(now(), to: &time)
    line.member("time", json: time + [0x22])
    line.member("level", level.rawValue)
    line.member("event", event)
    for (key, value) in members.all {
      line.key(key)
      switch value {
      case .text(let text): line.value(text)
      case .number(let number): line.value(number)
      case .texts(let texts):
        line.beginArray()
        for text in texts { line.value(text) }
        line.endArray()
      }
    }
    line.endObject()
    return String(decoding: line.bytes, as: UTF8.self).escapingHidden()
  }

  /// Waits until the handler was called for the events so far, at most five seconds, and the lines for standard
  /// error are written, at most a second.
  package func finishLog() {
    logQueue?.finish(withinSeconds: 5)
    // A handler may write them, too.
    StandardError.lines.finish(withinSeconds: 1)
  }
}
