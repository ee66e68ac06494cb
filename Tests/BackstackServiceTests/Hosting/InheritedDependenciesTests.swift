import Backstack
import BackstackHTTP
import BackstackService
import BackstackServiceTesting
import BackstackTesting
import FoundationEssentials
import Testing

/// A feature whose state shows its dependencies.
@Reducer
private struct Stamped {
  struct State: Codable, Sendable { var stamps: [String] = [] }
  enum Action: Codable, Sendable {
    case stamp, stampLater
    @ServerOnly case stamped(String)
  }

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .stamp: state.stamps.append(uuid().uuidString)
      case .stampLater:
        return .run { [uuid] send in await send(.stamped(uuid().uuidString)) }
      case .stamped(let stamp): state.stamps.append(stamp)
      }
      return .none
    }
  }
}

@Suite("Dependencies of tests in hosted features")
struct InheritedDependenciesTests {
  private let contexts = LockIsolated<[String: DependencyContext]>([:])

  private func note(_ place: String) {
    let context = DependencyValues.current.context
    contexts.withValue { $0[place] = context }
  }

  @Test(
    "A hosted feature has the test's dependencies over every transport",
    .dependency(\.uuid, .constant(UUID(7))),
    arguments: ServiceTransport.allCases)
  func trait(over transport: ServiceTransport) async throws {
    let feature = Feature(
      "stamped", initialState: Stamped.State(), clientInput: ClientInput(takesState: true),
      validate: { _ in note("validate") }
    ) {
      Stamped()
    } withDependencies: {
      if $0.context == .test { note("overrides") }
    }
    .onSessionStart { _ in note("start") }
    .onSessionEnd { _, _ in note("end") }
    let service = try HostedService([feature], over: transport)
    let created = try await service.send(
      .post, "/sessions", json: #"{"feature": "stamped", "state": {"stamps": []}}"#)
    let session = try #require(created.fields[.location])
    for action in [#""stamp""#, #""stampLater""#] {
      let answer = try await service.send(.post, session + "/actions", json: action)
      #expect(answer.status == 200)
    }
    let stamp = UUID(7).uuidString
    let snapshot = try await service.send(.get, session)
    #expect(snapshot.text.contains(#""stamps":["\#(stamp)","\#(stamp)"]"#), "\(snapshot.text)")
    // The calls during the creation do not count; later ones do.
    contexts.withValue { $0["validate"] = nil }
    let restored = try await service.send(.post, session + "/restore", json: #"{"version": 0}"#)
    #expect(restored.status == 200)
    _ = try await service.send(.delete, session)
    #expect(
      contexts.value == ["validate": .test, "overrides": .test, "start": .test, "end": .test])
  }

  @Test(
    "A hosted feature has live dependencies without the trait", arguments: ServiceTransport.allCases
  )
  func live(over transport: ServiceTransport) async throws {
    let feature = Feature("stamped", initialState: Stamped.State()) {
      Stamped()
    } withDependencies: {
      let context = $0.context
      contexts.setValue(["overrides": context])
    }
    let service = try HostedService([feature], over: transport)
    let created = try await service.send(.post, "/sessions", json: #"{"feature": "stamped"}"#)
    #expect(created.status == 201)
    #expect(contexts.value == ["overrides": .live])
  }
}
