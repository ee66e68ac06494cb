/// The status line and fields of a response that a client receives (RFC 9112 §4).
struct HTTPResponseHead: Sendable {
  var version = HTTPVersion.http11
  var status = HTTPStatus(200)
  var fields = HTTPFields()
  /// The number of bytes of the content, if the fields tell it.
  var contentLength: Int?
  /// Whether the connection may carry another request after this response (RFC 9112 §9.3).
  var keepsAlive = true
}
