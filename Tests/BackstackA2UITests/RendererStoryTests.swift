import BackstackCoding
import BackstackDemo
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackServiceTesting
import Testing

@testable import BackstackA2UI

@Suite("A renderer uses an app")
struct RendererStoryTests {
  private func titles(_ renderer: Renderer) async throws -> [JSONLiteral?] {
    try await renderer.messages("?v=1.0").map { message in
      message["createSurface"]?["components"]?.elements.first { $0["id"] == "title" }?["text"]
    }
  }

  @Test("It opens a form, fills it in, and what was typed arrives with the button")
  func form() async throws {
    let renderer = try await Renderer("standups")
    #expect(try await renderer.press("Add a stand-up") == 204)
    #expect(try await titles(renderer) == ["Daily stand-ups", "New stand-up"])
    let title = try await renderer.components().first { $0["label"] == "Title" }
    let path = try #require(title?["value"]?["@path"]?.text)
    let field = String(path.dropFirst("/values/".count))
    #expect(try await renderer.press("Apply", [field: "A2UI"]) == 204)
    let messages = try await renderer.messages("?v=1.0")
    let values = messages.last?["createSurface"]?["dataModel"]?["values"]
    #expect(values?[field] == "A2UI")
    // Nothing is new, so nothing is done.
    let version = try await renderer.service.send(.get, "/sessions/\(renderer.session)").fields[
      .eTag]
    #expect(try await renderer.press("Apply") == 204)
    #expect(
      try await renderer.service.send(.get, "/sessions/\(renderer.session)").fields[.eTag]
        == version)
    #expect(try await renderer.press("Cancel", [field: "Other"]) == 204)
    #expect(try await titles(renderer) == ["Daily stand-ups"])
  }

  @Test("What is no message, and a surface that is gone, are refused")
  func refused() async throws {
    let renderer = try await Renderer("counters")
    let path = "/sessions/\(renderer.session)/a2ui"
    for content in ["{}", "[", #"{"version":"v1.0","action":{"surfaceId":"x"}}"#] {
      #expect(try await renderer.service.send(.post, path, json: content).status == 400)
    }
    let gone = #"""
      {"version":"v1.0","action":{"name":"send","surfaceId":"x","sourceComponentId":"y",
       "timestamp":"2026-11-27T12:00:00Z","context":{"$action":"\"addCounterButtonTapped\""}}}
      """#
    #expect(try await renderer.service.send(.post, path, json: gone).status == 400)
    let error = #"{"version":"v1.0","error":{"code":"X","surfaceId":"x","message":"?"}}"#
    #expect(try await renderer.service.send(.post, path, json: error).status == 204)
    let unknown = "/sessions/" + String(repeating: "0", count: 32)
    #expect(try await renderer.service.send(.post, unknown + "/a2ui", json: gone).status == 404)
    let version = try await renderer.service.send(
      .get, "/sessions/\(renderer.session)/screen?v=2", fields: [.accept: "application/json+a2ui"])
    #expect(version.status == 400)
    // Others are served as before.
    let screen = try await renderer.service.send(.get, "/sessions/\(renderer.session)/screen")
    #expect(screen.text.contains(#""screen":"#))
  }
}
