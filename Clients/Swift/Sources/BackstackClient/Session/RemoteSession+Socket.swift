import Foundation

/// The socket of a session, and the calls that it has not answered.
struct SocketCarrier: Sendable {
  /// The socket, once a message has come by it, and the number of its call.
  private(set) var socket: (any RemoteSocket)?
  private var id = 0
  private var waiting: [Int: Conversation.Call] = [:]
  /// Whether the service offers sockets; `nil` until it was asked.
  var isOffered: Bool?

  mutating func open(_ id: Int, _ socket: any RemoteSocket) {
    self.id = id
    self.socket = socket
  }

  /// Notes that a call goes by the socket.
  mutating func begin(_ id: Int, _ call: Conversation.Call) { waiting[id] = call }

  mutating func forget(_ id: Int) { waiting[id] = nil }

  /// Notes the end of a socket, and returns the calls that it has not answered, in order.
  mutating func close(_ id: Int) -> [(id: Int, call: Conversation.Call)] {
    guard socket != nil, id == self.id else { return [] }
    socket = nil
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension RemoteSession {
  /// Lets a socket carry a call; returns whether it does.
  func startBySocket(_ id: Int, _ call: Conversation.Call) -> Bool {
    if call.isSocket, let sockets = options.sockets {
      calls[id] = Task { [weak self] in
        var failure: String?
        do {
          try await self?.follow(id, call, sockets)
        } catch {
          failure = error.localizedDescription
        }
        await self?.endSocket(id, failure)
      }
      return true
    }
    guard let socket = carrier.socket, let text = SocketMessage.text(id, call) else { return false }
    carrier.begin(id, call)
    // A socket that does not take it ends, and its calls are sent again.
    calls[id] = Task { try? await socket.send(text) }
    return true
  }

  private func follow(
    _ id: Int, _ call: Conversation.Call, _ sockets: any RemoteSockets
  ) async throws {
    if carrier.isOffered == nil { carrier.isOffered = try await isOffered() }
    guard carrier.isOffered == true, let handshake = handshake(call) else { return }
    let socket = try await sockets.open(handshake)
    for try await text in socket.messages where calls[id] != nil {
      carrier.open(id, socket)
      take(.received(id, .head(RemoteResponseHead(status: 200))))
      take(.received(id, .content(Data("data: \(text)\n\n".utf8))))
    }
  }

  private func endSocket(_ id: Int, _ failure: String?) {
    sendUnanswered(by: id)
    finish(id, failure)
  }

  /// Sends what a socket that has ended has not answered as requests.
  func sendUnanswered(by socket: Int) {
    for (id, call) in carrier.close(socket) { start(id, call) }
  }

  /// Asks the service whether it offers sockets.
  private func isOffered() async throws -> Bool {
    guard let request = request(Conversation.Call(path: "/")) else { return false }
    var content = Data()
    for try await case .content(let data) in options.transport.response(to: request) {
      content += data
    }
    return (try? JSONParser.value(content))?["socket"] != nil
  }

  private func handshake(_ call: Conversation.Call) -> RemoteRequest? {
    guard var request = request(Conversation.Call(path: SocketMessage.path(call))),
      var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
    else { return nil }
    parts.scheme = parts.scheme?.replacing("http", with: "ws")
    guard let url = parts.url else { return nil }
    request.url = url
    return request
  }
}
