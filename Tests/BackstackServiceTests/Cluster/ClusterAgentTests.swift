import BackstackAgents
import BackstackCoding
import BackstackTestSupport
import Testing

@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Agents in a cluster")
struct ClusterAgentTests {
  private func cluster() async throws -> ServerCluster {
    let marks = Feature("marks", initialState: Marks.State()) { Marks() }
    return try await ServerCluster {
      $0.innermostMiddleware = [AgentAccess(to: [marks])]
    }
  }

  /// Calls a tool at a server, in the revision that needs no introduction.
  private func call(
    _ tool: String, _ arguments: JSONLiteral, at server: BackstackServer, of cluster: ServerCluster
  ) async throws -> JSONLiteral {
    let message: JSONLiteral = [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": ["name": .string(tool), "arguments": arguments],
    ]
    let fields: HTTPFields = ["MCP-Protocol-Version": "2025-11-25"]
    let response = try await cluster.send(
      .post, "/mcp", message.json, fields: fields, to: server)
    let json = try JSONLiteral(decoding: response.body.bytes)
    #expect(json["result"]?["isError"] == false, "\(response.text)")
    return try #require(json["result"]?["structuredContent"])
  }

  @Test("An agent uses a session at any server, and the history says that it was an agent")
  func anywhere() async throws {
    let cluster = try await cluster()
    for opening in cluster.servers {
      let opened = try await call(
        "marks_open", ["key": .string("\(opening.localPort ?? 0)-0123456789abcdef")], at: opening,
        of: cluster)
      guard case .string(let id)? = opened["session"] else { throw CancellationError() }
      let owner = cluster.owner(of: id)
      for (number, server) in cluster.servers.enumerated() {
        let sent = try await call(
          "marks_send", ["session": .string(id), "action": ["mark": .number("\(number)")]],
          at: server, of: cluster)
        #expect(sent["version"] == .number("\(number + 1)"))
        let seen = try await call("look", ["session": .string(id)], at: server, of: cluster)
        #expect(seen["version"] == sent["version"])
      }
      #expect(cluster.owner(of: id) === owner)
      for server in cluster.servers {
        let history = try await call("history", ["session": .string(id)], at: server, of: cluster)
        guard case .array(let entries)? = history["entries"] else { throw CancellationError() }
        #expect(entries.map { $0["agent"] } == [true, true, true, true])
      }
    }
    try await cluster.shutDown()
  }

  @Test("A person is asked, and answers, at any server")
  func proposals() async throws {
    let cluster = try await cluster()
    let id = try await cluster.create(at: cluster.servers[0])
    let proposal = #"{"control":"Mark","send":{"mark":7}}"#
    for (number, server) in cluster.servers.enumerated() {
      let other = cluster.servers[(number + 1) % 3]
      let asked = try await cluster.send(.post, "/sessions/\(id)/proposals", proposal, to: server)
      #expect(asked.fields[.eTag] == "\"\(2 * number + 1)\"", "\(asked.text)")
      let screen = try await cluster.send(.get, "/sessions/\(id)/screen", to: other)
      #expect(screen.text.contains("$proposal@"))
      let refused = try await cluster.send(.post, "/sessions/\(id)/actions", "[]", to: other)
      #expect(refused.fields[.eTag] == "\"\(2 * number + 2)\"")
    }
    try await cluster.shutDown()
  }
}
