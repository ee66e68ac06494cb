import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackServiceTesting
import Testing

@testable import BackstackAgents

@Suite("What agents may do")
struct AgentRightsTests {
  private func names(_ rights: KeyRights.Level) async throws -> Set<String> {
    let tools = try await Agent(rights: rights).result("tools/list")["tools"]?.elements ?? []
    return Set(
      tools.compactMap { $0["name"]?.text }.filter { !$0.contains("_") || $0 == "polls_open" })
  }

  @Test("Tools that agents may not call are not there")
  func tools() async throws {
    #expect(try await names(.read) == ["look", "history"])
    let safe: Set = ["look", "history", "polls_open", "press", "enter", "back"]
    #expect(try await names(.safe) == safe)
    #expect(try await names(.full) == safe.union(["restore", "close"]))
    let agent = try Agent(rights: .read)
    for tool in ["polls_open", "press"] {
      #expect(
        try error(await agent.send("tools/call", ["name": .string(tool)])) == (400, -32602, 1))
    }
  }

  @Test("A key has rights of its own, within those of agents")
  func keys() async throws {
    var configuration = ServiceConfiguration()
    configuration.apiKeys = try ["ada", "bob", "eve"].map { name in
      try #require(APIKey(name: name, secret: "key-of-\(name)-0123456789"))
    }
    configuration.keyRights = [
      "bob": KeyRights(.safe, in: ["polls", "counters"]), "eve": KeyRights(.read),
    ]
    var agent = try Agent(rights: .full, configuration: configuration)
    func tools() async throws -> Set<String> {
      let tools = try await agent.result("tools/list")["tools"]?.elements ?? []
      return Set(tools.compactMap { $0["name"]?.text })
    }
    agent.fields = ["Authorization": "Bearer key-of-ada-0123456789"]
    #expect(try await tools().isSuperset(of: ["standups_send", "close", "polls_open"]))
    agent.fields = ["Authorization": "Bearer key-of-eve-0123456789"]
    #expect(try await tools() == ["look", "history"])
    agent.fields = ["Authorization": "Bearer key-of-bob-0123456789"]
    let safe: Set = ["look", "history", "press", "enter", "back", "polls_open", "counters_open"]
    #expect(try await tools() == safe)
    // It acts by a control, and by nothing else.
    let opened = try await agent.call("counters_open")
    let pressed = try await agent.call(
      "press",
      [
        "session": try #require(opened.structure["session"]),
        "control": opened.control("Add a counter"),
      ])
    #expect(pressed.version == 1)
    let session = try #require(opened.structure["session"]?.text)
    let acted = try await agent.service.send(
      .post, "/sessions/\(session)/actions", json: #""addCounterButtonTapped""#,
      fields: agent.fields)
    #expect(acted.status == 403)
    let entries = try await agent.service.send(
      .get, "/sessions/\(session)/history", fields: agent.fields)
    let history = try JSONLiteral(decoding: entries.content)["entries"]?.elements ?? []
    #expect(history.map { $0["principal"] } == ["bob", "bob"])
    #expect(history.map { $0["agent"] } == [true, true])
    #expect(
      try await agent.call("history", ["session": .string(session)]).text.contains(
        "client (an agent of bob): "))
    // The server gives agents less than the key.
    agent = try Agent(rights: .read, configuration: configuration)
    agent.fields = ["Authorization": "Bearer key-of-bob-0123456789"]
    #expect(try await tools() == ["look", "history"])
  }

  @Test("A destructive control needs a person, unless agents may do everything")
  func destructive() async throws {
    for rights in [KeyRights.Level.safe, .full] {
      let agent = try Agent(rights: rights)
      let opened = try await agent.call("standups_open")
      let session = try #require(opened.structure["session"])
      let detail = try await agent.call(
        "press", ["session": session, "control": opened.control("Navigation")])
      let delete = try await agent.call(
        "press", ["session": session, "control": detail.control("Delete")])
      #expect(detail.text.contains("(destructive)"))
      #expect(delete.isError == (rights == .safe))
      #expect(delete.version == (rights == .safe ? 1 : 2))
    }
  }
}
