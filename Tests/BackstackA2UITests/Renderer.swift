import BackstackCoding
import BackstackDemo
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackServiceTesting
import Testing

@testable import BackstackA2UI

/// A renderer of a service that hosts the demo's features, without a socket.
struct Renderer {
  let service: HostedService
  let session: String

  init(_ feature: String, link: String? = nil) async throws {
    var configuration = ServiceConfiguration()
    configuration.innermostMiddleware = [A2UIAccess()]
    service = try HostedService(demoFeatures, configuration: configuration)
    var creation: JSONLiteral = ["feature": .string(feature)]
    creation["link"] = link.map { .string($0) }
    let created = try await service.send(.post, "/sessions", json: creation.json)
    session = String(try #require(created.fields[.location]).dropFirst("/sessions/".count))
  }

  /// The messages of the present screen.
  func messages(_ query: String = "") async throws -> [JSONLiteral] {
    let response = try await service.send(
      .get, "/sessions/\(session)/screen\(query)", fields: [.accept: "application/json+a2ui"])
    #expect(response.fields[.contentType] == "application/json+a2ui")
    return try JSONLiteral(decoding: response.content).elements
  }

  /// The components of the top-most surface.
  func components() async throws -> [JSONLiteral] {
    let messages = try await messages("?v=1.0")
    return messages.last?["createSurface"]?["components"]?.elements ?? []
  }

  /// Presses the button with a text, as a renderer does, with what a person has typed.
  func press(_ text: String, _ typed: [String: JSONLiteral] = [:]) async throws -> Int {
    try await response(to: text, typed).status
  }

  /// Returns the id of the field with a label on the top-most surface.
  func field(_ label: JSONLiteral) async throws -> String {
    let field = try await components().first { $0["label"] == label && $0["value"] != nil }
    let path = try #require(field?["value"]?["@path"]?.text)
    return String(path.dropFirst("/values/".count))
  }

  /// The values of the top-most surface.
  func values() async throws -> JSONLiteral? {
    try await messages("?v=1.0").last?["createSurface"]?["dataModel"]?["values"]
  }

  /// Returns the response to a press with what a person has typed, which may be no field of the surface.
  func response(
    to text: String, _ typed: [String: JSONLiteral], fields: HTTPFields = HTTPFields()
  ) async throws -> ServiceResponse {
    try await send(try await message(for: text, typed), fields)
  }

  /// Sends a message.
  func send(
    _ message: JSONLiteral, _ fields: HTTPFields = HTTPFields()
  ) async throws -> ServiceResponse {
    try await service.send(
      .post, "/sessions/\(session)/a2ui", json: message.json, fields: fields)
  }

  /// Returns the message for a press on the button with a text on the top-most surface.
  func message(
    for text: String, _ typed: [String: JSONLiteral]
  ) async throws -> JSONLiteral {
    let messages = try await messages("?v=1.0")
    let surface = try #require(messages.last?["createSurface"])
    let components = surface["components"]?.elements ?? []
    let label = components.first {
      $0["text"] == .string(text) && $0["id"]?.text?.hasSuffix("_2ftext") == true
    }
    let button = try #require(
      components.first { $0["component"] == "Button" && $0["child"] == label?["id"] },
      "There is no button \(text) in \(JSONLiteral.array(components).json)")
    var context = button["action"]?["event"]?["context"] ?? [:]
    for member in context.members where member.value["@path"] != nil {
      context[member.name] = surface["dataModel"]?["values"]?[member.name]
      if let value = typed[member.name] { context[member.name] = value }
    }
    if let other = typed["other"] { context["other"] = other }
    return [
      "version": "v1.0",
      "action": [
        "name": "send", "surfaceId": surface["surfaceId"] ?? .null,
        "sourceComponentId": button["id"] ?? .null, "timestamp": "2026-11-27T12:00:00Z",
        "context": context,
      ],
    ]
  }
}
