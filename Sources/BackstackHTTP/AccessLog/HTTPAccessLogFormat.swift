/// The form of an access log's lines.
public struct HTTPAccessLogFormat: Sendable {
  let append: @Sendable (HTTPAccessLogRecord, HTTPAccessLogTime, inout [UInt8]) -> Void
  /// Returns the line that reports a number of dropped lines.
  let droppedLine: @Sendable (Int) -> String

  /// A JSON object with the members `time`, `id`, `trace`, `peer`, `principal`, `method`, `target`,
  /// `route`, `status`, `bytesIn`, `bytesOut`, `seconds`, `userAgent`, `error`; unknown ones are
  /// left out.
  public static let json = HTTPAccessLogFormat(
    append: { $0.appendJSON(at: $1, to: &$2) },
    droppedLine: { "{\"droppedLines\":\($0)}\n" })

  /// The Combined Log Format, followed by the duration in seconds and the request's id.
  public static let text = HTTPAccessLogFormat(
    append: { $0.appendText(at: $1, to: &$2) },
    droppedLine: { "# \($0) lines dropped\n" })
}
