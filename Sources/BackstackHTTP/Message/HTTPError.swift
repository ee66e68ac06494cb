/// The reason why a request could not be served: a status, a stable code and a message for people.
public struct HTTPError: Error, Sendable, CustomStringConvertible {
  /// The kind of error, as a stable name: an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public var status: HTTPStatus
  public var code: Code
  /// A description of the cause and the remedy; safe to send.
  public var message: String
  /// Fields of the error's response, such as `Allow`; added unless the response already has them.
  public var fields: HTTPFields
  /// The cause, for logs; never sent.
  public var underlying: (any Error)?

  public init(
    status: HTTPStatus, code: Code, message: String, fields: HTTPFields = HTTPFields(),
    underlying: (any Error)? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.fields = fields
    self.underlying = underlying
  }

  public var description: String { "\(status.code) \(code.rawValue): \(message)" }

  /// Returns the default response for an error: the message as plain text.
  public static func plainTextResponse(_ error: HTTPError) -> HTTPResponse {
    HTTPResponse(
      status: error.status, fields: [.contentType: "text/plain; charset=utf-8"],
      body: .text(error.message + "\n"))
  }
}

extension HTTPError.Code {
  public static let malformedRequest = Self(rawValue: "malformed-request")
  public static let ambiguousFraming = Self(rawValue: "ambiguous-framing")
  public static let malformedChunk = Self(rawValue: "malformed-chunk")
  public static let invalidHost = Self(rawValue: "invalid-host")
  public static let repeatedField = Self(rawValue: "repeated-field")
  public static let misdirectedRequest = Self(rawValue: "misdirected-request")
  public static let unsupportedVersion = Self(rawValue: "unsupported-version")
  public static let unsupportedMethod = Self(rawValue: "unsupported-method")
  public static let unsupportedTransferCoding = Self(rawValue: "unsupported-transfer-coding")
  public static let unsupportedExpectation = Self(rawValue: "unsupported-expectation")
  public static let targetTooLong = Self(rawValue: "target-too-long")
  public static let fieldsTooLarge = Self(rawValue: "fields-too-large")
  public static let contentTooLarge = Self(rawValue: "content-too-large")
  public static let requestTimeout = Self(rawValue: "request-timeout")
  public static let invalidPercentEncoding = Self(rawValue: "invalid-percent-encoding")
  public static let notFound = Self(rawValue: "not-found")
  public static let methodNotAllowed = Self(rawValue: "method-not-allowed")
  public static let noResponse = Self(rawValue: "unanswered")
  public static let tooManyConnections = Self(rawValue: "too-many-connections")
  public static let responseTimeout = Self(rawValue: "answer-timeout")
}

extension HTTPError {
  static var noResponse: HTTPError {
    HTTPError(
      status: .internalServerError, code: .noResponse,
      message: "The server did not produce a response.")
  }

  static func timeout(_ message: String) -> HTTPError {
    HTTPError(status: .requestTimeout, code: .requestTimeout, message: message)
  }

  static var responseTimeout: HTTPError {
    HTTPError(
      status: .serviceUnavailable, code: .responseTimeout,
      message: "The server did not respond in time; try again later.", fields: [.retryAfter: "1"])
  }

  static var tooManyConnections: HTTPError {
    HTTPError(
      status: .serviceUnavailable, code: .tooManyConnections,
      message: "There are too many open connections, in all or from this address; try again later.",
      fields: [.retryAfter: "1"])
  }

  /// Returns the response for this error, with the error's fields.
  func response(_ make: (HTTPError) -> HTTPResponse) -> HTTPResponse {
    var response = make(self)
    for (name, value) in fields.all where !response.fields.contains(HTTPFieldName(name)) {
      response.fields.append(HTTPFieldName(name), value)
    }
    return response
  }
}
