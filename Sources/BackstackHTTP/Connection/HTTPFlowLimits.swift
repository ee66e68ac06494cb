/// How much a connection holds for its client, and how slow the client may be.
public struct HTTPFlowLimits: Sendable {
  /// Requests served on one connection; the answer to the last says `Connection: close`.
  public var requestsPerConnection = 100_000
  /// Bytes that may wait while a request is being answered, of later requests and of content that no
  /// handler has accepted; more is left in the socket, so that the client's sending stops.
  public var heldInputBytes = 16 * 1024
  /// Bytes of answers that may wait for the client before its next request is read. Content of more than
  /// 32 KiB is not copied: the connection shares the memory of whoever made it, and reads no further request
  /// until it is sent.
  public var outputBytes = 256 * 1024
  /// Bytes of a stream that may wait for the client; the source is asked again when three quarters
  /// of them are gone.
  public var streamBytes = 64 * 1024
  /// Bytes of a request's content that are read and discarded after an early answer, so that the
  /// connection can serve another request; with more to come it is closed.
  public var discardedContentBytes = 256 * 1024
  /// The most input discarded after an answer that closes the connection.
  public var lingerBytes = 16 * 1024 * 1024
  /// Bytes a second at which the client must take a pending answer, on average over each
  /// ``HTTPTimeouts/write``; slower and the connection is closed. 0 asks for a single byte.
  public var minimumWriteRate = 500
  /// Bytes a second at which streamed content must arrive while its sink wants more, on average over
  /// each ``HTTPTimeouts/body``; slower and 408 is answered. 0 asks for a single byte.
  public var minimumReadRate = 500

  public init() {}
}
