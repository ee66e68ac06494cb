import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackServiceTesting
import Testing

@testable import BackstackAgents

@Suite("The Model Context Protocol")
struct ProtocolTests {
  @Test(
    "A cursor that the service refuses, and a form that it does not have, are mistakes of the agent"
  )
  func refusedResources() throws {
    let problem = #"{"type":"/problems/invalid-query","title":"A","detail":"B"}"#
    let replies = [400, 406].map {
      ServiceReply(status: $0, version: nil, content: Array(problem.utf8))
    }
    let read = ResourceRead(uri: "x", path: "/x", type: SessionResource.Part.a2ui.type)
    for step in [ResourceList(cursor: "zz").next(after: replies[0]), read.next(after: replies[1])] {
      guard case .fail(let error) = step else { throw RPCError(.internalError, "\(step)") }
      #expect(error.code == .invalidParams)
    }
  }

  @Test("A client of the stateless revision learns what the server has")
  func discovery() async throws {
    let result = try await Agent().result("server/discover")
    #expect(result["supportedVersions"] == ["2026-07-28", "2025-11-25"])
    #expect(result["resultType"] == "complete")
    #expect(result["cacheScope"] == "public")
    #expect(result["capabilities"]?["tools"] == [:])
    #expect(result["_meta"]?[ProtocolRevision.Meta.serverInfo]?["name"] == "backstack")
  }

