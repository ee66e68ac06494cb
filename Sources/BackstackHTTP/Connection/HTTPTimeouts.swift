/// How long a connection waits for its client; each limit is a total, so that a drip of single bytes
/// does not extend it.
public struct HTTPTimeouts: Sendable {
  /// From the first byte of a request (or the start of the connection) to the end of its fields;
  /// then 408 is answered.
  public var header: Duration = .seconds(10)
  /// From when a handler wants content collected to the end of it; then 408 is answered. For streamed
  /// content, the span over which ``HTTPFlowLimits/minimumReadRate`` is judged.
  public var body: Duration = .seconds(30)
  /// From a complete request to its answer; then the handler's work is cancelled and 503 is
  /// answered. `nil` for no limit. A handler that waits on purpose, as for a long poll, sets its own
  /// with ``HTTPResponder/limitAnswer(to:)``.
  public var answer: Duration? = .seconds(60)
  /// Between an answer and the next request; then the connection is closed.
  public var idle: Duration = .seconds(60)
  /// The span over which ``HTTPFlowLimits/minimumWriteRate`` is judged while an answer waits to be
  /// taken: a client that takes nothing is closed after one to two spans.
  public var write: Duration = .seconds(30)
  /// How long input is still read and discarded after an answer that closes the connection.
  public var linger: Duration = .seconds(2)
  /// While draining, how long a connection must have been quiet to be closed: a busy client's next
  /// request may be on its way, and is better answered than lost.
  public var drainQuiet: Duration = .milliseconds(100)

  public init() {}
}
