import Backstack
import BackstackCoding
import BackstackDemo
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackServiceTesting
import BackstackViews
import Testing

@testable import BackstackAgents

@Suite("A person confirms what an agent does")
struct ConfirmationTests {
  /// Returns an agent of a service whose stand-ups want a confirmation.
  private func agent(_ rights: KeyRights.Level = .safe) throws -> Agent {
    let features = demoFeatures.map { feature in
      var feature = feature
      feature.confirm = feature.name == "standups"
      return feature
    }
    return try Agent(features, rights: rights)
  }

  /// A call that waits for a person.
  private struct Question {
    let agent: Agent
    let session: String
    let arguments: JSONLiteral
    let state: JSONLiteral

    /// Repeats the call, as a client does.
    func again() async throws -> JSONLiteral {
      try await agent.result(
        "tools/call", ["name": "press", "arguments": arguments, "requestState": state])
    }

    /// What a person sends.
    func send(_ action: String) async throws {
      let response = try await agent.service.send(
        .post, "/sessions/\(session)/actions", json: action)
      #expect(response.status == 200)
    }

    func text(_ result: JSONLiteral) -> String {
      result["content"]?.elements.first?["text"]?.text ?? ""
    }
  }

  /// Opens a stand-up, and presses its destructive button.
  private func ask(_ agent: Agent) async throws -> Question {
    let opened = try await agent.call("standups_open")
    let session = try #require(opened.structure["session"])
    let detail = try await agent.call(
      "press", ["session": session, "control": opened.control("Navigation")])
    let arguments: JSONLiteral = [
      "session": session, "control": try detail.control("Delete"), "wait": 0,
    ]
    let result = try await agent.result(
      "tools/call", ["name": "press", "arguments": arguments])
    #expect(result["resultType"] == "input_required")
    return Question(
      agent: agent, session: try #require(session.text), arguments: arguments,
      state: try #require(result["requestState"]))
  }

  private static let deletion =
    #"{"path":{"element":{"id":0,"action":{"detail":{"deleteButtonTapped":{}}}}}}"#

  private static let edit =
    #"{"path":{"element":{"id":0,"action":{"detail":{"editButtonTapped":{}}}}}}"#

  @Test("A call with a key whose answer was lost is told what has become of it")
  func repeated() async throws {
    for (answer, text) in [
      ("[]", "It was refused. Nothing was done.\n"),
      (Self.deletion, "A person has confirmed it, and it is done.\n"),
      (Self.edit, "The session has moved on before a person has decided."),
    ] {
      let question = try await ask(agent())
      try await question.send("[]")
      var arguments = question.arguments
      arguments["key"] = "delete"
      let call: JSONLiteral = ["name": "press", "arguments": arguments]
      let asked = try await question.agent.result("tools/call", call)
      #expect(asked["resultType"] == "input_required")
      let again = try await question.agent.result("tools/call", call)
      #expect(again["requestState"] == asked["requestState"])
      try await question.send(answer)
      let later = try await question.agent.call("press", arguments)
      #expect(later.text.hasPrefix(text), "\(later.text)")
    }
  }

  @Test("A call with a key that nobody had to confirm was done before")
  func unasked() async throws {
    let agent = try agent()
    let session = try await agent.open("standups")
    let look = try await agent.call("look", ["session": session])
    let arguments: JSONLiteral = [
      "session": session, "control": try look.control("Navigation"), "key": "1",
    ]
    #expect(try await agent.call("press", arguments).version == 1)
    let again = try await agent.call("press", arguments)
    #expect(again.text.hasPrefix("This call was done before"), "\(again.text)")
  }

  @Test("The call waits, is done when a person sends the action, and the history says who")
  func confirmed() async throws {
    let question = try await ask(agent())
    #expect(try await question.again()["resultType"] == "input_required")
    let session = JSONLiteral.string(question.session)
    let seen = try await question.agent.call("look", ["session": session])
    #expect(seen.text.contains("An agent asks to do this for you (alert)"))
    #expect(seen.structure["controls"] == [])
    // The agent can't answer for the person.
    let level = seen.structure["levels"]?.elements.last?["id"]?.text ?? ""
    let pressed = try await question.agent.call(
      "press", ["session": session, "control": .string(level + ":allow")])
    #expect(pressed.isError)
    #expect(pressed.version == 2)
    #expect(seen.structure["canGoBack"] == false)
    #expect(!seen.text.contains("the tool back"))
    for arguments: JSONLiteral in [["session": session], ["session": session, "key": "1"]] {
      let left = try await question.agent.call("back", arguments)
      #expect(left.isError)
      #expect(left.text.hasPrefix("A person is asked first: only a person may answer."))
      #expect(left.version == 2)
    }
    try await question.send(Self.deletion)
    let done = try await question.again()
    #expect(done["resultType"] == "complete")
    #expect(question.text(done).hasPrefix("A person has confirmed it, and it is done.\n"))
    #expect(done["structuredContent"]?["version"] == 3)
    let history = try await question.agent.call("history", ["session": session]).text
    #expect(history.contains("proposal (an agent): "))
  }

  @Test("A batch is confirmed as a whole, and a person is shown all of it")
  func batch() async throws {
    let agent = try agent(.full)
    let session = try await agent.open("standups")
    let id = try #require(session.text)
    func ask(_ batch: String) async throws -> JSONLiteral {
      let action = try JSONLiteral(decoding: Array(batch.utf8))
      let arguments: JSONLiteral = ["session": session, "action": action]
      return try await agent.result(
        "tools/call", ["name": "standups_send", "arguments": arguments])
    }
    func text(_ result: JSONLiteral) -> String {
      result["content"]?.elements.first?["text"]?.text ?? ""
    }
    let batch = #"["addStandupButtonTapped",{"destination":{"dismiss":{}}}]"#
    for (answer, verdict) in [
      (batch, "A person has confirmed it"),
      (#""addStandupButtonTapped""#, "The session has moved on"),
    ] {
      let asked = try await ask(batch)
      let state = try #require(asked["requestState"])
      let response = try await agent.service.send(
        .post, "/sessions/\(id)/actions", json: answer)
      #expect(response.status == 200)
      let result = try await agent.result(
        "tools/call",
        ["name": "look", "arguments": ["session": session, "wait": 0], "requestState": state])
      #expect(text(result).hasPrefix(verdict), "\(text(result))")
    }
    let padded = #"["\#(String(repeating: " ", count: 500))"]"#
    let long = try await ask(padded)
    #expect(long["isError"] == true)
    #expect(text(long).hasPrefix("A person has to confirm this, and is shown at most 500 bytes"))
  }

  @Test(
    "A verdict is certain, or says that it is not",
    arguments: [
      (#"{"a":{}}"#, [#""a""#], .confirmed), (#""a""#, [#""b""#], .superseded),
      (#"{"a":{"id":1,"of":null}}"#, [#"{"a":{"id":1.0}}"#], .confirmed),
      // As the server writes them, they may be the same.
      (#"{"a":{"id":"1F","x":1}}"#, [#"{"a":{"id":"1f"}}"#], .unknown),
      (#"{"a":{"id":1,"of":{"b":{}}}}"#, [#"{"a":{"id":1,"of":{"c":{}}}}"#], .superseded),
      (#"["a","b"]"#, [#"{"a":{}}"#, #"{"b":{}}"#, #""c""#], .confirmed),
      (#"["a","b"]"#, [#""a""#], .superseded), (#"["a"]"#, [], .pending),
      (
        #"{"binding":{"x":1,"y":2}}"#, [#"{"binding":{"x":1}}"#, #"{"binding":{"y":2}}"#], .unknown
      ),
    ] as [(String, [String], ProposalVerdict)])
  func verdict(proposed: String, sent: [String], verdict: ProposalVerdict) throws {
    func json(_ text: String) throws -> JSONLiteral { try JSONLiteral(decoding: Array(text.utf8)) }
    let proposal: JSONLiteral = [
      "version": 2, "cause": "proposal", "proposal": ["send": try json(proposed)],
    ]
    let later = try sent.map { text -> JSONLiteral in ["cause": "client", "action": try json(text)]
    }
    #expect(ProposalVerdict([proposal] + later, of: 2) == verdict)
    // The history may not reach back, or the version may be another.
    #expect(ProposalVerdict(later, of: 2) == .unknown)
    #expect(ProposalVerdict([proposal], of: 1) == .unknown)
    let byAgent: JSONLiteral = ["cause": "client", "agent": true, "action": try json(proposed)]
    #expect(ProposalVerdict([proposal, byAgent], of: 2) == .superseded)
    #expect(ProposalVerdict([["version": 2, "cause": "client"]], of: 2) == .notProposed)
    #expect(ProposalVerdict.unknown.note(wasAsked: true).isError)
    #expect(!ProposalVerdict.unknown.note(wasAsked: false).isError)
  }

  @Test("Nothing that a person has to confirm is done without a screen on which they can be asked")
  func hidden() async throws {
    func feature(_ name: String, confirm: Bool) -> Feature {
      var feature = Feature(name, initialState: Wide.State()) {
        Wide()
      } view: { store in
        ForEach(0..<store.rows) { Text("\($0)") }
      }
      feature.confirm = confirm
      return feature
    }
    let agent = try Agent([feature("narrow", confirm: false), feature("wide", confirm: true)])
    let session = try await agent.open("wide")
    let widened = try await agent.service.send(
      .post, "/sessions/\(session.text ?? "")/actions", json: #""widen""#)
    #expect(widened.status == 200)
    for (tool, text) in [
      ("wide_send", "Nothing was done: a person has to confirm it"),
      ("narrow_send", "This is a session of wide: use wide_send."),
    ] {
      let sent = try await agent.call(tool, ["session": session, "action": "narrow"])
      #expect(sent.isError && sent.text.hasPrefix(text), "\(sent.text)")
    }
    // Another feature's session leaves its screen behind, and comes back.
    let other = try await agent.open("narrow")
    let hidden = try await agent.call("narrow_send", ["session": other, "action": "widen"])
    #expect(hidden.text.contains("It was done: the session has version 1."))
    let shown = try await agent.call("narrow_send", ["session": other, "action": "narrow"])
    #expect(shown.version == 2)
    // A proposal that has made the screen too large is nothing that was done.
    let proposal = ServiceReply(
      status: 500, version: 3,
      content: Array(
        #"{"type":"/problems/screen-not-available","version":3,"detail":"Too large."}"#.utf8))
    let refusal = try #require(proposal.problem)
    let told = String(decoding: refusal.unasked.message(to: 1, at: .stateless), as: UTF8.self)
    #expect(told.contains("Nothing was done: ") && told.contains("Too large."))
  }

  @Test("A session that begins without a screen is named")
  func unseen() async throws {
    @Sendable func wide(_ link: String) -> Wide.State? { Wide.State(rows: 20_000) }
    let feature = Feature("wide", initialState: Wide.State(rows: 20_000), link: wide) {
      Wide()
    } view: { store in
      ForEach(0..<store.rows) { Text("\($0)") }
    }
    let agent = try Agent([feature])
    let opened = try await agent.call("wide_open", ["link": .null])
    let id = try #require(opened.text.wholeMatch(of: /The session is ([0-9a-f]{32})\. It was .*/)).1
    let sent = try await agent.call(
      "wide_send", ["session": .string(String(id)), "action": "narrow"])
    #expect(sent.version == 1)
  }

  @Test("A refusal is told, and so is a session that has moved on")
  func refused() async throws {
    for (action, text) in [
      ("[]", "It was refused. Nothing was done."),
      (Self.edit, "The session has moved on before a person has decided."),
    ] {
      let question = try await ask(agent(.full))
      try await question.send(action)
      let result = try await question.again()
      #expect(result["isError"] == true)
      #expect(question.text(result).hasPrefix(text), "\(question.text(result))")
    }
  }

  @Test("In the earlier revision, the result says how to learn what the person decides")
  func handshake() async throws {
    let agent = try agent()
    let opened = try await agent.call("standups_open")
    let session = try #require(opened.structure["session"])
    let detail = try await agent.call(
      "press", ["session": session, "control": opened.control("Navigation")])
    let call: JSONLiteral = [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": [
        "name": "press",
        "arguments": ["session": session, "control": try detail.control("Delete")],
      ],
    ]
    let response = try await agent.service.send(
      .post, "/mcp", json: call.json, fields: ["MCP-Protocol-Version": "2025-11-25"])
    #expect(response.text.contains("call look with since 2 and wait"))
    #expect(!response.text.contains("resultType"))
  }

  @Test("Any action that an agent sends waits, and no other feature's tool sends it")
  func sending() async throws {
    let agent = try agent(.full)
    let opened = try await agent.call("standups_open")
    let session = try #require(opened.structure["session"])
    let arguments: JSONLiteral = ["session": session, "action": "addStandupButtonTapped"]
    let result = try await agent.result(
      "tools/call", ["name": "standups_send", "arguments": arguments])
    #expect(result["resultType"] == "input_required")
    #expect(result["requestState"]?.text?.hasSuffix(" 1") == true)
    let other = try await agent.call("counters_send", arguments)
    #expect(other.isError && other.version == 1 && other.text.contains("use standups_send"))
    // Other features are as before.
    let counters = try await agent.open("counters")
    let sent = try await agent.call(
      "counters_send", ["session": counters, "action": "addCounterButtonTapped"])
    #expect(sent.version == 1 && !sent.isError)
  }

  @Test("A state that belongs to no call is a mistake", arguments: ["", "x 1", "x", "1 2 3"])
  func foreign(_ state: String) async throws {
    let agent = try agent()
    let session = try await agent.open("standups")
    let result = try await agent.result(
      "tools/call",
      ["name": "look", "arguments": ["session": session], "requestState": .string(state)])
    #expect(result["isError"] == true)
    // One that names a version without a proposal waits for nothing.
    let version = try await agent.result(
      "tools/call",
      [
        "name": "look", "arguments": ["session": session, "wait": 0],
        "requestState": .string("\(session.text ?? "") 99"),
      ])
    #expect(version["isError"] == true)
  }
}

@Reducer
private struct Wide {
  @ObservableState
  struct State: Codable, Hashable, Sendable {
    var rows = 0
  }

  enum Action: Codable, Hashable, Sendable {
    case widen, narrow
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.rows = action == .widen ? 20_000 : 0
      return .none
    }
  }
}
