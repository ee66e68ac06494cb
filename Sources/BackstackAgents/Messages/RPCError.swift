import BackstackCoding
import BackstackHTTP

/// An error of JSON-RPC 2.0, as the Model Context Protocol uses it.
struct RPCError: Error, Sendable, Hashable {
  enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    /// A field of the HTTP request says something else than its content.
    case headerMismatch = -32020
    case unsupportedVersion = -32022
    /// The page of another origin may not use the service.
    case foreignPage = -32000

    /// The status of the HTTP response that the stateless revision demands.
    var status: HTTPStatus {
      switch self {
      case .methodNotFound: .notFound
      case .internalError: .ok
      case .foreignPage: .forbidden
      default: .badRequest
      }
    }

    /// Whether there is no request yet that the error could belong to.
    fileprivate var isOfTransport: Bool {
      self != .methodNotFound && self != .invalidParams && self != .internalError
    }
  }

  let code: Code
  let message: String
  var data: JSONLiteral?
  /// The id of the request; `null` if it is not known.
  var id: JSONLiteral = .null

  init(_ code: Code, _ message: String, data: JSONLiteral? = nil, id: JSONLiteral = .null) {
    self.code = code
    self.message = message
    self.data = data
    self.id = id
  }

  /// The response to the request.
  func response(at revision: ProtocolRevision) -> HTTPResponse {
    var error: JSONLiteral = ["code": .number("\(code.rawValue)"), "message": .string(message)]
    error["data"] = data
    let body: JSONLiteral = ["jsonrpc": "2.0", "id": id, "error": error]
    let isOK = revision == .handshake && !code.isOfTransport
    return .json(Array(body.json.utf8), status: isOK ? .ok : code.status)
  }
}

extension HTTPResponse {
  static func json(_ json: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(status: status, fields: jsonFields, body: .bytes(json))
  }

  private static let jsonFields: HTTPFields = [
    .contentType: "application/json", .cacheControl: "no-store",
  ]
}
