import Backstack
import BackstackHTTP
import BackstackServiceTesting
import BackstackSessionsTestSupport
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Actions of the program and of effects, as clients see them")
struct HostActionServiceTests {
  private static func chat(startAction: Talk.Action? = nil) -> Feature {
    Feature(
      "chat", initialState: Talk.State(), link: Talk.State.init(link:), startAction: startAction
    ) { Talk() }
  }

  @Test(
    "An effect sends an action to all sessions of its room, its own included",
    arguments: ServiceTransport.allCases)
  func effects(over transport: ServiceTransport) async throws {
    let service = try HostedService([Self.chat()], over: transport)
    let ada = try await service.session(of: Talk.self, "chat", from: .link("/rooms/tea"))
    let bob = try await service.session(of: Talk.self, "chat", from: .link("/rooms/tea"))
    let eve = try await service.session(of: Talk.self, "chat", from: .link("/rooms/milk"))
    _ = try await service.send(
      .post, ada.path + "/actions", json: #"{"say": "Hello"}"#, fields: [.prefer: "wait=10"])
    #expect(try await ada.snapshot().state.messages == ["Hello"])
    #expect(try await ada.snapshot().state.reached == 2)
    #expect(try await bob.snapshot().state.messages == ["Hello"])
    #expect(try await eve.snapshot().version == 0)
  }

  @Test("A keyed creation that is repeated sends no second start action")
  func repeatedStart() async throws {
    let client = ServiceClient([Self.chat(startAction: .started)])
    let key = [(HTTPFieldName.idempotencyKey, "a-key-of-twenty-characters")]
    let first = await client.send(.post, "/sessions", #"{"feature": "chat"}"#, key)
    let again = await client.send(.post, "/sessions", #"{"feature": "chat"}"#, key)
    #expect(first.status == 201 && first.contains(#""version":1"#))
    #expect(again.text == first.text)
    let path = try #require(first.fields[.location])
    let history = await client.send(.get, path + "/history")
    #expect(history.contains(#""cause":"start","action":{"started":{}}"#), "\(history.text)")
    #expect(client.metrics.contains(#"backstack_actions_total{feature="chat",cause="host"} 1"#))
  }

  @Test("A history with actions of the program and a start action is replayed")
  func replay() async throws {
    let client = ServiceClient([Self.chat(startAction: .started)])
    let created = await client.send(.post, "/sessions", #"{"feature": "chat"}"#)
    let path = try #require(created.fields[.location])
    let id = String(path.dropFirst("/sessions/".count))
    _ = try await client.service.directory.send(action: Talk.Action.received("Hello"), to: id)
    let history = await client.send(.get, path + "/history").text
    let states = try SessionHistory<Talk.Action>(json: Array(history.utf8)).replay(
      from: Array(#"{"room":"","messages":[],"reached":0}"#.utf8), reducer: { Talk() })
    #expect(states[0]?.messages == [])
    #expect(states[1]?.messages == ["Welcome to "])
    #expect(states[2]?.messages == ["Welcome to ", "Hello"])
  }
}
