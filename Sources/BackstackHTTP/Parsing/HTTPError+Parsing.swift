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

  static func targetTooLong(_ limits: HTTPLimits) -> HTTPError {
    HTTPError(
      status: .uriTooLong, code: .targetTooLong,
      message: "The request line is longer than \(limits.requestLineBytes) bytes.")
  }

  static func fieldsTooLarge(_ limits: HTTPLimits) -> HTTPError {
    HTTPError(
      status: .requestHeaderFieldsTooLarge, code: .fieldsTooLarge,
      message: "The fields exceed \(limits.fieldSectionBytes) bytes "
        + "or \(limits.fieldCount) lines.")
  }

  static func contentTooLarge(_ limits: HTTPLimits) -> HTTPError {
    HTTPError(
      status: .contentTooLarge, code: .contentTooLarge,
      message: "The content is larger than \(limits.bodyBytes) bytes.")
  }
}
