/// A client's request to switch a connection to a WebSocket (RFC 6455 §4.2).
///
/// It decides nothing about the client: browsers send a handshake for any page, so the handler of the
/// request checks `Origin` and the client's credentials.
public struct WebSocketHandshake: Sendable {
  /// The subprotocols that the client offers, in its order.
  public let subprotocols: [String]
  private let key: String

  /// Reads the handshake in a request.
  ///
  /// - Throws: ``HTTPError`` with status 426 if the request asks for no WebSocket, or for another
  ///   version of it, and with status 400 if it is malformed.
  public init(_ request: HTTPRequest) throws(HTTPError) {
    let fields = request.fields
    guard request.method == .get, request.version == .http11,
      fields.listContains(.upgrade, "websocket"), fields.listContains(.connection, "upgrade")
    else { throw .upgradeRequired("This resource is a WebSocket: send a handshake (RFC 6455).") }
    guard fields.values(of: .webSocketVersion) == [Self.version] else {
      throw .upgradeRequired("WebSockets have version \(Self.version) here.")
    }
    let keys = fields.values(of: .webSocketKey)
    guard keys.count == 1, let key = keys.first, Base64.isEncoding(key, ofBytes: 16) else {
      throw .malformedHandshake("Sec-WebSocket-Key has 16 bytes in Base64, once.")
    }
    guard !request.hasContent else {
      throw .malformedHandshake("The handshake of a WebSocket has no content.")
    }
    self.key = key
    subprotocols = fields.values(of: .webSocketProtocol)
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map { String($0.trimming { $0 == " " || $0 == "\t" }) }
    guard subprotocols.allSatisfy({ HTTPFieldName($0).isValid }) else {
      throw .malformedHandshake("Sec-WebSocket-Protocol is a list of names.")
    }
  }

  /// Creates the handshake of a client.
  ///
  /// - Parameter subprotocol: The subprotocol to offer.
  package init(offering subprotocol: String) {
    key = Base64.encode((0..<16).map { _ in .random(in: 0 ... .max) })
    subprotocols = [subprotocol]
  }

  /// The fields of a client's request (RFC 6455 §4.1).
  package var fields: HTTPFields {
    [
      .connection: "Upgrade", .upgrade: "websocket", .webSocketVersion: Self.version,
      .webSocketKey: key, .webSocketProtocol: subprotocols.joined(separator: ", "),
    ]
  }

  static let version = "13"
  /// The text that each accepted key is hashed with (§1.3).
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// The proof that the server has read the handshake.
  package var accept: String { Base64.encode(SHA1.hash(Array((key + Self.suffix).utf8))) }

  /// Returns the response that switches the connection, for this request only.
  ///
  /// - Parameters:
  ///   - handler: The object that gets the client's messages and makes those for the client.
  ///   - subprotocol: One of ``subprotocols``, or `nil` for none of them.
  ///   - settings: The limits on the client.
  public func response(
    _ handler: any WebSocketHandler, subprotocol: String? = nil,
    _ settings: WebSocketSettings = WebSocketSettings()
  ) -> HTTPResponse {
    var fields: HTTPFields = [.upgrade: "websocket", .webSocketAccept: accept]
    if let subprotocol { fields.append(.webSocketProtocol, subprotocol) }
    return HTTPResponse(
      status: .switchingProtocols, fields: fields,
      body: .switching(to: WebSocketExchange(handler, settings)))
  }
}

extension Substring {
  /// Returns the text without what fulfils a condition at both ends.
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}

extension HTTPError.Code {
  public static let upgradeRequired = Self(rawValue: "upgrade-required")
  public static let malformedHandshake = Self(rawValue: "malformed-handshake")
}

extension HTTPError {
  fileprivate static func upgradeRequired(_ message: String) -> HTTPError {
    HTTPError(
      status: .upgradeRequired, code: .upgradeRequired, message: message,
      fields: [.upgrade: "websocket", .webSocketVersion: WebSocketHandshake.version])
  }

  fileprivate static func malformedHandshake(_ message: String) -> HTTPError {
    HTTPError(status: .badRequest, code: .malformedHandshake, message: message)
  }
}

extension HTTPFieldName {
  public static let upgrade = HTTPFieldName("Upgrade")
  public static let webSocketAccept = HTTPFieldName("Sec-WebSocket-Accept")
  public static let webSocketKey = HTTPFieldName("Sec-WebSocket-Key")
  public static let webSocketProtocol = HTTPFieldName("Sec-WebSocket-Protocol")
  public static let webSocketVersion = HTTPFieldName("Sec-WebSocket-Version")
}
