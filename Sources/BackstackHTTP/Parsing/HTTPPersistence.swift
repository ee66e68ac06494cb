/// Whether a connection persists after a request (RFC 9112 §9.3), by its `Connection` options
/// (RFC 9110 §7.6.1) and version.
struct HTTPPersistence: Sendable {
  private var saysClose = false
  private var saysKeepAlive = false

  /// Notes one `Connection` field; unknown options are ignored.
  mutating func note(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) {
    if HTTPFields.listContains(bytes, value, "close") { saysClose = true }
    if HTTPFields.listContains(bytes, value, "keep-alive") { saysKeepAlive = true }
  }

  func keepsAlive(_ version: HTTPVersion) -> Bool {
    !saysClose && (version == .http11 || saysKeepAlive)
  }
}
