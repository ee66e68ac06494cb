/// The request line and fields of one request, as bytes with a table of positions.
struct HTTPRequestHead: Sendable {
  /// The fields; their `bytes` contain the whole head, which the ranges below refer to.
  var fields = HTTPFields()
  var method = HTTPMethod.get
  var version = HTTPVersion.http11
  /// The request target as it was sent (RFC 9112 §3.2).
  var target = ByteRange(0..<0)
  /// The path of the target, escapes included; empty for the asterisk form.
  var path = ByteRange(0..<0)
  /// The query without its question mark.
  var query: ByteRange?
  /// The authority of an absolute-form target, which overrides `Host` (RFC 9112 §3.2.2).
  var authority: ByteRange?
  /// Whether the connection may serve another request after this one (RFC 9112 §9.3).
  var keepsAlive = true
  /// Whether the client waits for `100 Continue` (RFC 9110 §10.1.1).
  var expectsContinue = false

  /// Empties the head and keeps its memory.
  mutating func reset() {
    fields.reset()
    method = .get
    target = ByteRange(0..<0)
    path = ByteRange(0..<0)
    query = nil
    authority = nil
    keepsAlive = true
    expectsContinue = false
  }
}
