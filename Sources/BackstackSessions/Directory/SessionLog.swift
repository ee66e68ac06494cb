package import BackstackCoding

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
