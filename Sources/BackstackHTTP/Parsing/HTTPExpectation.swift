/// `Expect` (RFC 9110 §10.1.1): `100-continue`, in any case, is the only supported expectation.
struct HTTPExpectation: Sendable {
  private var wantsContinue = false
  private var wantsOther = false

  mutating func note(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) {
    if ASCII.matches(bytes, value, "100-continue") {
      wantsContinue = true
    } else {
      wantsOther = true
    }
  }

  func check() -> HTTPError? {
    guard wantsOther else { return nil }
    return HTTPError(
      status: .expectationFailed, code: .unsupportedExpectation,
      message: "The only expectation this server can meet is 100-continue.")
  }

  /// Returns whether the client may be waiting for `100 Continue`: never in HTTP/1.0, and never
  /// without content to send.
  func waits(_ version: HTTPVersion, hasContent: Bool) -> Bool {
    wantsContinue && version == .http11 && hasContent
  }
}
