/// What one line of the access log tells.
struct HTTPAccessLogRecord {
  /// The request; `nil` when none could be read.
  var request: HTTPRequest.Storage?
  /// The pattern of the route it has reached, and its number, 0 for none.
  var route: String?
  var routeNumber = 0
  /// What is left out of what the request names.
  var redaction: HTTPLogRedaction?
  var client: HTTPPeerAddress
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

  /// What is logged of a method: of one that is longer than any that is registered the beginning.
  static func method(_ method: HTTPMethod) -> String {
    let longest = 20
    return method.rawValue.utf8.count <= longest
      ? method.rawValue : method.rawValue.prefix(HTTPLogRedaction.keptBytes) + "…"
  }

  /// Visits what is logged of the request's target, piece by piece.
  ///
  /// - Parameter body: Gets a range of the head's bytes, and whether something was left out behind it.
  func visitTarget(
    of request: HTTPRequest.Storage, _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard let redaction else { return body(request.head.target.range, false) }
    var room = Self.textLimit
    redaction.visitTarget(of: request, route: routeNumber) { range, isCut in
      Self.visit(range, isCut, room: &room, body)
    }
  }

  /// Visits what is logged of the page that the request came from, whose address may name a secret.
  ///
  /// - Parameter body: Gets a range of the value's bytes, and whether something was left out behind it.
  func visitReferer(
    _ value: borrowing Span<UInt8>, _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard let redaction else { return body(0..<value.count, false) }
    var room = Self.textLimit
    redaction.visitURL(value) { range, isCut in Self.visit(range, isCut, room: &room, body) }
  }

  /// Visits a piece as far as there is room for it.
  private static func visit(
    _ range: Range<Int>, _ isCut: Bool, room: inout Int,
    _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard room > 0 else { return }
    let piece = range.prefix(room)
    room -= piece.count
    body(piece, isCut && piece.count == range.count)
  }

  /// Stands in the log for requests whose connection ended before they were answered, as nginx has
  /// it; it is never sent.
  static let clientClosedRequest = 499
}
