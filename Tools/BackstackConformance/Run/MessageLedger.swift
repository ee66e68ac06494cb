import BackstackCoding

/// The messages of sockets that have no answer yet. Each counts as a request, whose response becomes the
/// answer.
struct MessageLedger: Sendable {
  private struct Message: Sendable {
    let id: Int
    let socket: Int
    let isReading: Bool
  }

  private var messages: [Int: Message] = [:]

  /// Returns the request that a message stands for.
  ///
  /// - Parameters:
  ///   - content: The message.
  ///   - socket: The exchange of the socket.
  ///   - exchange: The exchange of the request.
  ///   - session: The id of the session.
  /// - Returns: `nil` if no client may send it.
  mutating func request(
    _ content: [UInt8], of socket: Int, as exchange: Int, session: String
  ) -> ClientRequest? {
    guard let json = try? JSONLiteral(decoding: content), let id = json["id"]?.integer else {
      return nil
    }
    let path = ["sessions", session]
    var request: ClientRequest
    switch (json["send"], json["restore"], json["read"]) {
    case (let action?, nil, nil):
      request = ClientRequest(exchange, "POST", path + ["actions"])
      request.content = Array(action.json.utf8)
    case (nil, _?, nil): request = ClientRequest(exchange, "POST", path + ["restore"])
    case (nil, nil, .bool(true)?): request = ClientRequest(exchange, "GET", path)
    default: return nil
    }
    request.fields["idempotency-key"] = json["key"]?.text.map { "\"\($0)\"" }
    request.fields["if-match"] = json["if"]?.integer.map { "\"\($0)\"" }
    messages[exchange] = Message(id: id, socket: socket, isReading: request.method == "GET")
    return request
  }

  /// Returns the socket of a message without an answer; `nil` for other exchanges.
  func socket(of exchange: Int) -> Int? { messages[exchange]?.socket }

  /// Forgets the messages of a socket.
  mutating func forget(_ socket: Int) { messages = messages.filter { $0.value.socket != socket } }

  /// Removes a message, and returns its answer.
  ///
  /// - Parameter reaction: The reaction to its request.
  /// - Returns: `nil` if the connection breaks.
  mutating func answer(_ reaction: Reaction) -> [UInt8]? {
    guard let message = messages.removeValue(forKey: reaction.exchange),
      case .respond(_, let response) = reaction
    else { return nil }
    let content = (try? JSONLiteral(decoding: response.content)) ?? .null
    var answer: JSONLiteral = ["id": JSONLiteral(message.id)]
    if response.status >= 400 {
      answer["problem"] = content
    } else if message.isReading {
      answer["snapshot"] = content
    } else {
      // A response without content has its version in a field.
      let tag = response.fields["ETag"].flatMap { Int($0.filter(\.isNumber)) }
      answer["version"] = content["version"] ?? tag.map { JSONLiteral($0) }
    }
    return Array(answer.json.utf8)
  }
}
