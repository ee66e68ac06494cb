import Testing

@testable import BackstackHTTP

@Suite("The handshake of a WebSocket")
struct WebSocketHandshakeTests {
  /// The example of RFC 6455 §1.3.
  private static let fields = [
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  ]

  private static func request(
    _ method: HTTPMethod = .get, body: [UInt8] = [], _ change: (inout HTTPFields) -> Void = { _ in }
  ) throws -> HTTPRequest {
    var fields = HTTPFields()
    for (name, value) in Self.fields { fields.append(HTTPFieldName(name), value) }
    change(&fields)
    return try HTTPRequest(method: method, target: "/", fields: fields, body: body)
  }

  @Test("The server proves that it has read the key, as in the example of §1.3")
  func accepts() throws {
    let handshake = try WebSocketHandshake(try Self.request())
    #expect(handshake.subprotocols.isEmpty)
    let response = handshake.response(ScriptedSocket())
    #expect(response.status == .switchingProtocols)
    #expect(response.fields["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(response.fields["Upgrade"] == "websocket")
    #expect(response.fields["Sec-WebSocket-Protocol"] == nil)
  }

  @Test("Subprotocols are a list, which may be in several fields")
  func subprotocols() throws {
    let request = try Self.request {
      $0.append(.webSocketProtocol, "chat ,\tsuper.chat")
      $0.append(.webSocketProtocol, "third")
    }
    let handshake = try WebSocketHandshake(request)
    #expect(handshake.subprotocols == ["chat", "super.chat", "third"])
    let response = handshake.response(ScriptedSocket(), subprotocol: "third")
    #expect(response.fields["Sec-WebSocket-Protocol"] == "third")
  }

  @Test("Names and options are compared without regard to case, and may be in lists")
  func lists() throws {
    let request = try Self.request {
      $0.set(.connection, "keep-alive, UPGRADE")
      $0.set(.upgrade, "h2c, WebSocket")
    }
    _ = try WebSocketHandshake(request)
  }

  private static let refusals: [(HTTPFieldName, String?, Int)] = [
    (.upgrade, nil, 426), (.upgrade, "h2c", 426), (.upgrade, "websockets", 426),
    (.connection, nil, 426), (.connection, "close", 426),
    (.webSocketVersion, nil, 426), (.webSocketVersion, "8", 426), (.webSocketVersion, "13, 8", 426),
    (.webSocketVersion, "013", 426), (.webSocketKey, nil, 400), (.webSocketKey, "", 400),
    (.webSocketKey, "dGhlIHNhbXBsZSBub25jZQ", 400), (.webSocketKey, "dGhlIHNhbXBsZQ==", 400),
    (.webSocketKey, "dGhlIHNhbXBsZSBub25j-Q==", 400), (.webSocketProtocol, "a b", 400),
    (.webSocketProtocol, "a,,b", 400), (.webSocketProtocol, "", 400),
    (.webSocketProtocol, "a\"", 400),
  ]

  @Test("A malformed handshake gets a status that says what is wrong", arguments: refusals.indices)
  func refuses(index: Int) throws {
    let (name, value, status) = Self.refusals[index]
    let request = try Self.request { fields in
      fields.remove(name)
      if let value { fields.append(name, value) }
    }
    let error = #expect(throws: HTTPError.self) { try WebSocketHandshake(request) }
    #expect(error?.status.code == status)
    if status == 426 {
      #expect(error?.fields["Upgrade"] == "websocket")
      #expect(error?.fields["Sec-WebSocket-Version"] == "13")
    }
  }

  @Test("A repeated key or version, other methods, and content are refused")
  func refusesMore() throws {
    let requests = [
      try Self.request { $0.append(.webSocketKey, "dGhlIHNhbXBsZSBub25jZQ==") },
      try Self.request { $0.append(.webSocketVersion, "13") }, try Self.request(.head),
      try Self.request(.post), try Self.request(body: [1]),
    ]
    for request in requests {
      #expect(throws: HTTPError.self) { try WebSocketHandshake(request) }
    }
  }
}
