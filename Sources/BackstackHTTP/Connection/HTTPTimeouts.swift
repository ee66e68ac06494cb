/// How long a connection waits for its client; each limit is a total, so that a drip of single bytes
/// does not extend it.
public struct HTTPTimeouts: Sendable {
  /// From the first byte of a request (or the start of the connection) to the end of its fields;
  /// then 408 is answered.
  public var header: Duration = .seconds(10)
  /// From the end of the fields to the end of the content; then 408 is answered.
  public var body: Duration = .seconds(30)
  /// Between an answer and the next request; then the connection is closed.
  public var idle: Duration = .seconds(60)
  /// Without the client taking a byte of a pending answer; then the connection is closed.
  public var writeStall: Duration = .seconds(30)
  /// How long input is still read and discarded after an answer that closes the connection.
  public var linger: Duration = .seconds(2)
  /// While draining, how long a connection must have been quiet to be closed: a busy client's next
  /// request may be on its way, and is better answered than lost.
  public var drainQuiet: Duration = .milliseconds(100)

  public init() {}
}
