/// The time limits for a connection's client and for handlers. Each is a total: a client that sends
/// single bytes does not extend it.
public struct HTTPTimeouts: Sendable {
  /// From the first byte of a request (or the start of the connection) to the end of its fields;
  /// then the response is 408.
  public var header: Duration = .seconds(10)
  /// From the handler's demand for collected content to the end of the content; then the response
  /// is 408. For streamed content, the span over which ``HTTPFlowLimits/minimumReadRate`` is
  /// judged.
  public var body: Duration = .seconds(30)
  /// From a complete request to its response; then the handler's work is cancelled and the
  /// response is 503. `nil` for no limit. A handler that waits on purpose, as for a long poll,
  /// sets its own limit with ``HTTPResponder/limitResponseTime(to:)``.
  public var response: Duration? = .seconds(60)
  /// Between a response and the next request; then the connection is closed.
  public var idle: Duration = .seconds(60)
  /// The span over which ``HTTPFlowLimits/minimumWriteRate`` is judged while a response waits to be
  /// taken: the connection of a client that takes nothing is closed after one to two spans.
  public var write: Duration = .seconds(30)
  /// The time in which input is still read and discarded after a response that closes the
  /// connection.
  public var linger: Duration = .seconds(2)
  /// The time for which a connection must have been quiet to be closed while the server drains: a
  /// busy client's next request may be on its way, and should get a response.
  public var drainQuiet: Duration = .milliseconds(100)

  public init() {}
}
