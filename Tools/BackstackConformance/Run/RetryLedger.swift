/// The requests that have to come again, and how.
struct RetryLedger: Sendable {
  private struct Retry: Sendable {
    let key: String?
    let content: [UInt8]
    let sent: Duration
    let retryAfter: Int?
    let why: String
  }

  /// The clocks of clients may be as much faster.
  private static let tolerance = Duration.milliseconds(50)

  private var retries: [RequestKind: Retry] = [:]

  /// Expects a request again.
  ///
  /// - Parameters:
  ///   - retryAfter: The seconds that the client has to wait; `nil` for any time.
  ///   - why: What happened to the request, as the end of "After …".
  mutating func expect(
    _ kind: RequestKind, _ request: ClientRequest, retryAfter: Int? = nil, why: String,
    at now: Duration
  ) {
    retries[kind] = Retry(
      key: request.fields["idempotency-key"], content: request.content, sent: now,
      retryAfter: retryAfter, why: why)
  }

  /// Whether a request has to come again.
  func expects(_ kind: RequestKind) -> Bool { retries[kind] != nil }

  /// Returns what is wrong with a request that may be a repeated one.
  mutating func objection(
    to request: ClientRequest, _ kind: RequestKind, at now: Duration
  ) -> String? {
    // Another action is not the first one again.
    guard let retry = retries[kind], retry.content == request.content else { return nil }
    retries[kind] = nil
    if kind == .action || kind == .creation {
      guard let key = retry.key else {
        return
          "It sent \(kind.text) without an Idempotency-Key: sent again after \(retry.why), it may "
          + "take effect twice."
      }
      guard request.fields["idempotency-key"] == key else {
        let other = request.fields["idempotency-key"].map { "the Idempotency-Key \($0)" }
        return
          "After \(retry.why), it sent \(kind.text) again with \(other ?? "no Idempotency-Key") "
          + "instead of \(key): it may take effect twice."
      }
    }
    if let seconds = retry.retryAfter, now - retry.sent < .seconds(seconds) - Self.tolerance {
      let waited = (now - retry.sent) / .milliseconds(1)
      return
        "After \(retry.why), it sent \(kind.text) again after \(Int(waited)) ms: Retry-After was "
        + "\(seconds) s."
    }
    return nil
  }
}
