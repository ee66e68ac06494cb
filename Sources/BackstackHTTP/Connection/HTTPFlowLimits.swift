/// Limits on the memory that a connection uses for its client, and minimum data rates.
public struct HTTPFlowLimits: Sendable {
  /// The number of requests per connection; the response to the last has `Connection: close`.
  public var requestsPerConnection = 100_000
  /// The bytes of input that may be buffered while a request waits for its response: later requests
  /// and content that no handler has accepted. More stays in the socket, so that the client has to
  /// stop sending.
  public var bufferedInputBytes = 16 * 1024
  /// The bytes of responses that may wait for the client before its next request is read. Content
  /// of more than 32 KiB is not copied: the connection shares its memory with the response's
  /// creator and reads no further request until the content is sent.
  public var outputBytes = 256 * 1024
  /// The bytes of a stream that may wait for the client; the source is asked again when three
  /// quarters of them are sent.
  public var streamBytes = 64 * 1024
  /// The bytes of a request's content that are read and discarded after an early response, so that
  /// the connection can serve another request. If more comes, the connection is closed.
  public var discardedContentBytes = 256 * 1024
  /// The maximum number of bytes of input that are discarded after a response that closes the
  /// connection.
  public var lingerBytes = 16 * 1024 * 1024
  /// The minimum data rate, in bytes per second, at which the client must take a pending response,
  /// on average over each ``HTTPTimeouts/write``. The connection of a slower client is closed. With
  /// 0, one byte per span is enough.
  public var minimumWriteRate = 500
  /// The minimum data rate, in bytes per second, at which streamed content must arrive while its
  /// sink wants more, on average over each ``HTTPTimeouts/body``. A slower client gets status 408.
  /// With 0, one byte per span is enough.
  public var minimumReadRate = 500

  public init() {}
}
