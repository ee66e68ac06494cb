import BackstackTestSupport
import Testing

/// Content that is not an action a client may send, and its error response.
struct RefusedAction: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let content: [UInt8]
  let status: Int
  let kind: String
  let pointer: String?

  /// Returns an action that the feature refuses.
  static func invalid(_ what: String, _ content: String, at pointer: String) -> Self {
    Self(
      testDescription: what, content: Array(content.utf8), status: 422, kind: "invalid-value",
      pointer: pointer)
  }

  /// Returns content that is not JSON.
  static func malformed(_ what: String, _ content: some Sequence<UInt8>) -> Self {
    Self(
      testDescription: what, content: Array(content), status: 400, kind: "malformed-json",
      pointer: nil)
  }

  /// Returns content beyond the limits of decoding.
  static func complex(_ what: String, _ content: String, at pointer: String) -> Self {
    Self(
      testDescription: what, content: Array(content.utf8), status: 422,
      kind: "content-too-complex", pointer: pointer)
  }

  /// Returns an action whose target is gone.
  static func stale(_ what: String, _ content: String) -> Self {
    Self(
      testDescription: what, content: Array(content.utf8), status: 409, kind: "stale-element",
      pointer: nil)
  }

  private static func push(_ count: String) -> String {
    #"{"path":{"push":{"state":{"counter":{"count":\#(count)}}}}}"#
  }

  static let all: [Self] = [
    .malformed("nothing", []),
    .malformed("half an object", #"{"path":"#.utf8),
    .malformed("two values", #""addCounterButtonTapped" 1"#.utf8),
    .malformed("a bare word", "addCounterButtonTapped".utf8),
    .malformed("not a number", push("NaN").utf8),
    .malformed("a string that is not UTF-8", [0x22, 0xFF, 0x22]),
    .malformed(
      "a name that is not UTF-8", Array(#"{""#.utf8) + [0xC3, 0x28] + Array(#"":1}"#.utf8)),
    .malformed("a string with a control character", [0x22, 0x00, 0x22]),
    .malformed("half a surrogate pair", #""\ud800""#.utf8),
    .complex(
      "100,000 brackets", String(repeating: "[", count: 100_000),
      at: String(repeating: "/0", count: 127)),
    .complex(
      "100,000 brackets that are closed",
      String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
      at: String(repeating: "/0", count: 127)),
    .complex(
      "100,001 elements", #"{"path":[\#(String(repeating: "1,", count: 100_000))1]}"#, at: "/path"),

    .invalid("null", "null", at: ""),
    .invalid("a number", "5", at: ""),
    .invalid("an array", "[]", at: ""),
    .invalid("an object without a key", "{}", at: ""),
    .invalid("two actions", #"{"addCounterButtonTapped":{},"path":{}}"#, at: ""),
    .invalid("an unknown name", #""noSuchButtonTapped""#, at: ""),
    .invalid("an unknown case", #"{"noSuchButtonTapped":{}}"#, at: "/noSuchButtonTapped"),
    .invalid("an unknown stack action", #"{"path":{"pop":{}}}"#, at: "/path/pop"),
    .invalid(
      "an unknown action of an element",
      #"{"path":{"element":{"id":0,"action":{"counter":{"no/such~button":{}}}}}}"#,
      at: "/path/element/action/counter/no~1such~0button"),
    .invalid(
      "an action that only effects send, by name",
      #"{"path":{"element":{"id":0,"action":{"counter":"timerTicked"}}}}"#,
      at: "/path/element/action/counter"),
    .invalid(
      "an action that only effects send",
      #"{"path":{"element":{"id":0,"action":{"counter":{"timerTicked":{}}}}}}"#,
      at: "/path/element/action/counter/timerTicked"),
    .invalid("a text for a count", push(#""three""#), at: "/path/push/state/counter/count"),
    .invalid(
      "no count", #"{"path":{"push":{"state":{"counter":{}}}}}"#, at: "/path/push/state/counter"),
    .invalid(
      "an id for what is pushed", #"{"path":{"push":{"id":9,"state":{"counter":{"count":1}}}}}"#,
      at: "/path/push/id"),
    .invalid("a negative id", #"{"path":{"popFrom":{"id":-1}}}"#, at: "/path/popFrom/id"),
    .invalid(
      "an id above all exact numbers", #"{"path":{"popFrom":{"id":9007199254740992}}}"#,
      at: "/path/popFrom/id"),

    .stale(
      "an element that was popped",
      #"{"path":{"element":{"id":2,"action":{"counter":"incrementButtonTapped"}}}}"#),
    .stale("popping what was popped", #"{"path":{"popFrom":{"id":2}}}"#),
    .stale(
      "an element that never was",
      #"{"path":{"element":{"id":77,"action":{"counter":"incrementButtonTapped"}}}}"#),
  ]
}

@Suite("Refused actions", .endsAtFailure)
struct RefusedActionTests {
  @Test(
    "A refusal explains why and where, and the session does not change",
    arguments: RefusedAction.all)
  func refusal(_ refused: RefusedAction) async throws {
    let session = try await SessionClient(
      creating: #"{"feature":"counters","link":"/counters/3/1/2"}"#)
    try await session.send(#"{"path":{"popFrom":{"id":2}}}"#)
    try await session.expectUnchanged {
      let answer = try await session.client.send(
        "POST", "\(session.path)/actions", fields: ["Content-Type": "application/json"],
        content: refused.content)
      try expectProblem(answer, refused.status, refused.kind, pointer: refused.pointer)
      if refused.status == 409 {
        #expect(try answer.json["version"] == 1)
        #expect(answer.fields["etag"] == #""1""#)
      }
    }
    // The connection is still usable.
    #expect(try await session.send("incrementButtonTapped", to: 0).counters == [[0, 4], [1, 1]])
  }

  @Test(
    "A number that cannot be a count is refused",
    arguments: ["0.5", "-0.5", "9223372036854775808", "1e19", "1e308", "1e999", "-1e999"])
  func numbers(_ number: String) async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    try await session.expectUnchanged {
      let answer = try await session.post(
        #"{"path":{"push":{"state":{"counter":{"count":\#(number)}}}}}"#)
      try expectProblem(
        answer, 422, "invalid-value", pointer: "/path/push/state/counter/count")
    }
  }

  @Test(
    "A malformed number is refused",
    arguments: ["01", "-", "1.", ".5", "0x1", "1e", "+1"])
  func malformedNumbers(_ number: String) async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    try await session.expectUnchanged {
      let answer = try await session.post(
        #"{"path":{"push":{"state":{"counter":{"count":\#(number)}}}}}"#)
      try expectProblem(answer, 400, "malformed-json")
    }
  }

  @Test("An action of a form that is not shown is stale")
  func otherForm() async throws {
    let session = try await SessionClient(creating: #"{"feature":"inventory"}"#)
    try await session.send(#""addButtonTapped""#)
    try await session.expectUnchanged {
      let answer = try await session.post(
        #"{"destination":{"presented":{"editItem":{"binding":{"name":"Piano"}}}}}"#)
      try expectProblem(answer, 409, "stale-element")
    }
  }

  @Test(
    "Content that is not declared as JSON is refused",
    arguments: [
      "text/plain", "application/json+x", "application/x-www-form-urlencoded", "application/jsonp",
    ])
  func contentType(_ type: String) async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    try await session.expectUnchanged {
      try expectProblem(
        try await session.post(#""addCounterButtonTapped""#, fields: ["Content-Type": type]),
        415, "unsupported-media-type")
    }
    let charset = ["Content-Type": "Application/JSON; charset=utf-8"]
    #expect(try await session.post(#""addCounterButtonTapped""#, fields: charset).status == 200)
  }

  @Test(
    "A request that does not accept JSON is refused",
    arguments: [
      "text/html", "application/json;q=0", "image/*, text/html;q=0.5",
    ])
  func accept(_ ranges: String) async throws {
    let session = try await SessionClient(creating: #"{"feature":"counters"}"#)
    let fields = ["Accept": ranges]
    try await session.expectUnchanged {
      try expectProblem(
        try await session.post(#""addCounterButtonTapped""#, fields: fields), 406, "not-acceptable")
      try expectProblem(
        try await session.client.get(session.path, fields: fields), 406, "not-acceptable")
      try expectProblem(
        try await session.client.get("\(session.path)/path", fields: fields), 406, "not-acceptable")
    }
    let any = ["Accept": "text/html, */*;q=0.1"]
    #expect(try await session.client.get(session.path, fields: any).status == 200)
  }

  @Test("A session that never existed is unknown, and a deleted one is gone")
  func missingSessions() async throws {
    let client = try TestServer.demo.get().makeClient()
    let session = try await SessionClient(client, creating: #"{"feature":"counters"}"#)
    #expect(try await client.send("DELETE", session.path).status == 204)
    let never = "/sessions/00000000000000000000000000000000"
    for (path, status, kind) in [
      (session.path, 410, "ended-session"), (never, 404, "unknown-session"),
    ] {
      try expectProblem(try await client.get(path), status, kind)
      try expectProblem(try await client.get("\(path)/path"), status, kind)
      try expectProblem(try await client.send("DELETE", path), status, kind)
      try expectProblem(
        try await client.post("\(path)/actions", #""addCounterButtonTapped""#), status, kind)
    }
  }
}
