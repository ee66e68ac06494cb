import BackstackHTTP
import Testing

@testable import BackstackService
@testable import BackstackSessions

extension ProvokedError {
  static let ofContent = [
    Self("malformed-json") {
      try await $0.act(#"{"path":"#)
    },
    Self("unsupported-media-type") { try await $0.act("add", ["Content-Type": "text/plain"]) },
    Self("invalid-value") { try await $0.act(#"{"path":{"popFrom":{"id":"0"}}}"#) },
    Self("content-too-complex") { try await $0.act(String(repeating: "[", count: 200)) },
    Self(
      "content-too-large",
      in: .service { $0.maximumActionBytes = 100 }
    ) { try await $0.act(#""addCounterButtonTapped""# + String(repeating: " ", count: 100)) },
    Self(
      "state-too-large",
      in: .service { $0.maximumStateBytes = 100 }
    ) {
      try await $0.act(
        "[" + Array(repeating: #""addCounterButtonTapped""#, count: 9).joined(separator: ",") + "]")
    },
    Self("unknown-feature") {
      try await $0.client.post("/sessions", #"{"feature":"chess"}"#)
    },
    Self("state-not-taken") {
      try await $0.client.post("/sessions", #"{"feature":"odd","state":{"number":1}}"#)
    },
    Self("invalid-state") {
      try await $0.client.post(
        "/sessions",
        #"{"feature":"counters","state":{"path":[{"counter":{"count":5000000000}}]}}"#)
    },
    Self("invalid-link") {
      try await $0.client.post("/sessions", #"{"feature":"counters","link":"/nowhere"}"#)
    },
    Self("stale-element") {
      try await $0.act(#"{"path":{"element":{"id":7,"action":{"counter":"nextButtonTapped"}}}}"#)
    },
    Self("version-mismatch") {
      try await $0.act(#""addCounterButtonTapped""#, ["If-Match": #""7""#])
    },
  ]

  static let ofResources = [
    Self("unknown-session") {
      try await $0.client.get("/sessions/00000000000000000000000000000000")
    },
    Self("ended-session") { scene in
      _ = try await scene.client.send("DELETE", scene.session.path)
      return try await scene.client.get(scene.session.path)
    },
    Self("no-stack") { try await $0.client.get("\($0.session.path)/path?name=aside") },
    Self("unknown-feature") { try await $0.client.get("/features/chess") },
    Self("unknown-problem") { try await $0.client.get("/problems/chess") },
    Self("unknown-file") {
      try await $0.client.get("/client/chess.js")
    },
    Self("forgotten-version") {
      try await $0.client.get($0.session.path + "/history/7")
    },
    Self("invalid-query") {
      try await $0.client.get($0.session.path + "?wait=soon")
    },
    Self("invalid-condition") { try await $0.act(#""addCounterButtonTapped""#, ["If-Match": "7"]) },
    Self("not-acceptable") {
      try await $0.client.get($0.session.path, fields: ["Accept": "text/html"])
    },
    Self("screen-not-available") { try await $0.screen(of: "endless") },
    Self("state-not-encodable") { try await $0.client.post("/sessions", #"{"feature":"odd"}"#) },
  ]

  static let ofKeys = [
    Self("invalid-idempotency-key") {
      try await $0.client.post(
        "/sessions", #"{"feature":"counters"}"#, fields: ["Idempotency-Key": "1"])
    },
    Self("reused-idempotency-key") {
      scene in
      let key = ["Idempotency-Key": "k"]
      _ = try await scene.act(#""addCounterButtonTapped""#, key)
      return try await scene.act(#"["addCounterButtonTapped"]"#, key)
    },
    Self("request-in-progress") {
      scene in
      let fields = ["Idempotency-Key": "k", "Prefer": "wait=60"]
      let action =
        #"{"path":{"element":{"id":0,"action":{"counter":"startTimerButtonTapped"}}}}"#
      let other = SessionClient(scene.server.makeClient(), id: scene.session.id)
      async let first = other.post(action, fields: fields)
      _ = try await scene.session.read(atVersion: 1)
      let answer = try await scene.act(action, fields)
      // The timer, and with it the wait, ends with the session.
      _ = try await scene.client.send("DELETE", scene.session.path)
      _ = try await first
      return answer
    },
  ]

  static let ofServers = [
    Self("unauthorized") { _ in
      try await elsewhere { $0.apiKeys = [APIKey(name: "a", secret: "0123456789abcdef")!] }
    },
    Self("invalid-ticket") {
      try await $0.client.get(
        $0.session.path + "/events?ticket=" + String(repeating: "0", count: 64))
    },
    Self("foreign-page") {
      try await $0.client.get(
        $0.session.path + "/socket", fields: ["Origin": "https://evil.example"])
    },
    Self("upgrade-required") { try await $0.client.get($0.session.path + "/socket") },
    Self("malformed-handshake") {
      try await $0.raw(
        "GET \($0.session.path)/socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
          + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n\r\n")
    },
    Self("quota-exceeded") { _ in
      try await elsewhere(asKey: true, { $0.quotas.sessions = 0 }) { client, fields in
        try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
      }
    },
    Self("not-permitted") { _ in
      try await elsewhere(asKey: true, { $0.keyRights = ["a": KeyRights(.read)] }) {
        client, fields in
        try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
      }
    },
    Self("sessions-not-listed") { try await $0.client.get("/sessions") },
    Self("too-many-at-once") { _ in
      try await elsewhere(asKey: true, { $0.quotas.effects = 0 }) { client, fields in
        try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
      }
    },
    Self("too-many-requests") { _ in
      try await elsewhere(requests: 2) {
        $0.rateLimit = RateLimit(requestsPerSecond: 0.1, burst: 1)
      }
    },
    Self(
      "over-capacity",
      in: .service { $0.maximumSessions = 1 }
    ) { try await $0.client.post("/sessions", #"{"feature":"counters"}"#) },
    Self("overloaded", in: .service { $0.sessions.largeWorkLimits.requests = 0 }) {
      try await $0.client.post(
        "/sessions",
        #"{"feature":"counters","link":"/\#(String(repeating: "x", count: 2000))"}"#)
    },
    Self("draining") { scene in
      scene.server.server.service.beginDraining()
      return try await scene.client.get("/readyz")
    },
  ]

  /// Sends a request to a separate server, on which no session can be created.
  static func elsewhere(
    requests: Int = 1, asKey: Bool = false, _ change: (inout ServiceConfiguration) -> Void,
    ask: (CurlClient, [String: String]) async throws -> Answer = { client, _ in
      try await client.get("/sessions/00000000000000000000000000000000")
    }
  ) async throws -> Answer {
    let clock = ManualClock()
    let setting = ErrorSetting.service { configuration in
      if asKey { configuration.apiKeys = [APIKey(name: "a", secret: "0123456789abcdef")!] }
      change(&configuration)
    }.complete(clock)
    let server = try TestServer(configuration: setting.service, http: setting.http)
    let client = server.makeClient()
    for _ in 1..<requests { _ = try await client.get("/features") }
    let answer = try await ask(client, ["Authorization": "Bearer 0123456789abcdef"])
    clock.advance(by: .seconds(3600))
    _ = try await server.shutDown()
    return answer
  }
}
