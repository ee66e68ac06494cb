import BackstackCoding
import BackstackDemo
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackServiceTesting
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

  @Test("A call with a key that is repeated while a person is asked was done before")
  func repeated() async throws {
    let question = try await ask(agent())
    try await question.send("[]")
    var arguments = question.arguments
    arguments["key"] = "delete"
    let asked = try await question.agent.result(
      "tools/call", ["name": "press", "arguments": arguments])
    #expect(asked["resultType"] == "input_required")
    let again = try await question.agent.call("press", arguments)
    #expect(again.text.hasPrefix("This call was done before"), "\(again.text)")
    // After a refusal, the call does not ask again.
    try await question.send("[]")
    let later = try await question.agent.call("press", arguments)
    #expect(later.text.hasPrefix("This call was done before"), "\(later.text)")
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

  @Test("A refusal is told, and so is a session that has moved on")
  func refused() async throws {
    for (action, text) in [
      ("[]", "It was refused. Nothing was done."),
      (
        #"{"path":{"element":{"id":0,"action":{"detail":{"editButtonTapped":{}}}}}}"#,
        "The session has moved on before a person has decided."
      ),
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
