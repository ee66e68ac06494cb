import BackstackHTTP
import Testing

@testable import BackstackService

extension ProvokedError {
  static let ofContent = [
    Self("malformed-json", "The content is no JSON (RFC 8259).") { try await $0.act(#"{"path":"#) },
    Self(
      "unsupported-media-type",
      "The content is not declared as `application/json`, or it is compressed."
    ) { try await $0.act("add", ["Content-Type": "text/plain"]) },
    Self(
      "invalid-value",
      "The content is JSON, but none that this resource takes: an action that the feature has not, or "
        + "that only the server sends, a state that is none of the feature."
    ) { try await $0.act(#"{"path":{"popFrom":{"id":"0"}}}"#) },
    Self(
      "content-too-complex",
      "Arrays and objects are nested too deep, or have too many parts; see `ClientInput`."
    ) { try await $0.act(String(repeating: "[", count: 200)) },
    Self(
      "content-too-large", "The content has more bytes than this resource takes.",
      in: .service { $0.maximumActionBytes = 100 }
    ) { try await $0.act(#""addCounterButtonTapped""# + String(repeating: " ", count: 100)) },
    Self(
      "state-too-large",
      "The state that the request leads to would have more bytes than `--max-state`.",
      in: .service { $0.maximumStateBytes = 100 }
    ) {
      try await $0.act(
        "[" + Array(repeating: #""addCounterButtonTapped""#, count: 9).joined(separator: ",") + "]")
    },
    Self("unknown-feature", "A session is to be created of a feature that is not hosted.") {
      try await $0.client.post("/sessions", #"{"feature":"chess"}"#)
    },
    Self(
      "state-not-taken",
      "A session is to be created in a state that the client chose, of a feature that takes none; see "
        + "`ClientInput.takesState`."
    ) { try await $0.client.post("/sessions", #"{"feature":"odd","state":{"number":1}}"#) },
    Self(
      "invalid-state",
      "The feature's `validate` refuses the state that a client, a link, a push or a restore leads to. "
        + "`detail` says why."
    ) {
      try await $0.client.post(
        "/sessions",
        #"{"feature":"counters","state":{"path":[{"counter":{"count":5000000000}}]}}"#)
    },
    Self("invalid-link", "A session is to be created from a link that the feature has nothing at.")
    {
      try await $0.client.post("/sessions", #"{"feature":"counters","link":"/nowhere"}"#)
    },
    Self("stale-element", "An action is for a screen that is no longer there.") {
      try await $0.act(#"{"path":{"element":{"id":7,"action":{"counter":"nextButtonTapped"}}}}"#)
    },
    Self(
      "version-mismatch",
      "The session is at another version than `If-Match` names: someone else was faster. The snapshot "
        + "comes along."
    ) { try await $0.act(#""addCounterButtonTapped""#, ["If-Match": #""7""#]) },
  ]

  static let ofResources = [
    Self(
      "unknown-session",
      "There never was a session with this id, it is long forgotten, or it is another client's."
    ) {
      try await $0.client.get("/sessions/00000000000000000000000000000000")
    },
    Self(
      "ended-session",
      "The session was deleted, has expired, or was ended by the server, as `reason` tells: `deleted`, "
        + "`expired`, `too-many-actions`, `too-many-effects` or `state-too-large`."
    ) { scene in
      _ = try await scene.client.send("DELETE", scene.session.path)
      return try await scene.client.get(scene.session.path)
    },
    Self(
      "no-stack",
      "The session's state has no navigation stack of its own, or none of that name, now; see "
        + "`Feature(path:paths:)`."
    ) { try await $0.client.get("\($0.session.path)/path?name=aside") },
    Self("no-such-feature", "The path names a feature that is not hosted.") {
      try await $0.client.get("/features/chess")
    },
    Self("forgotten-version", "There is no snapshot of the version, or none any more.") {
      try await $0.client.get($0.session.path + "/history/7")
    },
    Self("invalid-query", "A parameter is unknown, given twice, or has another form.") {
      try await $0.client.get($0.session.path + "?wait=soon")
    },
    Self("not-acceptable", "The resource has none of the forms that `Accept` names.") {
      try await $0.client.get($0.session.path, fields: ["Accept": "text/html"])
    },
    Self(
      "state-not-encodable",
      "A mistake of the feature: its state has a value that JSON has not, such as an infinite number."
    ) { try await $0.client.post("/sessions", #"{"feature":"odd"}"#) },
  ]

  static let ofKeys = [
    Self(
      "invalid-idempotency-key",
      "The key is empty, too long, not plain text, or for a creation without an API key too short."
    ) {
      try await $0.client.post(
        "/sessions", #"{"feature":"counters"}"#, fields: ["Idempotency-Key": "1"])
    },
    Self("reused-idempotency-key", "The key was used for a request with another content.") {
      scene in
      let key = ["Idempotency-Key": "k"]
      _ = try await scene.act(#""addCounterButtonTapped""#, key)
      return try await scene.act(#"["addCounterButtonTapped"]"#, key)
    },
    Self("request-in-progress", "The first request with this key has not been answered yet.") {
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
    Self(
      "unauthorized",
      "The server asks for an API key where sessions are used, and the request has none of its keys."
    ) { _ in
      try await elsewhere { $0.apiKeys = [APIKey(name: "a", secret: "0123456789abcdef")!] }
    },
    Self(
      "invalid-ticket",
      "The ticket for events is for another session or client, was used, or has expired."
    ) {
      try await $0.client.get(
        $0.session.path + "/events?ticket=" + String(repeating: "0", count: 64))
    },
    Self(
      "quota-exceeded",
      "The client has as many sessions, or has stored as much, as it may. It can read and end them."
    ) { _ in
      try await elsewhere(asKey: true, { $0.quotas.sessions = 0 }) { client, fields in
        try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
      }
    },
    Self(
      "too-many-at-once",
      "The client has as many streams of events open, or effects in flight, as it may."
    ) { _ in
      try await elsewhere(asKey: true, { $0.quotas.effects = 0 }) { client, fields in
        try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
      }
    },
    Self("too-many-requests", "The client sends more than it may.") { _ in
      try await elsewhere(requests: 2) {
        $0.rateLimit = RateLimit(requestsPerSecond: 0.1, burst: 1)
      }
    },
    Self(
      "over-capacity", "There are as many sessions as the server may have.",
      in: .service { $0.maximumSessions = 1 }
    ) { try await $0.client.post("/sessions", #"{"feature":"counters"}"#) },
    Self("draining", "The server is about to stop; only its readiness tells so.") { scene in
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
