import BackstackPlatform

/// The settings that all connections of a server share.
struct HTTPConnectionSettings: Sendable {
  var limits = HTTPLimits()
  var flow = HTTPFlowLimits()
  var timeouts = HTTPTimeouts()
  /// The value of the `Server` field, or `nil` for none.
  var serverName: String?
  /// The fields of every response.
  var commonFields = HTTPFields()
  var errorResponse: @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse
  /// The peers whose information about a request's client is trusted.
  var trustedProxies = HTTPTrustedProxies()
  /// Reports an issue: a mistake of the program that runs the server.
  var reportMisuse: @Sendable (String) -> Void = { _ in }
}

/// The settings in the form that connections use: durations in nanoseconds, fields as bytes.
final class HTTPConnectionProfile: Sendable {
  let settings: HTTPConnectionSettings
  let header: Int64
  let body: Int64
  let response: Int64
  let idle: Int64
  let write: Int64
  let linger: Int64
  let drainQuiet: Int64
  /// The bytes that a client has to move in each span of ``HTTPDataRate``.
  let minimumBodyRate: Int
  let minimumWriteRate: Int
  /// The number of a connection's last request.
  let lastRequest: UInt32
  /// The complete `Server` field line, or empty.
  let serverLine: [UInt8]
  /// The complete lines of the fields of every response.
  let commonLines: [UInt8]
  /// The parser's limits, without one for content: each request's handler decides that.
  let parserLimits: HTTPLimits

  init(_ settings: HTTPConnectionSettings) {
    self.settings = settings
    header = settings.timeouts.header.clampedNanoseconds
    body = settings.timeouts.body.clampedNanoseconds
    response = settings.timeouts.response?.clampedNanoseconds ?? .max
    idle = settings.timeouts.idle.clampedNanoseconds
    write = settings.timeouts.write.clampedNanoseconds
    linger = settings.timeouts.linger.clampedNanoseconds
    drainQuiet = settings.timeouts.drainQuiet.clampedNanoseconds
    minimumBodyRate = HTTPDataRate.required(rate: settings.flow.minimumReadRate, span: body)
    minimumWriteRate = HTTPDataRate.required(rate: settings.flow.minimumWriteRate, span: write)
    lastRequest = UInt32(clamping: max(1, settings.flow.requestsPerConnection))
    var limits = settings.limits
    limits.bodyBytes = .max
    parserLimits = limits
    var fields = HTTPFields()
    if let name = settings.serverName { fields.append(.server, name) }
    serverLine = fields.bytes
    commonLines = settings.commonFields.bytes
  }
}

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
