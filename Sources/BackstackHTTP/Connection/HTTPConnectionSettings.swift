/// What all connections of a server have in common.
struct HTTPConnectionSettings: Sendable {
  var limits = HTTPLimits()
  var timeouts = HTTPTimeouts()
  /// The value of the `Server` field, or `nil` for none.
  var serverName: String?
  var errorResponse: @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse
  /// Pending output above which no further request is read.
  var outputHighWater = 256 * 1024
  /// Bytes that may wait while a request is being answered; more and reading pauses.
  var heldInputHighWater = 16 * 1024
  /// The most input discarded after an answer that closes the connection.
  var lingerBytes = 16 * 1024 * 1024
}

/// The settings in the form connections use: durations as numbers and fields as bytes.
final class HTTPConnectionProfile: Sendable {
  let settings: HTTPConnectionSettings
  let header: Int64
  let body: Int64
  let idle: Int64
  let writeStall: Int64
  let linger: Int64
  let drainQuiet: Int64
  /// The complete `Server` field line, or nothing.
  let serverLine: [UInt8]

  init(_ settings: HTTPConnectionSettings) {
    self.settings = settings
    header = settings.timeouts.header.clampedNanoseconds
    body = settings.timeouts.body.clampedNanoseconds
    idle = settings.timeouts.idle.clampedNanoseconds
    writeStall = settings.timeouts.writeStall.clampedNanoseconds
    linger = settings.timeouts.linger.clampedNanoseconds
    drainQuiet = settings.timeouts.drainQuiet.clampedNanoseconds
    var fields = HTTPFields()
    if let name = settings.serverName { fields.append(.server, name) }
    serverLine = fields.bytes
  }
}
