import BackstackCoding
import BackstackDemo
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackServiceTesting
import Testing

@testable import BackstackAgents

/// An agent of a service that hosts the demo's features, without a socket.
struct Agent {
  let service: HostedService
  /// The fields that each request has, such as its key.
  var fields = HTTPFields()

  init(
    _ features: [Feature] = demoFeatures, rights: KeyRights.Level = .full,
    configuration: ServiceConfiguration = .init()
  ) throws {
    var configuration = configuration
    configuration.innermostMiddleware.append(
      AgentAccess(
        to: features, rights: rights, keyRights: configuration.keyRights,
        allowedOrigins: configuration.allowedOrigins))
    configuration.pathsWithOwnRights = [AgentAccess.path]
    service = try HostedService(features, configuration: configuration)
  }

  /// Sends a message in the stateless revision, with the fields that repeat its content.
  ///
  /// - Parameter changed: Fields in place of the right ones; empty ones are left out.
  func send(
    _ method: String, _ params: JSONLiteral = [:], id: JSONLiteral? = 1,
    changed: [String: String] = [:]
  ) async throws -> ServiceResponse {
    var params = params
    params["_meta"] =
      params["_meta"] ?? [
        ProtocolRevision.Meta.version: "2026-07-28", ProtocolRevision.Meta.capabilities: [:],
      ]
    var message: JSONLiteral = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    message["id"] = id
    var all = ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method]
    all["Mcp-Name"] = (params["name"] ?? params["uri"])?.text
    for (name, value) in changed { all[name] = value }
    var fields = fields
    for (name, value) in all where !value.isEmpty { fields.append(HTTPFieldName(name), value) }
    return try await service.send(.post, "/mcp", json: message.json, fields: fields)
  }

  /// The result of a method.
  func result(_ method: String, _ params: JSONLiteral = [:]) async throws -> JSONLiteral {
    let response = try await send(method, params)
    let json = try JSONLiteral(decoding: response.content)
    #expect(response.status == 200)
    #expect(json["id"] == 1)
    return try #require(json["result"], "\(response.text)")
  }

  /// Calls a tool.
  func call(_ tool: String, _ arguments: JSONLiteral = [:]) async throws -> ToolResult {
    let result = try await result("tools/call", ["name": .string(tool), "arguments": arguments])
    return ToolResult(
      text: result["content"]?.elements.first?["text"]?.text ?? "",
      structure: result["structuredContent"] ?? .null, isError: result["isError"] == true)
  }

  /// Opens a session, and returns its id.
  func open(_ feature: String) async throws -> JSONLiteral {
    try #require(try await call("\(feature)_open").structure["session"])
  }
}

/// What an agent gets.
struct ToolResult {
  let text: String
  let structure: JSONLiteral
  let isError: Bool

  var version: Int? { structure["version"].flatMap { Int($0.json) } }

  /// The reference of the control whose text begins so.
  func control(_ text: String) throws -> JSONLiteral {
    let controls = structure["controls"]?.elements ?? []
    let found = controls.first { $0["text"]?.text?.hasPrefix(text) == true }
    return try #require(found?["control"], "There is no \(text) in:\n\(self.text)")
  }
}

/// The error of a response.
func error(_ response: ServiceResponse) throws -> (status: Int, code: Int, id: JSONLiteral) {
  let json = try JSONLiteral(decoding: response.content)
  let code = try #require(json["error"]?["code"].flatMap { Int($0.json) }, "\(response.text)")
  return (response.status, code, try #require(json["id"]))
}
