import BackstackHTTP
import BackstackService
import Synchronization

extension ProvokedError {
  static let ofParsing = [
    Self("not-found", "There is nothing at this path.") { try await $0.client.get("/nowhere") },
    Self(
      "method-not-allowed",
      "The path does not support this method. `Allow` lists the methods that it supports."
    ) {
      try await $0.client.send("PUT", "/sessions")
    },
    Self("unsupported-method", "No path supports this method, and the server does not know it.") {
      try await $0.client.send("BREW", "/sessions")
    },
    Self(
      "invalid-percent-encoding", "The path or the query has a `%` that does not start an escape."
    ) {
      try await $0.raw("GET /sessions/%zz HTTP/1.1\r\nHost: a\r\n\r\n")
    },
    Self(
      "misdirected-request",
      "The request is for a host that is not in `--allowed-hosts`, or for an `https` URI.",
      in: .service { $0.allowedHosts = ["127.0.0.1"] }
    ) { try await $0.client.get("/", fields: ["Host": "evil.example"]) },
    Self(
      "malformed-request",
      "The request line or a field does not have the form that RFC 9112 requires."
    ) {
      try await $0.raw("GET / HTTP/1.1\r\nHost: a\r\nno field\r\n\r\n")
    },
    Self("invalid-host", "`Host` is missing, repeated, or not a valid host.") {
      try await $0.raw("GET / HTTP/1.1\r\n\r\n")
    },
    Self(
      "repeated-field",
      "A field that must not be repeated, such as `Authorization` or `Origin`, is repeated."
    ) {
      try await $0.raw(
        "GET /sessions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer one\r\n"
          + "Authorization: Bearer two\r\n\r\n")
    },
    Self("ambiguous-framing", "Two servers might disagree about the length of the content.") {
      try await $0.raw(
        "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
      )
    },
    Self("malformed-chunk", "Chunked content does not have the form that RFC 9112 requires.") {
      try await $0.raw(
        "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\nten\r\n")
    },
    Self("unsupported-transfer-coding", "The request has a transfer coding other than `chunked`.") {
      try await $0.raw(
        "POST /sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n")
    },
    Self("unsupported-expectation", "The request has an `Expect` other than `100-continue`.") {
      try await $0.raw("GET / HTTP/1.1\r\nHost: a\r\nExpect: the-best\r\n\r\n")
    },
    Self("unsupported-version", "The request has a version of HTTP other than 1.0 and 1.1.") {
      try await $0.raw("GET / HTTP/2.0\r\nHost: a\r\n\r\n")
    },
  ]

  static let ofLimits = [
    Self("target-too-long", "The path and the query are too long.") {
      try await $0.raw("GET /\(String(repeating: "a", count: 8100)) HTTP/1.1\r\nHost: a\r\n\r\n")
    },
    Self("fields-too-large", "There are too many fields, or they are too long.") {
      try await $0.raw(
        "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n")
    },
    Self("request-timeout", "The fields or the content of the request did not arrive in time.") {
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
      "answer-timeout", "A handler of the host did not respond in time.",
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
      "A mistake of the host: one of its handlers discarded the request without a response.",
      in: .service { $0.middleware = [Silence(lasts: false)] }
    ) { try await $0.client.get("/silence") },
    Self(
      "too-many-connections",
      "The server, or one address, has reached its maximum number of connections.",
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
