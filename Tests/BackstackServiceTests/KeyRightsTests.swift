import BackstackHTTP
import BackstackService
import BackstackServiceTesting
import Testing

@testable import BackstackDemo

@Suite("The rights of keys")
struct KeyRightsTests {
  private static func fields(_ name: String) -> HTTPFields {
    ["Authorization": "Bearer key-of-\(name)-0123456789"]
  }

  /// Returns a service that shares sessions, with keys of each kind.
  private func service() throws -> HostedService {
    var configuration = ServiceConfiguration()
    configuration.apiKeys = try ["ada", "reader", "agent", "poller"].map { name in
      try #require(APIKey(name: name, secret: "key-of-\(name)-0123456789"))
    }
    configuration.sharesSessions = true
    configuration.keyRights = [
      "reader": KeyRights(.read), "agent": KeyRights(.safe),
      "poller": KeyRights(.full, in: ["polls"]),
    ]
    return try HostedService(demoFeatures, configuration: configuration)
  }

  private func session(_ feature: String, in service: HostedService) async throws -> String {
    let created = try await service.send(
      .post, "/sessions", json: #"{"feature":"\#(feature)"}"#, fields: Self.fields("ada"))
    return try #require(created.fields[.location])
  }

  @Test(
    "A key that may not act reads, and is told why it can't do more",
    arguments: ["reader", "agent"])
  func reading(name: String) async throws {
    let service = try service()
    let session = try await session("counters", in: service)
    let fields = Self.fields(name)
    for path in ["", "/path", "/history", "/screen"] {
      #expect(try await service.send(.get, session + path, fields: fields).status == 200)
    }
    let ticket = try await service.send(.post, session + "/events/tickets", fields: fields)
    #expect(ticket.status == 201)
    let refused: [(HTTPMethod, String, String?)] = [
      (.post, "/sessions", #"{"feature":"counters"}"#),
      (.post, session + "/actions", #""addCounterButtonTapped""#),
      (.post, session + "/restore", #"{"version":0}"#), (.delete, session, nil),
      (.get, session + "/socket", nil), (.get, session + "/%73ocket", nil),
    ]
    for (method, path, json) in refused {
      let response = try await service.send(method, path, json: json, fields: fields)
      #expect(response.status == 403 && response.text.contains("/problems/not-permitted"))
    }
    let after = try await service.send(.get, session, fields: Self.fields("ada"))
    #expect(after.text.contains(#""version":0"#))
  }

  @Test("To a key that is for some features, others and their sessions are unknown")
  func features() async throws {
    let service = try service()
    let fields = Self.fields("poller")
    let polls = try await session("polls", in: service)
    let counters = try await session("counters", in: service)
    #expect(try await service.send(.get, polls, fields: fields).status == 200)
    #expect(try await service.send(.get, counters, fields: fields).status == 404)
    let action = #""addCounterButtonTapped""#
    let acted = try await service.send(
      .post, counters + "/actions", json: action, fields: fields)
    #expect(acted.status == 404)
    let own = try await service.send(
      .post, "/sessions", json: #"{"feature":"polls"}"#, fields: fields)
    #expect(own.status == 201)
    let other = try await service.send(
      .post, "/sessions", json: #"{"feature":"counters"}"#, fields: fields)
    #expect(other.status == 422 && other.text.contains("unknown-feature"))
  }

  @Test("A key without rights of its own does everything")
  func others() async throws {
    let service = try service()
    let session = try await session("counters", in: service)
    let acted = try await service.send(
      .post, session + "/actions", json: #""addCounterButtonTapped""#, fields: Self.fields("ada"))
    #expect(acted.status == 200)
  }
}
