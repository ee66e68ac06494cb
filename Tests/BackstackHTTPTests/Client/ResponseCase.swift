import Testing

@testable import BackstackHTTP

/// A row of the table of responses: the bytes that a server sends, and what a client makes of them.
struct ResponseCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Equatable {
    /// The statuses and contents of the responses; each begins after the one before.
    case responses([String])
    /// The response is not complete.
    case incomplete
    case refused
  }

  let rule: String
  let text: String
  let outcome: Outcome
  /// Whether the responses are to `HEAD`.
  var toHead = false

  init(_ rule: String, _ text: String, _ outcome: Outcome, toHead: Bool = false) {
    self.rule = rule
    self.text = text
    self.outcome = outcome
    self.toHead = toHead
  }

  var testDescription: String { "\(rule): \(text.debugDescription.prefix(60))" }

  /// Parses responses from pieces of the input, and what follows when the connection is closed.
  func parse(_ pieces: [[UInt8]]) -> Outcome {
    var parser = HTTPResponseParser(limits: HTTPLimits())
    var responses: [String] = []
    var content: [UInt8] = []
    parser.start(toHead: toHead)
    func finish() {
      responses.append("\(parser.head.status.code) \(String(decoding: content, as: UTF8.self))")
      content = []
      parser.start(toHead: toHead)
    }
    for piece in pieces {
      var position = 0
      loop: while true {
        switch parser.next(piece.span, &position) {
        case .needsInput:
          if position == piece.count { break loop }
        case .head: break
        case .content(let range): content += piece[range]
        case .end:
          finish()
          if position == piece.count { break loop }
        case .failed: return .refused
        }
      }
    }
    let isClean = content.isEmpty && !responses.isEmpty && parser.isAtStart
    if case .end = parser.finishInput() { finish() } else if !isClean { return .incomplete }
    return .responses(responses)
  }

  static let all: [Self] = [
    // RFC 9112 §4
    Self("§4", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .responses(["200 hi"])),
    Self("§4", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", .responses(["404 "])),
    Self("§4", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", .responses(["200 "])),
    Self("§4", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", .responses(["200 "])),
    Self("§4", "HTTP/1.1 599 \tx\u{e9}\r\nContent-Length: 0\r\n\r\n", .responses(["599 "])),
    Self("§4", "HTTP/1.1  200 OK\r\n\r\n", .refused),
    Self("§4", "HTTP/1.1 20 OK\r\n\r\n", .refused),
    Self("§4", "HTTP/1.1 2000 OK\r\n\r\n", .refused),
    Self("§4", "HTTP/1.1 099 OK\r\n\r\n", .refused),
    Self("§4", "HTTP/1.1 600 OK\r\n\r\n", .refused),
    Self("§4", "HTTP/1.1 2\u{30}x OK\r\n\r\n", .refused),
    Self("§4", "HTTP/1.1 200 O\u{1}K\r\n\r\n", .refused),
    Self("§4", "\r\nHTTP/1.1 200 OK\r\n\r\n", .refused),
    Self("§4", "HELLO\r\n\r\n", .refused),
    // §2.3
    Self("§2.3", "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", .responses(["200 a"])),
    Self("§2.3", "HTTP/2.0 200 OK\r\n\r\n", .refused),
    Self("§2.3", "http/1.1 200 OK\r\n\r\n", .refused),
    // §2.2
    Self("§2.2", "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", .refused),
    Self("§2.2", "HTTP/1.1 200 OK\r\nContent-Length: 0\n\r\n", .refused),
    Self("§2.2", "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", .refused),
    // §5
    Self("§5.1", "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", .refused),
    Self("§5.1", "HTTP/1.1 200 OK\r\n: b\r\n\r\n", .refused),
    Self("§5.2", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", .refused),
    Self("§5", "HTTP/1.1 200 OK\r\nA: \u{0}\r\n\r\n", .refused),
    // §6.3: the rules in their order
    Self(
      "rule 1", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", .responses(["200 "]), toHead: true),
    Self(
      "rule 1", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .responses(["200 "]),
      toHead: true),
    Self("rule 1", "HTTP/1.1 204 No Content\r\n\r\n", .responses(["204 "])),
    Self("rule 1", "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n", .responses(["304 "])),
    Self(
      "rule 1",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nA: b\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
      .responses(["200 a"])),
    Self("rule 1", "HTTP/1.1 101 Switching\r\n\r\n", .refused),
    Self("rule 1", String(repeating: "HTTP/1.1 100 Go\r\n\r\n", count: 17), .refused),
    Self(
      "rule 3", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\na",
      .refused),
    Self(
      "rule 4", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
      .responses(["200 hi"])),
    Self(
      "rule 4",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"
        + "A;x=y\r\n0123456789\r\n00\r\nT: u\r\n\r\n",
      .responses(["200 0123456789"])),
    Self("rule 4", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc", .refused),
    Self("rule 4", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\nabc", .refused),
    Self("rule 4", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .refused),
    Self("rule 5", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", .refused),
    Self("rule 5", "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\na", .refused),
    Self("rule 5", "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\na", .refused),
    Self("rule 5", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .refused),
    Self("rule 6", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", .incomplete),
    Self("rule 8", "HTTP/1.1 200 OK\r\n\r\nuntil the end", .responses(["200 until the end"])),
    Self("rule 8", "HTTP/1.1 200 OK\r\n\r\n", .responses(["200 "])),
    // §7.1, §8
    Self("§7.1", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .refused),
    Self("§7.1", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhiX", .refused),
    Self(
      "§7.1", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n", .refused
    ),
    Self(
      "§7.1.2", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nno colon\r\n\r\n",
      .refused),
    Self("§8", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n", .incomplete),
    Self("§8", "HTTP/1.1 200 OK\r\nContent-Le", .incomplete),
    Self("§8", "", .incomplete),
    // §9.2: one after the other
    Self(
      "§9.2",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 204 No\r\n\r\nHTTP/1.1 500 No\r\n\r\nb",
      .responses(["200 a", "204 ", "500 b"])),
    // Limits
    Self("limit", "HTTP/1.1 200 \(String(repeating: "a", count: 20_000))\r\n\r\n", .refused),
    Self("limit", "HTTP/1.1 200 \(String(repeating: "a", count: 20_000))", .refused),
    Self("limit", "HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 17_000))", .refused),
    Self(
      "limit", "HTTP/1.1 200 OK\r\n\(String(repeating: "A: b\r\n", count: 101))\r\n", .refused),
    Self(
      "limit",
      "HTTP/1.1 200 OK\r\n"
        + String(repeating: "A: \(String(repeating: "b", count: 5_000))\r\n", count: 8),
      .refused),
  ]
}
