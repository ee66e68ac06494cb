/// `Transfer-Encoding` (RFC 9112 §6.1): only `chunked`, last and once, is implemented.
///
/// A list that misplaces, repeats or alters `chunked`, or is not a list of codings at all, leaves
/// the length unknown and gets 400 (§6.3 rule 4); a coding that this server does not know gets 501.
struct HTTPTransferEncoding: Sendable {
  private(set) var isPresent = false
  private var isChunked = false
  private var hasOtherCodings = false
  private var isMalformed = false

  /// Notes one field; several fields form one list (RFC 9110 §5.3).
  mutating func note(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) {
    isPresent = true
    var start = value.lowerBound
    while start <= value.upperBound {
      var end = start
      while end < value.upperBound, bytes[end] != ASCII.comma { end &+= 1 }
      noteCoding(bytes, ASCII.trimmed(bytes, start..<end))
      start = end &+ 1
    }
  }

  private mutating func noteCoding(_ bytes: borrowing Span<UInt8>, _ coding: Range<Int>) {
    var index = coding.lowerBound
    while index < coding.upperBound, ASCII.isToken(bytes[index]) { index &+= 1 }
    let name = coding.lowerBound..<index
    let parameters = ASCII.trimmed(bytes, index..<coding.upperBound)
    let isChunked = ASCII.matches(bytes, name, "chunked")
    if name.isEmpty || self.isChunked || isChunked && !parameters.isEmpty
      || !parameters.isEmpty && bytes[parameters.lowerBound] != ASCII.semicolon
    {
      isMalformed = true
    } else if isChunked {
      self.isChunked = true
    } else {
      hasOtherCodings = true
    }
  }

  /// Checks all fields together.
  func check(_ version: HTTPVersion) -> HTTPError? {
    guard isPresent else { return nil }
    if version == .http10 { return .ambiguous("Transfer-Encoding is not part of HTTP/1.0.") }
    if isMalformed {
      return .ambiguous("Transfer-Encoding must name chunked as its last coding, once.")
    }
    if hasOtherCodings {
      return HTTPError(
        status: .notImplemented, code: .unsupportedTransferCoding,
        message: "The only transfer coding this server implements is chunked.")
    }
    return nil
  }
}
