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
    for type in [
      "text/plain", "text/plain;a=b,application/json+a2ui", "application/x-www-form-urlencoded",
    ] {
      let refused = try await renderer.service.send(
        .post, path, json: error, fields: [.contentType: type])
      let action = try await renderer.service.send(
        .post, "/sessions/\(renderer.session)/actions", json: error, fields: [.contentType: type])
      #expect(refused.status == 415)
      #expect(refused.text == action.text)
      #expect(refused.fields["Accept-Post"] == "application/json")
    }
    let own = try await renderer.service.send(
      .post, path, json: error, fields: [.contentType: "Application/JSON+A2UI; charset=utf-8"])
    #expect(own.status == 204)
    // Others are served as before.
    let screen = try await renderer.service.send(.get, "/sessions/\(renderer.session)/screen")
    #expect(screen.text.contains(#""screen":"#))
  }

  @Test("A ticket stands for a key once, for the events of its session")
  func tickets() async throws {
    var configuration = ServiceConfiguration()
    configuration.innermostMiddleware = [A2UIAccess()]
    configuration.apiKeys = [try #require(APIKey(name: "ada", secret: "key-of-ada-0123456789"))]
    let service = try HostedService(demoFeatures, configuration: configuration)
    let key: HTTPFields = ["Authorization": "Bearer key-of-ada-0123456789"]
    var sessions: [String] = []
    for _ in 0..<2 {
      let created = try await service.send(
        .post, "/sessions", json: #"{"feature":"counters"}"#, fields: key)
      sessions.append(try #require(created.fields[.location]))
    }
    let issued = try await service.send(.post, sessions[0] + "/events/tickets", fields: key)
    let ticket = try #require(try JSONLiteral(decoding: issued.content)["ticket"]?.text)
    func follow(_ session: String, _ query: String) async throws -> ServiceResponse {
      try await service.send(.get, session + "/events?view=a2ui&" + query)
    }
    let other = try await follow(sessions[1], "ticket=\(ticket)")
    #expect(other.status == 401)
    #expect(other.text.contains("invalid-ticket"))
    #expect(try await follow(sessions[0], "ticket=\(ticket)").status == 200)
    // However its parameter is spelled.
    for name in ["ticket", "%74icket"] {
      let again = try await follow(sessions[0], "\(name)=\(ticket)")
      #expect(again.status == 401)
      #expect(again.text.contains("invalid-ticket"))
    }
    // A key needs no ticket, but one that it sends is judged.
    for query in ["ticket=\(ticket)", "ticket=a%26after=0", "ticket"] {
      let response = try await service.send(
        .get, sessions[0] + "/events?view=a2ui&" + query, fields: key)
      #expect(response.status == 401)
    }
    let plain = try await service.send(.get, sessions[0] + "/events?view=a2ui", fields: key)
    #expect(plain.status == 200)
  }

  @Test("Messages are sent if the client takes them, and does not have them")
  func conditions() async throws {
    let renderer = try await Renderer("counters")
    let path = "/sessions/\(renderer.session)/screen"
    let none = try await renderer.service.send(
      .get, path, fields: [.accept: "application/json, application/json+a2ui;q=0"])
    #expect(none.text.contains(#""screen":"#))
    let first = try await renderer.service.send(
      .get, path, fields: [.accept: "application/json+a2ui"])
    let tag = try #require(first.fields[.eTag])
    let same = try await renderer.service.send(
      .get, path, fields: [.accept: "application/json+a2ui", .ifNoneMatch: tag])
    #expect(same.status == 304)
    #expect(same.content.isEmpty)
    #expect(same.fields[.eTag] == tag)
    #expect(try await renderer.press("Add a counter") == 204)
    let other = try await renderer.service.send(
      .get, path, fields: [.accept: "application/json+a2ui", .ifNoneMatch: tag])
    #expect(other.status == 200)
  }
}
