import BackstackHTTP
import BackstackService
import Synchronization

extension ProvokedError {
  static let ofParsing = [
    Self("not-found") { try await $0.client.get("/nowhere") },
    Self("method-not-allowed") {
      try await $0.client.send("PUT", "/sessions")
    },
    Self("unsupported-method") {
      try await $0.client.send("BREW", "/sessions")
    },
    Self("invalid-percent-encoding") {
      try await $0.raw("GET /sessions/%zz HTTP/1.1\r\nHost: a\r\n\r\n")
    },
    Self(
      "misdirected-request",
      in: .service { $0.allowedHosts = ["127.0.0.1"] }
    ) { try await $0.client.get("/", fields: ["Host": "evil.example"]) },
    Self("malformed-request") {
      try await $0.raw("GET / HTTP/1.1\r\nHost: a\r\nno field\r\n\r\n")
    },
    Self("invalid-host") {
      try await $0.raw("GET / HTTP/1.1\r\n\r\n")
    },
    Self("repeated-field") {
      try await $0.raw(
        "GET /sessions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer one\r\n"
          + "Authorization: Bearer two\r\n\r\n")
    },
    Self("ambiguous-framing") {
      try await $0.raw(
        "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
      )
    },
    Self("malformed-chunk") {
      try await $0.raw(
        "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\nten\r\n")
    },
    Self("unsupported-transfer-coding") {
      try await $0.raw(
        "POST /sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n")
    },
    Self("unsupported-expectation") {
      try await $0.raw("GET / HTTP/1.1\r\nHost: a\r\nExpect: the-best\r\n\r\n")
    },
    Self("unsupported-version") {
      try await $0.raw("GET / HTTP/2.0\r\nHost: a\r\n\r\n")
    },
  ]

  static let ofLimits = [
    Self("target-too-long") {
      try await $0.raw("GET /\(String(repeating: "a", count: 8100)) HTTP/1.1\r\nHost: a\r\n\r\n")
    },
    Self("fields-too-large") {
      try await $0.raw(
        "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n")
    },
    Self("request-timeout") {
      scene in
      let connection = try RawConnection(port: scene.server.port)
      try await connection.send(
        "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\n")
      // This response proves that the bytes sent with its request have arrived, too.
      _ = try await connection.receive()
      scene.clock.advance(by: .seconds(11))
      // Wakes the event loop, which sleeps by the real clock.
      _ = try await scene.server.makeClient().get("/healthz")
      return try await connection.receive()
    },
    Self(
      "answer-timeout",
      in: .service { $0.middleware = [Silence(lasts: true)] }
    ) { scene in
      let connection = try RawConnection(port: scene.server.port)
      try await connection.send(
        "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /silence HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try await connection.receive()
      scene.clock.advance(by: .seconds(61))
      _ = try await scene.server.makeClient().get("/healthz")
      return try await connection.receive()
    },
    Self(
      "unanswered",
      in: .service { $0.middleware = [Silence(lasts: false)] }
    ) { try await $0.client.get("/silence") },
    Self(
      "too-many-connections",
      in: .http { $0.maximumConnections = 1 }
    ) { scene in
      // The session's client has the only one.
      let connection = try RawConnection(port: scene.server.port)
      return try await connection.receive()
    },
  ]
}

/// Never responds to requests for one path.
private final class Silence: HTTPMiddleware {
  private let lasts: Bool
  private let kept = Mutex<[HTTPResponder]>([])

  /// - Parameter lasts: Whether it keeps the responder, so that it could still respond.
  init(lasts: Bool) { self.lasts = lasts }

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    guard request.path == "/silence" else { return next.respond(to: request, responder) }
    if lasts { kept.withLock { $0.append(responder) } }
  }
}
