/// What the fields of one head say about the framing of the message and the connection
/// (RFC 9112 §6.3).
struct HTTPMessageFraming: Sendable {
  /// How the end of the content is found.
  enum Content: Sendable {
    case length(Int)
    case chunked
  }

  private var host = HTTPHost()
  private var contentLength = HTTPContentLength()
  private var transferEncoding = HTTPTransferEncoding()
  private var persistence = HTTPPersistence()
  private var expectation = HTTPExpectation()

  /// Notes one field; returns an error when no other field can make it right.
  mutating func note(
    _ bytes: borrowing Span<UInt8>, name: Range<Int>, value: Range<Int>
  ) -> HTTPError? {
    switch name.count {
    case 4 where ASCII.matches(bytes, name, "host"):
      return host.note(bytes, value)
    case 6 where ASCII.matches(bytes, name, "expect"):
      expectation.note(bytes, value)
    case 10 where ASCII.matches(bytes, name, "connection"):
      persistence.note(bytes, value)
    case 14 where ASCII.matches(bytes, name, "content-length"):
      return contentLength.note(bytes, value)
    case 17 where ASCII.matches(bytes, name, "transfer-encoding"):
      transferEncoding.note(bytes, value)
    default: break
    }
    return nil
  }

  /// Judges the fields together, completes the head and says how long the content is: as chunks
  /// tell, as `Content-Length` tells, or nothing (§6.3 rules 4 to 7).
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
    head.expectsContinue = expectation.waits(
      head.version, hasContent: transferEncoding.isPresent || length > 0)
    return .success(transferEncoding.isPresent ? .chunked : .length(length))
  }
}
