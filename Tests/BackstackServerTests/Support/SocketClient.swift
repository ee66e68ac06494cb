import BackstackCoding
import BackstackHTTP
import BackstackTestSupport

/// A client's socket to a session. Messages are received one after the other.
final class SocketClient {
  private let connection: RawConnection
  private var socket: WebSocketConnection
  private var input: [UInt8] = []
  private var position = 0

  /// Opens a socket.
  ///
  /// - Parameters:
  ///   - origin: Scheme, host and port of the server.
  ///   - path: The path of the session.
  ///   - version: The version that the client has.
  /// - Throws: ``TestFailure`` when the server does not open it.
  init(_ origin: String, _ path: String, after version: Int?) async throws {
    let port = origin.split(separator: ":").last.flatMap { Int($0) } ?? 0
    connection = try RawConnection(port: port)
    var settings = WebSocketSettings()
    settings.maximumMessageBytes = 64 << 20
    socket = WebSocketConnection(settings, isClient: true)
    let handshake = WebSocketHandshake(offering: "backstack.v1")
    let query = version.map { "?version=\($0)" } ?? ""
    let fields = handshake.fields.all.map { "\($0.name): \($0.value)\r\n" }.joined()
    try await connection.send("GET \(path)/socket\(query) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    let head = try await connection.receive(until: "\r\n\r\n")
    guard head.hasPrefix("HTTP/1.1 101 "),
      head.contains("\r\nSec-WebSocket-Accept: \(handshake.accept)\r\n")
    else { throw TestFailure("The server opens no socket: \(head)") }
  }

  func send(_ message: String) async throws {
    var output: [UInt8] = []
    socket.send(.text, [Array(message.utf8)[...]], into: &output)
    try await connection.send(output)
  }

  /// Waits for the next message.
  ///
  /// - Throws: ``TestFailure`` when the socket is closed.
  func receive() async throws -> JSONLiteral {
    while true {
      let bytes = input
      let event = socket.next(bytes.span, &position)
      var output: [UInt8] = []
      socket.produce(into: &output, upTo: .max)
      if !output.isEmpty { try await connection.send(output) }
      switch event {
      case .message(let message): return try JSONLiteral(decoding: message.content)
      case .closed(let reason):
        throw TestFailure("The server has closed: \(reason.code.rawValue) \(reason.reason)")
      case nil:
        input = try await connection.receiveBytes()
        position = 0
        if input.isEmpty { throw TestFailure("The connection has ended.") }
      }
    }
  }
}

extension JSONLiteral {
  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}
