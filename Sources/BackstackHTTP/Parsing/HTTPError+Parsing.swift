extension HTTPError {
  static func malformed(_ message: String) -> HTTPError {
    HTTPError(status: .badRequest, code: .malformedRequest, message: message)
  }

  static func ambiguous(_ message: String) -> HTTPError {
    HTTPError(status: .badRequest, code: .ambiguousFraming, message: message)
  }

  static func chunk(_ message: String) -> HTTPError {
    HTTPError(status: .badRequest, code: .malformedChunk, message: message)
  }

  static var invalidHost: HTTPError {
    HTTPError(
      status: .badRequest, code: .invalidHost,
      message: "A request must have exactly one Host field with a valid host.")
  }

  static var invalidContentLength: HTTPError {
    ambiguous("Content-Length must be one decimal number below 2^63, given once.")
  }

  /// The error for an https target over an unsecured connection (RFC 9110 §7.4).
  static var notSecured: HTTPError {
    HTTPError(
      status: .misdirectedRequest, code: .misdirectedRequest,
      message: "This server does not speak TLS, so it does not serve https URIs.")
  }
}

// Errors for exceeded limits.
extension HTTPError {
  static func requestLineTooLong(_ limits: HTTPLimits) -> HTTPError {
    HTTPError(
      status: .uriTooLong, code: .targetTooLong,
      message: "The request line is longer than \(limits.requestLineBytes) bytes.")
  }

  static func targetTooLong(_ limits: HTTPLimits) -> HTTPError {
    HTTPError(
      status: .uriTooLong, code: .targetTooLong,
      message: "The request target is longer than \(limits.targetBytes) bytes.")
  }

  /// Returns the error for a method longer than any that this server implements (RFC 9112 §3).
  static func methodTooLong(_ limits: HTTPLimits) -> HTTPError {
    HTTPError(
      status: .notImplemented, code: .unsupportedMethod,
      message: "The method does not end within \(limits.requestLineBytes) bytes.")
  }

  static func fieldLineTooLong(_ limits: HTTPLimits) -> HTTPError {
    tooLarge("A field line is longer than \(limits.fieldLineBytes) bytes.")
  }

  static func fieldsTooLarge(_ limits: HTTPLimits) -> HTTPError {
    tooLarge(
      "The fields exceed \(limits.fieldSectionBytes) bytes or \(limits.fieldCount) lines.")
  }

  static func trailersTooLarge(_ limits: HTTPLimits) -> HTTPError {
    tooLarge(
      "The trailers exceed \(limits.trailerSectionBytes) bytes or \(limits.trailerCount) lines.")
  }

  static func contentTooLarge(limit: Int) -> HTTPError {
    HTTPError(
      status: .contentTooLarge, code: .contentTooLarge,
      message: "The content is larger than \(limit) bytes.")
  }

  private static func tooLarge(_ message: String) -> HTTPError {
    HTTPError(status: .requestHeaderFieldsTooLarge, code: .fieldsTooLarge, message: message)
  }
}
