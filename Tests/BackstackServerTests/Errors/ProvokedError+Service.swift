import BackstackHTTP
import Testing

@testable import BackstackService
@testable import BackstackSessions

extension ProvokedError {
  static let ofContent = [
    Self("malformed-json", "The content is not JSON (RFC 8259).") {
      try await $0.act(#"{"path":"#)
    },
    Self(
      "unsupported-media-type",
      "The content is not declared as `application/json`, or it is compressed."
    ) { try await $0.act("add", ["Content-Type": "text/plain"]) },
    Self(
      "invalid-value",
      "The content is JSON, but not valid for this resource: an action or a state that the "
        + "feature does not have, or an action that only the server sends."
    ) { try await $0.act(#"{"path":{"popFrom":{"id":"0"}}}"#) },
    Self(
      "content-too-complex",
      "Arrays and objects are nested too deeply, or have too many parts; see `ClientInput`."
    ) { try await $0.act(String(repeating: "[", count: 200)) },
    Self(
      "content-too-large", "The content has more bytes than this resource accepts.",
      in: .service { $0.maximumActionBytes = 100 }
    ) { try await $0.act(#""addCounterButtonTapped""# + String(repeating: " ", count: 100)) },
    Self(
      "state-too-large",
      "The resulting state would have more bytes than `--max-state`.",
      in: .service { $0.maximumStateBytes = 100 }
    ) {
      try await $0.act(
        "[" + Array(repeating: #""addCounterButtonTapped""#, count: 9).joined(separator: ",") + "]")
    },
    Self("unknown-feature", "The creation names a feature that the server does not host.") {
      try await $0.client.post("/sessions", #"{"feature":"chess"}"#)
    },
    Self(
      "state-not-taken",
      "The creation has an initial state, but the feature does not take one from clients; see "
        + "`ClientInput.takesState`."
    ) { try await $0.client.post("/sessions", #"{"feature":"odd","state":{"number":1}}"#) },
    Self(
      "invalid-state",
      "The feature's `validate` refuses the state that a client, a link, a push or a restore "
        + "leads to. `detail` explains why."
    ) {
      try await $0.client.post(
        "/sessions",
        #"{"feature":"counters","state":{"path":[{"counter":{"count":5000000000}}]}}"#)
    },
    Self("invalid-link", "The creation names a link for which the feature has no state.") {
      try await $0.client.post("/sessions", #"{"feature":"counters","link":"/nowhere"}"#)
    },
    Self("stale-element", "The action is for a screen that no longer exists.") {
      try await $0.act(#"{"path":{"element":{"id":7,"action":{"counter":"nextButtonTapped"}}}}"#)
    },
    Self(
      "version-mismatch",
      "The session is not at the version that `If-Match` names: another change came first. The "
        + "response contains the snapshot."
    ) { try await $0.act(#""addCounterButtonTapped""#, ["If-Match": #""7""#]) },
  ]

  static let ofResources = [
    Self(
      "unknown-session",
      "The session never existed, is no longer remembered, or belongs to another client."
    ) {
      try await $0.client.get("/sessions/00000000000000000000000000000000")
    },
    Self(
      "ended-session",
      "The session was deleted, has expired, or was ended by the server. `reason` is `deleted`, "
        + "`expired`, `too-many-actions`, `too-many-effects` or `state-too-large`."
    ) { scene in
      _ = try await scene.client.send("DELETE", scene.session.path)
      return try await scene.client.get(scene.session.path)
    },
    Self(
      "no-stack",
      "The session's state currently has no navigation stack, or none of the requested name; see "
        + "`Feature(path:paths:)`."
    ) { try await $0.client.get("\($0.session.path)/path?name=aside") },
    Self("no-such-feature", "The path names a feature that the server does not host.") {
      try await $0.client.get("/features/chess")
    },
    Self("unknown-file", "There is no file with this name for browsers.") {
      try await $0.client.get("/client/chess.js")
    },
    Self("forgotten-version", "The server has no snapshot of the version, or no longer has it.") {
      try await $0.client.get($0.session.path + "/history/7")
    },
    Self("invalid-query", "A parameter is unknown, repeated, or has an invalid value.") {
      try await $0.client.get($0.session.path + "?wait=soon")
    },
    Self(
      "invalid-condition",
      "`If-Match` or `If-None-Match` has something else than versions in quotes, which would never match."
    ) { try await $0.act(#""addCounterButtonTapped""#, ["If-Match": "7"]) },
    Self("not-acceptable", "The resource is not available in any media type that `Accept` names.") {
      try await $0.client.get($0.session.path, fields: ["Accept": "text/html"])
    },
    Self(
      "state-not-encodable",
      "A feature's mistake: its state has a value that JSON cannot express, such as infinity."
    ) { try await $0.client.post("/sessions", #"{"feature":"odd"}"#) },
  ]

  static let ofKeys = [
    Self(
      "invalid-idempotency-key",
      "The key is empty, too long, not plain text, or too short for a creation without an API key."
    ) {
      try await $0.client.post(
        "/sessions", #"{"feature":"counters"}"#, fields: ["Idempotency-Key": "1"])
    },
    Self("reused-idempotency-key", "The key was already used for a request with different content.")
    {
      scene in
      let key = ["Idempotency-Key": "k"]
      _ = try await scene.act(#""addCounterButtonTapped""#, key)
      return try await scene.act(#"["addCounterButtonTapped"]"#, key)
    },
    Self("request-in-progress", "The server is still processing the first request with this key.") {
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
      "The server requires an API key for access to sessions, and the request has no valid one."
    ) { _ in
      try await elsewhere { $0.apiKeys = [APIKey(name: "a", secret: "0123456789abcdef")!] }
    },
    Self(
      "invalid-ticket",
      "The ticket for events is for another session or client, was already used, or has expired."
    ) {
      try await $0.client.get(
        $0.session.path + "/events?ticket=" + String(repeating: "0", count: 64))
    },
    Self(
      "quota-exceeded",
      "The client has reached its quota of sessions or storage. It can still read and end sessions."
    ) { _ in
      try await elsewhere(asKey: true, { $0.quotas.sessions = 0 }) { client, fields in
        try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
      }
    },
    Self(
      "too-many-at-once",
      "The client has reached its limit of open event streams or of effects in flight."
    ) { _ in
      try await elsewhere(asKey: true, { $0.quotas.effects = 0 }) { client, fields in
        try await client.post("/sessions", #"{"feature":"counters"}"#, fields: fields)
      }
    },
    Self("too-many-requests", "The client exceeds its rate limit.") { _ in
      try await elsewhere(requests: 2) {
        $0.rateLimit = RateLimit(requestsPerSecond: 0.1, burst: 1)
      }
    },
    Self(
      "over-capacity", "The server has reached its maximum number of sessions.",
      in: .service { $0.maximumSessions = 1 }
    ) { try await $0.client.post("/sessions", #"{"feature":"counters"}"#) },
    Self(
      "draining", "The server is about to stop. Only its readiness check responds with this error."
    ) { scene in
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
