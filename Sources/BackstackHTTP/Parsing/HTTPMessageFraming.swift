/// The framing of a message and the persistence of its connection, from the fields of the head
/// (RFC 9112 §6.3).
struct HTTPMessageFraming: Sendable {
  /// The way in which the content's end is found.
  enum Content: Sendable {
    case length(Int)
    case chunked
  }

  private var host = HTTPHost()
  private var contentLength = HTTPContentLength()
  private var transferEncoding = HTTPTransferEncoding()
  private var persistence = HTTPPersistence()
  private var expectation = HTTPExpectation()

  /// Notes one field.
  ///
  /// - Throws: An error that no other field can correct.
  mutating func note(
    _ bytes: borrowing Span<UInt8>, name: Range<Int>, value: Range<Int>
  ) throws(HTTPError) {
    switch name.count {
    case 4 where ASCII.matches(bytes, name, "host"):
      try host.note(bytes, value)
    case 6 where ASCII.matches(bytes, name, "expect"):
      expectation.note(bytes, value)
    case 10 where ASCII.matches(bytes, name, "connection"):
      persistence.note(bytes, value)
    case 14 where ASCII.matches(bytes, name, "content-length"):
      try contentLength.note(bytes, value)
    case 17 where ASCII.matches(bytes, name, "transfer-encoding"):
      transferEncoding.note(bytes, value)
    default: break
    }
  }

  /// Checks the fields together, completes the head and returns the content's length: as chunked,
  /// from `Content-Length`, or 0 (§6.3 rules 4 to 7).
  func finish(
    _ head: inout HTTPRequestHead, _ limits: HTTPLimits
  ) -> Result<Content, HTTPError> {
    if let error = host.check(head.version) { return .failure(error) }
    if transferEncoding.isPresent, contentLength.value != nil {
      return .failure(
        .ambiguous("Content-Length and Transfer-Encoding must not be sent together."))
    }
    if let error = transferEncoding.check(head.version) ?? expectation.check() {
      return .failure(error)
    }
    let length = contentLength.value ?? 0
    if length > limits.bodyBytes { return .failure(.contentTooLarge(limit: limits.bodyBytes)) }
    head.keepsAlive = persistence.keepsAlive(head.version)
    head.contentLength = transferEncoding.isPresent ? .max : UInt32(clamping: length)
    head.expectsContinue = expectation.waits(
      head.version, hasContent: transferEncoding.isPresent || length > 0)
    return .success(transferEncoding.isPresent ? .chunked : .length(length))
  }
}
