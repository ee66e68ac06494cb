import BackstackPlatform
import Synchronization

/// A log with one line for each request, written by its own thread.
///
/// Event loops pass on their lines once per tick and never wait: when the destination can't keep up
/// and the buffers are full, lines are dropped and counted, and a line with their number is
/// written.
///
/// A request whose connection ended before its response is logged with the status 499, which is
/// never sent.
public final class HTTPAccessLog: Sendable {
  let format: HTTPAccessLogFormat
  let queue: HTTPAccessLogQueue
  private let ended = TimedSemaphore()

  /// Creates the log: opens the destination and starts the thread.
  ///
  /// - Parameters:
  ///   - format: The format of the lines.
  ///   - destination: The destination of the lines.
  ///   - capacity: The maximum number of bytes that wait to be written.
  ///   - onFailure: Called with a sentence, on the log's thread, when the file can't be reopened,
  ///     and when the destination can't be written any longer.
  /// - Throws: ``HTTPServerError`` if the destination can't be opened.
  public init(
    _ format: HTTPAccessLogFormat = .json, to destination: HTTPAccessLogDestination,
    capacity: Int = 4 * 1024 * 1024,
    onFailure: @escaping @Sendable (_ message: String) -> Void = { _ in }
  ) throws(HTTPServerError) {
    self.format = format
    queue = HTTPAccessLogQueue(capacity: capacity)
    let output = try HTTPAccessLogOutput(destination)
    HTTPAccessLogWriter(
      queue: queue, output: output, droppedLine: format.droppedLine, onFailure: onFailure
    ).start(ended)
  }

  deinit { queue.end() }

  /// The number of lines dropped so far.
  public var droppedLines: Int { queue.droppedCount }

  /// Reopens a file, so that logs can be rotated: move the file away, then call this.
  public func reopen() { queue.reopen() }

  /// Writes the pending lines and ends; further lines are dropped.
  ///
  /// - Parameter seconds: How long to wait for a slow destination.
  /// - Returns: Whether all pending lines were handled in time.
  @discardableResult
  public func close(waitingSeconds seconds: Double = 2) -> Bool {
    queue.end()
    guard ended.wait(atMostSeconds: seconds) else { return false }
    // For the next caller of `close`.
    ended.signal()
    return true
  }
}

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
