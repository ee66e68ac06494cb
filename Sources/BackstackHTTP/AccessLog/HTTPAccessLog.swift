import Dispatch
import Glibc
import Synchronization

/// A log with one line for each request, written by a thread of its own.
///
/// Event loops hand over what they have gathered once a turn and never wait: when the destination
/// can't keep up and the buffers are full, lines are dropped, counted, and a line tells how many.
///
/// A request whose connection ended before it was answered is logged with the status 499, which is
/// never sent.
public final class HTTPAccessLog: Sendable {
  let format: HTTPAccessLogFormat
  let queue: HTTPAccessLogQueue
  private let ended = DispatchSemaphore(value: 0)

  /// Opens the destination and starts the thread.
  ///
  /// - Parameter capacity: The most bytes that wait to be written.
  /// - Throws: ``HTTPServerError`` when the destination can't be opened.
  public init(
    _ format: HTTPAccessLogFormat = .json, to destination: HTTPAccessLogDestination,
    capacity: Int = 4 * 1024 * 1024
  ) throws(HTTPServerError) {
    self.format = format
    queue = HTTPAccessLogQueue(capacity: capacity)
    let output = try HTTPAccessLogOutput(destination)
    HTTPAccessLogWriter(queue: queue, output: output, droppedLine: format.droppedLine)
      .start(ended)
  }

  deinit { queue.end() }

  /// Lines dropped so far.
  public var droppedLines: Int { queue.droppedCount }

  /// Opens a file anew, so that logs can be rotated: move the file away, then call this.
  public func reopen() { queue.reopen() }

  /// Writes what was handed over and ends; further lines are dropped.
  ///
  /// - Parameter seconds: How long to wait for a destination that does not take the lines.
  /// - Returns: Whether all was dealt with in time.
  @discardableResult
  public func close(waitingSeconds seconds: Double = 2) -> Bool {
    queue.end()
    guard ended.wait(timeout: .now() + seconds) == .success else { return false }
    // For whoever closes again.
    ended.signal()
    return true
  }
}
