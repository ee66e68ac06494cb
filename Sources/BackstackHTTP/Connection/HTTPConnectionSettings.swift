/// What all connections of a server have in common.
struct HTTPConnectionSettings: Sendable {
  var limits = HTTPLimits()
  var flow = HTTPFlowLimits()
  var timeouts = HTTPTimeouts()
  /// The value of the `Server` field, or `nil` for none.
  var serverName: String?
  var errorResponse: @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse
  /// The peers that are believed when they say where a request came from.
  var trustedProxies = HTTPTrustedProxies()
  /// Takes a line about a mistake of the program that runs the server.
  var reportMisuse: @Sendable (String) -> Void = { _ in }
}

/// The settings in the form connections use: durations as numbers and fields as bytes.
final class HTTPConnectionProfile: Sendable {
  let settings: HTTPConnectionSettings
  let header: Int64
  let body: Int64
  let answer: Int64
  let idle: Int64
  let write: Int64
  let linger: Int64
  let drainQuiet: Int64
  /// What ``HTTPPace`` asks of each span.
  let bodyPace: Int
  let writePace: Int
  /// The number of the last request of a connection.
  let lastRequest: UInt32
  /// The complete `Server` field line, or nothing.
  let serverLine: [UInt8]
  /// The limits of syntax: how much content there may be is decided for each request.
  let parserLimits: HTTPLimits

  init(_ settings: HTTPConnectionSettings) {
    self.settings = settings
    header = settings.timeouts.header.clampedNanoseconds
    body = settings.timeouts.body.clampedNanoseconds
    answer = settings.timeouts.answer?.clampedNanoseconds ?? .max
    idle = settings.timeouts.idle.clampedNanoseconds
    write = settings.timeouts.write.clampedNanoseconds
    linger = settings.timeouts.linger.clampedNanoseconds
    drainQuiet = settings.timeouts.drainQuiet.clampedNanoseconds
    bodyPace = HTTPPace.required(rate: settings.flow.minimumReadRate, span: body)
    writePace = HTTPPace.required(rate: settings.flow.minimumWriteRate, span: write)
    lastRequest = UInt32(clamping: max(1, settings.flow.requestsPerConnection))
    var limits = settings.limits
    limits.bodyBytes = .max
    parserLimits = limits
    var fields = HTTPFields()
    if let name = settings.serverName { fields.append(.server, name) }
    serverLine = fields.bytes
  }
}
