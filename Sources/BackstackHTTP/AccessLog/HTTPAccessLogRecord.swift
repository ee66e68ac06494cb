/// What one line of the access log tells.
struct HTTPAccessLogRecord {
  /// The request; `nil` when none could be read.
  var request: HTTPRequest.Storage?
  /// The pattern of the route it has reached.
  var route: String?
  var peer: HTTPPeerAddress
  var status: Int
  /// The content of the request and of the answer, without their framing.
  var bytesIn: Int
  var bytesOut: Int
  /// From the last byte of the request to the end of its answer.
  var nanoseconds: Int64
  /// Why the server refused the request before or instead of handling it.
  var error: HTTPError.Code?

  /// Texts that a client chooses are cut off after so many bytes.
  static let textLimit = 2048

  /// Stands in the log for requests whose connection ended before they were answered, as nginx has
  /// it; it is never sent.
  static let clientClosedRequest = 499
}
