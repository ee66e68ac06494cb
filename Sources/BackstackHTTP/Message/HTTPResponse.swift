/// A response to one request (RFC 9110 §6).
///
/// The connection adds `Date`, `Content-Length` and `Transfer-Encoding` and frames the message. A
/// `Connection` field that lists `close` closes the connection after the response; any other value
/// of it is not sent.
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
