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
    let field = try await renderer.field("Title")
    #expect(try await renderer.press("Apply", [field: "A2UI"]) == 204)
    #expect(try await renderer.values()?[field] == "A2UI")
    // Nothing is new, so nothing is done.
    let version = try await renderer.service.send(.get, "/sessions/\(renderer.session)").fields[
      .eTag]
    #expect(try await renderer.press("Apply") == 204)
    #expect(
      try await renderer.service.send(.get, "/sessions/\(renderer.session)").fields[.eTag]
        == version)
    // Not even what can't be sent.
    #expect(try await renderer.press("Cancel", [field: 7]) == 204)
    #expect(try await titles(renderer) == ["Daily stand-ups"])
  }

  @Test("A press that is repeated with its key is done once, although its surface is gone")
  func repeated() async throws {
    let renderer = try await Renderer("standups")
    func key(_ text: String) -> HTTPFields { ["Idempotency-Key": "\"\(text)\""] }
    _ = try await renderer.press("Add a stand-up")
    let field = try await renderer.field("Title")
    for (button, version) in [("Add an attendee", 3), ("Add", 5)] {
      let typed: [String: JSONLiteral] = [field: .string(button)]
      let message = try await renderer.message(for: button, typed)
      for hour in ["10", "11"] {
        var message = message
        message["action"]?["timestamp"] = .string("2026-11-29T\(hour):00:00Z")
        #expect(try await renderer.send(message, key("k\(version)")).status == 204)
        let read = try await renderer.service.send(.get, "/sessions/\(renderer.session)")
        #expect(read.fields[.eTag] == "\"\(version)\"", "\(read.text)")
      }
    }
    // Another message needs another key.
    let other = try await renderer.message(for: "Navigation 3 1 min", [:])
    #expect(try await renderer.send(other, key("k5")).status == 422)
    #expect(try await titles(renderer) == ["Daily stand-ups"])
    // A key that was not used does not help.
    let message = try await renderer.message(for: "Add a stand-up", [:])
    let gone = message.json.replacing("/root\"", with: "/gone\"")
    let refused = try await renderer.service.send(
      .post, "/sessions/\(renderer.session)/a2ui", json: gone, fields: key("new"))
    #expect(refused.status == 409)
  }

  @Test("Conditions on the version count for presses and for screens")
  func versionConditions() async throws {
    let renderer = try await Renderer("standups")
    let message = try await renderer.message(for: "Add a stand-up", [:])
    for condition in [
      ["If-None-Match": "*"], ["If-None-Match": "\"0\""], ["If-Match": "\"7-a2ui+json\""],
    ] as [HTTPFields] {
      #expect(try await renderer.send(message, condition).status == 412, "\(condition)")
    }
    let path = "/sessions/\(renderer.session)/screen?v=1.0"
    for (condition, status) in [("\"1-a2ui+json\"", 412), ("bad", 400), ("\"0-a2ui+json\"", 200)] {
      let fields: HTTPFields = ["Accept": "application/a2ui+json", "If-Match": condition]
      let response = try await renderer.service.send(.get, path, fields: fields)
      #expect(response.status == status, "\(condition): \(response.text)")
    }
    #expect(try await renderer.send(message, ["If-Match": "\"0-a2ui+json\""]).status == 204)
  }

  @Test("A press on a covered surface closes the levels above")
  func covered() async throws {
    let renderer = try await Renderer("standups")
    let first = try await renderer.message(for: "Navigation 3 1 min", [:])
    let second = try await renderer.message(for: "Servers 2 2 min", [:])
    #expect(try await renderer.send(first).status == 204)
    #expect(try await titles(renderer) == ["Daily stand-ups", "Navigation"])
    #expect(try await renderer.send(second).status == 204)
    #expect(try await titles(renderer) == ["Daily stand-ups", "Servers"])
    // What an agent proposes is over all levels, and no action closes it.
    let proposal = try await renderer.service.send(
      .post, "/sessions/\(renderer.session)/proposals",
      json: #"{"control":"Add","send":"addStandupButtonTapped"}"#)
    #expect(proposal.status == 200)
    #expect(try await renderer.send(first).status == 204)
    #expect(try await titles(renderer) == ["Daily stand-ups", "Navigation"])
  }

  @Test("What is no message, and a surface that is gone, are refused")
  func refused() async throws {
    let renderer = try await Renderer("counters")
    let path = "/sessions/\(renderer.session)/a2ui"
    for (content, kind, reason) in [
      ("[", "malformed-json", "RFC 8259"), ("{}", "invalid-value", "has a version"),
      (#"{"version":"v1.0"}"#, "invalid-value", "an action or an error"),
      (#"{"version":"v1.0","error":null,"action":null}"#, "invalid-value", "an action or an error"),
      (#"{"version":"v1.0","action":{}}"#, "invalid-value", "no surfaceId"),
      (#"{"version":"v1.0","action":{"surfaceId":"x"}}"#, "invalid-value", "no $action"),
    ] {
      let refused = try await renderer.service.send(.post, path, json: content)
      #expect(refused.status == (kind == "invalid-value" ? 422 : 400))
      #expect(refused.text.contains("/problems/\(kind)") && refused.text.contains(reason))
    }
    let gone = #"""
      {"version":"v1.0","action":{"name":"send","surfaceId":"x","sourceComponentId":"y",
       "timestamp":"2026-11-27T12:00:00Z","context":{"$action":"\"addCounterButtonTapped\""}}}
      """#
    let stale = try await renderer.service.send(.post, path, json: gone)
    #expect(stale.status == 409 && stale.text.contains("/problems/stale-element"))
    let error = #"{"version":"v1.0","error":{"code":"X","surfaceId":"x","message":"?"}}"#
    #expect(try await renderer.service.send(.post, path, json: error).status == 204)
    let unknown = "/sessions/" + String(repeating: "0", count: 32)
    for message in [gone, error] {
      #expect(
        try await renderer.service.send(.post, unknown + "/a2ui", json: message).status == 404)
    }
    for method in [HTTPMethod.get, .put, .delete] {
      let refused = try await renderer.service.send(method, path)
      #expect(refused.status == 405 && refused.fields[.allow] == "OPTIONS, POST")
    }
    for (method, target) in [
      (HTTPMethod.get, "screen?v=2"), (.get, "screen?wait=5"), (.get, "screen?v=1.0&v=1.0"),
      (.get, "events?view=a2ui&v=2"), (.get, "events?view=a2ui&view=state"),
      (.get, "events?view=a2ui&from=2"), (.get, "events?view=a2ui&after=x"), (.post, "a2ui?v=1.0"),
    ] {
      let query = try await renderer.service.send(
        method, "/sessions/\(renderer.session)/\(target)",
        json: method == .post ? error : nil, fields: [.accept: "application/json+a2ui"])
      #expect(query.status == 400 && query.text.contains("/problems/invalid-query"), "\(target)")
    }
    for type in [
      "text/plain", "text/plain;a=b,application/json+a2ui", "application/x-www-form-urlencoded",
    ] {
      let refused = try await renderer.service.send(
        .post, path, json: error, fields: [.contentType: type])
      #expect(refused.status == 415)
      #expect(refused.text.contains("unsupported-media-type"))
      #expect(
        refused.fields["Accept-Post"]
          == "application/json, application/a2ui+json, application/json+a2ui")
    }
    for type in ["Application/JSON+A2UI; charset=utf-8", "application/a2ui+json; version=0.9.1"] {
      let own = try await renderer.service.send(
        .post, path, json: error, fields: [.contentType: type])
      #expect(own.status == 204)
    }
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
    // Each representation has its own tag.
    let json = try await renderer.service.send(.get, path)
    #expect(json.fields[.eTag] == #""0""#)
    let present = try await renderer.service.send(
      .get, path, fields: [.accept: "application/a2ui+json", .ifNoneMatch: #"\#(tag), "0""#])
    #expect(present.status == 200 && present.fields[.contentType] == "application/a2ui+json")
    #expect(present.fields[.eTag] != tag && present.content == first.content)
    let malformed = try await renderer.service.send(
      .get, path, fields: [.accept: "application/a2ui+json", .ifNoneMatch: "0"])
    #expect(malformed.status == 400)
    // A condition on an action has the tag of the messages.
    let moved = try await renderer.response(
      to: "Add a counter", [:], fields: [.ifMatch: #""7-a2ui+json""#])
    #expect(moved.status == 412)
    let added = try await renderer.response(to: "Add a counter", [:], fields: [.ifMatch: tag])
    #expect(added.status == 204)
    #expect(added.fields["Preference-Applied"] == nil)
    let other = try await renderer.service.send(
      .get, path, fields: [.accept: "application/json+a2ui", .ifNoneMatch: tag])
    #expect(other.status == 200)
  }

  @Test("A client gets the representation that it wants most, under the name that it knows")
  func negotiation() async throws {
    let renderer = try await Renderer("counters")
    let path = "/sessions/\(renderer.session)/screen"
    let screen = "application/vnd.backstack.screen+json"
    let own = screen + "; v=1"
    for (accept, type) in [
      ("\(screen), application/json+a2ui;q=0.1", own), ("application/a2ui+json;q=0.5, */*", own),
      ("application/json, application/a2ui+json;q=0.9", own),
      ("application/a2ui+json, */*;q=0.1", "application/a2ui+json"),
      ("application/json+a2ui", "application/json+a2ui"),
      ("application/json+a2ui, application/a2ui+json", "application/a2ui+json"),
      ("application/json+a2ui, application/a2ui+json;q=0.5", "application/json+a2ui"),
    ] {
      let response = try await renderer.service.send(.get, path, fields: [.accept: accept])
      #expect(response.fields[.contentType] == type, "\(accept)")
      #expect(response.fields[.vary] == "Accept")
      let tag = try #require(response.fields[.eTag])
      let known = try await renderer.service.send(
        .get, path, fields: [.accept: accept, .ifNoneMatch: tag])
      #expect(known.status == 304 && known.fields[.vary] == "Accept")
    }
    let refused = try await renderer.service.send(.get, path, fields: [.accept: "text/html"])
    #expect(refused.status == 406 && refused.text.contains("application/a2ui+json"))
    #expect(refused.text.contains("/problems/not-acceptable"))
  }

  @Test("A value that can't be chosen is refused, and nothing else of its press is done")
  func wrongValues() async throws {
    let renderer = try await Renderer("inventory")
    #expect(try await renderer.press("Add an item") == 204)
    let (status, name) = (try await renderer.field("Status"), try await renderer.field("Name"))
    let path = "/sessions/\(renderer.session)"
    let before = try await renderer.service.send(.get, path).fields[.eTag]
    let wrong: [(String, JSONLiteral)] = [
      (status, .array(["\"zzz\""])), (status, .array([])), (name, .null), ("other", "1"),
    ]
    for (field, value) in wrong {
      var typed: [String: JSONLiteral] = [name: "Ada"]
      typed[field] = value
      let refused = try await renderer.response(to: "Apply", typed)
      #expect(refused.status == 422)
      #expect(refused.text.contains("invalid-value") && refused.text.contains(#"\"\#(field)\""#))
    }
    #expect(try await renderer.service.send(.get, path).fields[.eTag] == before)
  }

  @Test("A value that another one undoes is sent once more")
  func undoneValue() async throws {
    let renderer = try await Renderer("inventory")
    #expect(try await renderer.press("Add an item") == 204)
    let (status, quantity) = (
      try await renderer.field("Status"), try await renderer.field("Quantity: 1")
    )
    let options = try await renderer.components().first { component in
      component["options"] != nil && component["label"] == "Status"
    }?["options"]?.elements
    let some = try #require(options?.first?["value"])
    let none = try #require(options?.last?["value"])
    let chosen: [String: JSONLiteral] = [status: [none], quantity: "5"]
    let key: HTTPFields = ["Idempotency-Key": "\"once\""]
    #expect(try await renderer.response(to: "Apply", chosen, fields: key).status == 204)
    #expect(try await renderer.values()?[status] == [none])
    // A press that is repeated does nothing, also not to what was chosen since.
    #expect(try await renderer.press("Apply", [status: [some]]) == 204)
    let since = try await renderer.values()
    #expect(since?[status] == [some])
    #expect(try await renderer.response(to: "Apply", chosen, fields: key).status == 204)
    #expect(try await renderer.values() == since)
  }
}
