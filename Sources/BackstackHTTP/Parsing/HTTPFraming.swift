/// What the fields of one head say about the framing of the message and the connection
/// (RFC 9112 §6 and §9.3).
struct HTTPFraming: Sendable {
  var sectionBytes = 0
  var hostCount = 0
  var contentLength: Int?
  var hasTransferEncoding = false
  var isChunked = false
  var saysClose = false
  var saysKeepAlive = false
  var expectsContinue = false
  var expectsOther = false

  /// Notes one field; returns an error when it makes the framing ambiguous.
  mutating func note(
    _ bytes: borrowing Span<UInt8>, name: Range<Int>, value: Range<Int>
  ) -> HTTPError? {
    switch name.count {
    case 4 where ASCII.matches(bytes, name, "host"):
      return noteHost(bytes, value)
    case 6 where ASCII.matches(bytes, name, "expect"):
      if ASCII.matches(bytes, value, "100-continue") {
        expectsContinue = true
      } else {
        expectsOther = true
      }
    case 10 where ASCII.matches(bytes, name, "connection"):
      if HTTPFields.listContains(bytes, value, "close") { saysClose = true }
      if HTTPFields.listContains(bytes, value, "keep-alive") { saysKeepAlive = true }
    case 14 where ASCII.matches(bytes, name, "content-length"):
      return noteContentLength(bytes, value)
    case 17 where ASCII.matches(bytes, name, "transfer-encoding"):
      return noteTransferEncoding(bytes, value)
    default: break
    }
    return nil
  }

  private mutating func noteHost(
    _ bytes: borrowing Span<UInt8>, _ value: Range<Int>
  ) -> HTTPError? {
    hostCount += 1
    var isValid = hostCount == 1
    for index in value where !ASCII.isAuthority(bytes[index]) { isValid = false }
    return isValid ? nil : .invalidHost
  }

  /// Digits only, once: signs, lists, other bases and overflow are refused (RFC 9112 §6.3).
  private mutating func noteContentLength(
    _ bytes: borrowing Span<UInt8>, _ value: Range<Int>
  ) -> HTTPError? {
    var length = 0
    var isValid = !value.isEmpty && contentLength == nil
    for index in value {
      guard ASCII.isDigit(bytes[index]) else {
        isValid = false
        break
      }
      let (shifted, overflow) = length.multipliedReportingOverflow(by: 10)
      let (sum, carry) = shifted.addingReportingOverflow(Int(bytes[index] &- ASCII.zero))
      guard !overflow, !carry else {
        isValid = false
        break
      }
      length = sum
    }
    guard isValid else {
      return .ambiguous("Content-Length must be one decimal number, given once.")
    }
    contentLength = length
    return nil
  }

  private mutating func noteTransferEncoding(
    _ bytes: borrowing Span<UInt8>, _ value: Range<Int>
  ) -> HTTPError? {
    let isFirst = !hasTransferEncoding
    hasTransferEncoding = true
    isChunked = isFirst && ASCII.matches(bytes, value, "chunked")
    return nil
  }

  /// Judges the fields together and completes the head.
  func check(_ head: inout HTTPRequestHead, _ limits: HTTPLimits) -> HTTPError? {
    if head.version == .http11, hostCount != 1 { return .invalidHost }
    if hasTransferEncoding {
      if contentLength != nil {
        return .ambiguous("Content-Length and Transfer-Encoding must not be sent together.")
      }
      if head.version == .http10 {
        return .ambiguous("Transfer-Encoding is not part of HTTP/1.0.")
      }
      if !isChunked {
        return HTTPError(
          status: .notImplemented, code: .unsupportedTransferCoding,
          message: "The only transfer coding this server implements is chunked, once.")
      }
    }
    if expectsOther {
      return HTTPError(
        status: .expectationFailed, code: .unsupportedExpectation,
        message: "The only expectation this server can meet is 100-continue.")
    }
    if let contentLength, contentLength > limits.bodyBytes { return .contentTooLarge(limits) }
    head.keepsAlive = head.version == .http11 ? !saysClose : saysKeepAlive && !saysClose
    head.expectsContinue =
      expectsContinue && head.version == .http11 && (isChunked || (contentLength ?? 0) > 0)
    return nil
  }
}
