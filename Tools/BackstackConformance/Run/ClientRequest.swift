/// A request of the client under test, or of the harness that drives it.
package struct ClientRequest: Sendable {
  /// The number of the exchange: the response names it.
  package var exchange: Int
  package var method: String
  /// The decoded segments of the path.
  package var path: [String]
  /// The decoded query.
  package var query: [String: String]
  /// The fields, by their names in lower case.
  package var fields: [String: String]
  package var content: [UInt8]

  package init(
    _ exchange: Int, _ method: String, _ path: [String], query: [String: String] = [:],
    fields: [String: String] = [:], content: [UInt8] = []
  ) {
    self.exchange = exchange
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.content = content
  }

  /// The value of a field without its quotes.
  func unquoted(_ name: String) -> String? {
    fields[name].map { $0.filter { $0 != "\"" } }
  }

  /// The request as a person writes it, for sentences.
  var line: String { "\(method) /" + path.joined(separator: "/") }
}

/// The kinds of requests to a session, which go wrong in different ways.
enum RequestKind: Hashable, Sendable {
  case creation, action, reading, stream, socket

  /// The kind as the object of a sentence.
  var text: String {
    switch self {
    case .creation: "the creation"
    case .action: "the action"
    case .reading: "the request for the snapshot"
    case .stream: "the request for the stream"
    case .socket: "the request for the socket"
    }
  }
}

/// The server's reaction to one exchange.
package enum Reaction: Equatable, Sendable {
  case respond(exchange: Int, ConformanceResponse)
  /// The connection breaks: before the content, or after the first half of it.
  case cut(exchange: Int, ConformanceResponse, afterHalf: Bool)
  /// A stream or a socket begins.
  case open(exchange: Int)
  /// A stream sends bytes, or a socket a message.
  case write(exchange: Int, [UInt8])
  /// A stream ends, as its server stops.
  case finish(exchange: Int)
  /// A socket is closed, with a code.
  case close(exchange: Int, UInt16)
  /// The connection of a stream or a socket breaks.
  case `break`(exchange: Int)

  package var exchange: Int {
    switch self {
    case .respond(let exchange, _), .cut(let exchange, _, _), .open(let exchange),
      .write(let exchange, _), .finish(let exchange), .close(let exchange, _),
      .break(let exchange):
      exchange
    }
  }
}

/// A response without the fields that HTTP itself adds.
package struct ConformanceResponse: Equatable, Sendable {
  package var status: Int
  package var fields: [String: String]
  package var content: [UInt8]

  init(_ status: Int, fields: [String: String] = [:], content: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.content = content
  }
}
