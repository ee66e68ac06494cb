/// The content of one line of the access log.
struct HTTPAccessLogRecord {
  /// The request; `nil` if none could be read.
  var request: HTTPRequest.Storage?
  /// The pattern of the matched route, and its number, 0 for none.
  var route: String?
  var routeNumber = 0
  /// The redaction of the request's URLs.
  var redaction: HTTPLogRedaction?
  var client: HTTPPeerAddress
  var status: Int
  /// The bytes of the request's and the response's content, without framing.
  var bytesIn: Int
  var bytesOut: Int
  /// From the last byte of the request to the end of its response.
  var nanoseconds: Int64
  /// The error for which the server refused the request before or instead of handling it.
  var error: HTTPError.Code?

  /// The length in bytes after which text from a client is cut off.
  static let textLimit = 2048

  /// Returns a method for the log; one that is longer than any registered method is shortened.
  static func method(_ method: HTTPMethod) -> String {
    let longest = 20
    return method.rawValue.utf8.count <= longest
      ? method.rawValue : method.rawValue.prefix(HTTPLogRedaction.keptBytes) + "…"
  }

  /// Visits the parts of the request's target that are logged.
  ///
  /// - Parameter body: Gets a range of the head's bytes and whether something after it is left out.
  func visitTarget(
    of request: HTTPRequest.Storage, _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard let redaction else { return body(request.head.target.range, false) }
    var room = Self.textLimit
    redaction.visitTarget(of: request, route: routeNumber) { range, isCut in
      Self.visit(range, isCut, room: &room, body)
    }
  }

  /// Visits the parts that are logged of the referring page's URL, which may contain a secret.
  ///
  /// - Parameter body: Gets a range of the value's bytes and whether something after it is left
  ///   out.
  func visitReferer(
    _ value: borrowing Span<UInt8>, _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard let redaction else { return body(0..<value.count, false) }
    var room = Self.textLimit
    redaction.visitURL(value) { range, isCut in Self.visit(range, isCut, room: &room, body) }
  }

  /// Visits a piece, or the beginning of it that there is room for.
  private static func visit(
    _ range: Range<Int>, _ isCut: Bool, room: inout Int,
    _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard room > 0 else { return }
    let piece = range.prefix(room)
    room -= piece.count
    body(piece, isCut && piece.count == range.count)
  }

  /// The status in the log of requests whose connection ended before their response, as in nginx;
  /// it is never sent.
  static let clientClosedRequest = 499
}
