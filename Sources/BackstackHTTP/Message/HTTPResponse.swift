/// An answer to one request (RFC 9110 §6).
///
/// `Date`, `Content-Length`, `Transfer-Encoding` and the framing of the message are the
/// connection's work. A `Connection` field that lists `close` closes the connection after the
/// answer; any other value of it is not sent.
public struct HTTPResponse: Sendable {
  public var status: HTTPStatus
  public var fields: HTTPFields
  public var body: HTTPBody

  public init(status: HTTPStatus = .ok, fields: HTTPFields = HTTPFields(), body: HTTPBody = .empty)
  {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
