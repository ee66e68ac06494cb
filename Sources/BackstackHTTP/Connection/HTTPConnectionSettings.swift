import BackstackPlatform
/// The settings that all connections of a server share.
struct HTTPConnectionSettings: Sendable {
  var limits = HTTPLimits()
  var flow = HTTPFlowLimits()
  var timeouts = HTTPTimeouts()
  /// The value of the `Server` field, or `nil` for none.
  var serverName: String?
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
  }
}
