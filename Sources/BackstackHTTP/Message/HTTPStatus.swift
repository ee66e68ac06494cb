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
  public static let switchingProtocols = HTTPStatus(101)
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
  public static let upgradeRequired = HTTPStatus(426)
  public static let preconditionRequired = HTTPStatus(428)
  public static let tooManyRequests = HTTPStatus(429)
  public static let requestHeaderFieldsTooLarge = HTTPStatus(431)
  public static let internalServerError = HTTPStatus(500)
  public static let notImplemented = HTTPStatus(501)
  public static let serviceUnavailable = HTTPStatus(503)
  public static let httpVersionNotSupported = HTTPStatus(505)
}

extension HTTPStatus {
  /// The reason phrase that is registered for the code, or an empty string.
  public var reason: String { reasonText.description }

  var reasonText: StaticString {
    switch code {
    case 101: "Switching Protocols"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 205: "Reset Content"
    case 206: "Partial Content"
    case 300: "Multiple Choices"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    default: ""
    }
  }
}
