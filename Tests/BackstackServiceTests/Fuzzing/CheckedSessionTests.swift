import Backstack
import BackstackDemo
import BackstackHTTP
import BackstackService
import BackstackServiceTesting
import FoundationEssentials
import Testing

@Suite("Checked sessions")
struct CheckedSessionTests {
  private func feature(_ name: String) throws -> Feature {
    try #require(demoFeatures.first { $0.name == name })
  }

  @Test("A session that began with the largest element id can be resumed, and gets later ids")
  func largestID() async throws {
    let session = try CheckedSession(of: feature("counters"))
    try await session.create(
      #"{"feature":"counters","state":{"path":[{"id":4503599627370496,"state":{"counter":{"count":1}}}]}}"#
    )
    try await session.send(#"{"path":{"push":{"state":{"counter":{"count":1}}}}}"#, asPatch: true)
    try await session.send("\"addCounterButtonTapped\"")
    try await session.resume()
    try await session.send("\"addCounterButtonTapped\"")
    try await session.restore(1)
    try await session.resume()
    let path = try #require(session.path)
    let stack = try await session.service.send(.get, path + "/path")
    #expect(stack.text.contains(#""id":4503599627370497"#))
  }

  @Test("Time advances for effects only with a step, and refusals are no inconsistency")
  func steps() async throws {
    let session = try CheckedSession(of: feature("counters"))
    try await session.send("\"addCounterButtonTapped\"")
    try await session.create(#"{"feature":"another"}"#)
    try await session.create(#"{"feature":"counters"}"#)
    try await session.send("\"addCounterButtonTapped\"", asPatch: true)
    try await session.send(
      #"{"path":{"element":{"id":0,"action":{"counter":"startTimerButtonTapped"}}}}"#)
    try await session.send(#"{"path":{"element":{"id":9,"action":{"counter":"dance"}}}}"#)
    try await session.advance(by: .seconds(2))
    try await session.readHistory()
    let path = try #require(session.path)
    let answer = try await session.service.send(.get, path + "/path")
    #expect(answer.text == #"[{"id":0,"state":{"counter":{"count":2,"isTimerOn":true}}}]"#)
    #expect(answer.version == 4)
  }

  @Test("Patches of shared values with keys are compared with them")
  func shared() async throws {
    let feature = Feature("boards", initialState: Boards.initialState) { Boards() }
    let session = try CheckedSession(of: feature)
    try await session.create(#"{"feature":"boards"}"#)
    try await session.send(#"{"log":"a"}"#, asPatch: true)
    try await session.send(#"{"log":"b"}"#, asPatch: true)
    try await session.send(#""visit""#, asPatch: true)
    try await session.send(#""countLog""#, asPatch: true)
    let shared = try await session.service.send(.get, #require(session.path))
    #expect(shared.text.contains(#""shared":{"changes":2,"#), "\(shared.text)")
    try await session.resume()
    try await session.restore(2)
  }

  @Test("A state that changes when it is decoded again is reported")
  func coding() async throws {
    let feature = Feature("forgetful", initialState: Forgetful.State()) { Forgetful() }
    let session = try CheckedSession(of: feature)
    let error = await #expect(throws: Inconsistency.self) {
      try await session.create(#"{"feature":"forgetful"}"#)
    }
    #expect(error?.kind == .coding)
    #expect(error?.message.contains(#"{"count":1}"#) == true)
  }

  @Test("Overridden dependencies replace those that the feature sets")
  func dependencies() async throws {
    let feature = Feature("forgetful", initialState: Forgetful.State()) {
      Forgetful()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    .overridingDependencies { $0.uuid = .constant(UUID(7)) }
    let service = try HostedService([feature])
    let session = try await service.session(of: Forgetful.self, "forgetful")
    #expect(try await session.send(.name).state.name == UUID(7).uuidString)
  }
}

/// A feature whose state counts how often it is decoded.
@Reducer
struct Forgetful {
  struct State: Codable, Sendable {
    var count = 0
    var name: String?

    init() {}

    private enum Key: CodingKey { case count, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      count = try container.decode(Int.self, forKey: .count) + 1
      name = try container.decodeIfPresent(String.self, forKey: .name)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(count, forKey: .count)
      try container.encodeIfPresent(name, forKey: .name)
    }
  }

  enum Action: Codable, Sendable { case name }

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.name = uuid().uuidString
      return .none
    }
  }
}