  @Test("A client of the revision before introduces itself, and the server keeps nothing of it")
  func handshake() async throws {
    let agent = try Agent()
    let first = try await agent.service.send(
      .post, "/mcp",
      json:
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#
    )
    let result = try #require(try JSONLiteral(decoding: first.content)["result"])
    #expect(result["protocolVersion"] == "2025-11-25")
    #expect(result["resultType"] == nil)
    #expect(first.fields["Mcp-Session-Id"] == nil)
    let fields: HTTPFields = ["MCP-Protocol-Version": "2025-11-25"]
    let second = try await agent.service.send(
      .post, "/mcp", json: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      fields: fields)
    #expect(second.status == 202)
    let unknown = try await agent.service.send(
      .post, "/mcp", json: #"{"jsonrpc":"2.0","id":2,"method":"nonsense"}"#, fields: fields)
    #expect(try error(unknown) == (200, -32601, 2))
  }

  @Test(
    "Fields that differ from the content are refused",
    arguments: [
      ["MCP-Protocol-Version": "2025-11-25"], ["MCP-Protocol-Version": ""],
      ["MCP-Protocol-Version": "2027-01-01"], ["Mcp-Method": "tools/list"], ["Mcp-Method": ""],
      ["Mcp-Name": "press"], ["Mcp-Name": ""], ["Mcp-Name": "=?base64?bG9v?="],
      ["Mcp-Name": "=?base64?!?="], ["Mcp-Name": "=?base64?="],
    ])
  func lies(changed: [String: String]) async throws {
    let response = try await Agent().send(
      "tools/call", ["name": "look", "arguments": [:]], changed: changed)
    #expect(try error(response) == (400, -32020, 1))
  }

  @Test("A name may be in base64")
  func base64() async throws {
    let response = try await Agent().send(
      "tools/call", ["name": "look", "arguments": [:]], changed: ["Mcp-Name": "=?base64?bG9vaw==?="]
    )
    #expect(response.status == 200)
  }

  @Test("A version that is not known is refused with those that are")
  func versions() async throws {
    let meta: JSONLiteral = [
      ProtocolRevision.Meta.version: "2027-01-01", ProtocolRevision.Meta.capabilities: [:],
    ]
    let response = try await Agent().send(
      "tools/list", ["_meta": meta], changed: ["MCP-Protocol-Version": "2027-01-01"])
    #expect(try error(response) == (400, -32022, 1))
    #expect(response.text.contains(#""supported":["2026-07-28","2025-11-25"]"#))
    let notification = try await Agent().send(
      "notifications/any", id: nil, changed: ["MCP-Protocol-Version": "2027-01-01"])
    #expect(notification.status == 400)
  }

  @Test("What every request has to tell is not missing")
  func meta() async throws {
    let response = try await Agent().send(
      "tools/list", ["_meta": [ProtocolRevision.Meta.version: "2026-07-28"]])
    #expect(try error(response) == (400, -32602, 1))
  }

  @Test("Methods, tools and resources that are not there are errors")
  func unknown() async throws {
    let agent = try Agent()
    #expect(try error(await agent.send("nonsense")) == (404, -32601, 1))
    #expect(try error(await agent.send("initialize")) == (404, -32601, 1))
    #expect(
      try error(await agent.send("tools/call", ["name": "nonsense"])) == (400, -32602, 1))
    for uri in ["nonsense", "backstack://sessions/", "backstack://sessions/x/screen"] {
      #expect(
        try error(await agent.send("resources/read", ["uri": .string(uri)])) == (400, -32602, 1))
    }
    #expect(
      try error(await agent.send("resources/list", ["cursor": "a&b"])) == (400, -32602, 1))
  }

  @Test("A page of sessions of which a client may see none leads to the next one")
  func pages() throws {
    let list = ResourceList(cursor: nil)
    func reply(_ status: Int, _ content: String) -> ServiceReply {
      ServiceReply(status: status, version: nil, content: Array(content.utf8))
    }
    guard
      case .finish(let result) = list.next(
        after: reply(200, #"{"sessions":[],"next":"/base/sessions?cursor=abc&limit=50"}"#)),
      case .fail(let error) = list.next(after: reply(414, #"{"type":"/problems/uri-too-long"}"#))
    else {
      Issue.record("It asks again.")
      return
    }
    let message = result.message(to: 1, at: .stateless)
    #expect(String(decoding: message, as: UTF8.self).contains(#""nextCursor":"abc""#))
    #expect(error.code == .invalidParams)
  }

  @Test("Only POST with JSON is taken, and no page of another site")
  func access() async throws {
    let agent = try Agent()
    let get = try await agent.service.send(.get, "/mcp")
    #expect(get.status == 405 && get.text.contains("/problems/method-not-allowed"))
    #expect(get.fields["Allow"] == "POST")
    let text = try await agent.service.send(
      .post, "/mcp", json: "{}", fields: ["Content-Type": "text/plain"])
    #expect(text.status == 400)
    var foreign = agent
    foreign.fields = ["Origin": "https://evil.example"]
    #expect(try await foreign.send("tools/list").status == 403)
    foreign.fields = ["Origin": "http://localhost"]
    #expect(try await foreign.send("tools/list").status == 200)
    var configuration = ServiceConfiguration()
    configuration.allowedOrigins = ["https://app.example"]
    var allowed = try Agent(configuration: configuration)
    allowed.fields = ["Origin": "https://app.example"]
    #expect(try await allowed.send("tools/list").status == 200)
  }

  @Test("The tools are those of a key, so that no cache may give them to another client")
  func caching() async throws {
    let tools = try await Agent().result("tools/list")
    #expect(tools["cacheScope"] == "private")
    #expect(tools["ttlMs"] == 300_000)
    #expect(try await Agent().result("prompts/list")["cacheScope"] == "public")
  }

  @Test("Without the option, there is nothing at the path")
  func off() async throws {
    let service = try HostedService([])
    #expect(try await service.send(.post, "/mcp", json: "{}").status == 404)
  }

  @Test("More content than a server takes is refused before it is read")
  func size() async throws {
    let service = try Agent().service
    let json = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","x":""#
    let response = try await service.send(
      .post, "/mcp", json: json + String(repeating: "x", count: 10 << 20) + #""}}"#)
    // Without a socket, only the tool's own checks are there.
    #expect(response.status == 200)
    #expect(response.text.contains("missing"))
  }

  @Test("There are no prompts, and each part of a session is a resource")
  func resources() async throws {
    let agent = try Agent()
    #expect(try await agent.result("prompts/list")["prompts"] == [])
    let templates = try await agent.result("resources/templates/list")["resourceTemplates"]
    #expect(templates?.elements.count == 3)
    let session = try await agent.open("counters").text ?? ""
    for (part, content) in [
      ("", #""state":"#), ("/screen", #""screen":"#), ("/history", "entries"),
    ] {
      let uri = "backstack://sessions/\(session)\(part)"
      let result = try await agent.result("resources/read", ["uri": .string(uri)])
      let text = result["contents"]?.elements.first?["text"]?.text
      #expect(text?.contains(content) == true)
      #expect(result["ttlMs"] == 0)
      #expect(result["cacheScope"] == "private")
    }
    // Without a key, nobody owns sessions.
    #expect(try await agent.result("resources/list")["resources"] == [])
  }
}
