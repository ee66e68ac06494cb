/// A status code (RFC 9110 §15): an open set; the reason phrase follows from the code.
public struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
  /// The three-digit code.
  public let code: Int

  /// Creates a status with any code. A code that can't end a request (below 200 or above 599) is
  /// sent as 500.
  public init(_ code: Int) { self.code = code }

  public var description: String { "\(code) \(reason)" }

  /// Whether a response with this status never has a body (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
  public var forbidsBody: Bool { code == 204 || code == 205 || code == 304 }

  /// This status, or 500 if it can't be the final response to a request.
  var final: HTTPStatus { (200...599).contains(code) ? self : .internalServerError }
}

extension HTTPStatus {
  public static let ok = HTTPStatus(200)
  public static let created = HTTPStatus(201)
  public static let accepted = HTTPStatus(202)
  public static let noContent = HTTPStatus(204)
  public static let resetContent = HTTPStatus(205)
  public static let seeOther = HTTPStatus(303)
  public static let notModified = HTTPStatus(304)
  public static let badRequest = HTTPStatus(400)
  public static let unauthorized = HTTPStatus(401)
  public static let forbidden = HTTPStatus(403)
  public static let notFound = HTTPStatus(404)
  public static let methodNotAllowed = HTTPStatus(405)
  public static let notAcceptable = HTTPStatus(406)
  public static let requestTimeout = HTTPStatus(408)
  public static let conflict = HTTPStatus(409)
  public static let gone = HTTPStatus(410)
  public static let preconditionFailed = HTTPStatus(412)
  public static let contentTooLarge = HTTPStatus(413)
  public static let uriTooLong = HTTPStatus(414)
  public static let unsupportedMediaType = HTTPStatus(415)
  public static let expectationFailed = HTTPStatus(417)
  public static let misdirectedRequest = HTTPStatus(421)
  public static let unprocessableContent = HTTPStatus(422)
  public static let preconditionRequired = HTTPStatus(428)
  public static let tooManyRequests = HTTPStatus(429)
  public static let requestHeaderFieldsTooLarge = HTTPStatus(431)
  public static let internalServerError = HTTPStatus(500)
  public static let notImplemented = HTTPStatus(501)
  public static let serviceUnavailable = HTTPStatus(503)
  public static let httpVersionNotSupported = HTTPStatus(505)
}
