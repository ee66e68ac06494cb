import BackstackCoding
import BackstackScreenText
import BackstackServiceTesting
import Testing

@testable import BackstackAgents

@Suite("What agents may do")
struct AgentRightsTests {
  private func names(_ rights: AgentRights) async throws -> Set<String> {
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

  @Test("A destructive control needs a person, unless agents may do everything")
  func destructive() async throws {
    for rights in [AgentRights.safe, .full] {
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
