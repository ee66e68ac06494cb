import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

/// A feature whose stacks are in its children, one of which is optional.
@Reducer
private struct Branches {
  struct State: Codable, Sendable {
    var browse = Errands.State()
    var search: Errands.State?
  }

  enum Action: Codable, Sendable {
    case browse(Errands.Action)
    case openSearch
    case search(Errands.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.browse, action: \.browse) { Errands() }
    Reduce { state, action in
      if case .openSearch = action { state.search = Errands.State() }
      return .none
    }
    .ifLet(\.search, action: \.search) { Errands() }
  }
}

@Suite("The navigation stack of a session")
struct NavigationPathTests {
  private let input = ClientInput(takesPushes: true)

  private func session(_ feature: Feature) async -> (ServiceClient, String) {
    let client = ServiceClient([feature])
    let session = await client.create(#"{"feature": "branches"}"#)
    let push = #"{"browse": {"path": {"push": {"state": {"note": "a"}}}}}"#
    #expect(await client.act(session, push).status == 200)
    return (client, session)
  }

  @Test("The default stack is the one that the feature declares, and others have names")
  func named() async {
    let feature = Feature(
      "branches", initialState: Branches.State(), path: \.browse.path,
      paths: ["search": \.search?.path, "browse": \.browse.path], clientInput: input
    ) { Branches() }
    let (client, session) = await session(feature)
    let stack = #"[{"id":0,"state":{"note":"a"}}]"#
    for query in ["", "?name=browse", "?name=browse&wait=0"] {
      let answer = await client.send(.get, session + "/path" + query)
      #expect(answer.status == 200 && answer.text == stack, "\(query)")
      #expect(answer.version == 1)
    }
    for query in ["?name=search", "?name=", "?name=path"] {
      let answer = await client.send(.get, session + "/path" + query)
      #expect(answer.status == 404 && answer.problem == "no-stack", "\(query)")
      #expect(answer.contains(#"Paths are read by name: \"browse\", \"search\"."#))
      let known = await client.send(
        .get, session + "/path" + query, nil, [(.ifNoneMatch, #""1""#)])
      #expect(known.status == 404, "\(query)")
    }
    let known = await client.send(.get, session + "/path", nil, [(.ifNoneMatch, #""1""#)])
    #expect(known.status == 304)
    _ = await client.act(session, #""openSearch""#)
    #expect(await client.send(.get, session + "/path?name=search").text == "[]")
    // The cached response is not used for another stack, nor for an earlier state.
    #expect(await client.send(.get, session + "/path").text == stack)
    _ = await client.act(session, #"{"browse": {"path": {"popFrom": {"id": 0}}}}"#)
    #expect(await client.send(.get, session + "/path").text == "[]")
    #expect(await client.send(.get, session + "/path?stack=browse").problem == "invalid-query")
  }

  @Test("The stack of a feature without one gets 404")
  func none() async {
    let (client, session) = await session(
      Feature("branches", initialState: Branches.State(), clientInput: input) { Branches() })
    let answer = await client.send(.get, session + "/path")
    #expect(answer.status == 404 && answer.problem == "no-stack")
    #expect(answer.contains("The snapshot has the whole state."))
    #expect(await client.send(.get, session).status == 200)
  }

  @Test("A key path to something other than a stack is reported when the feature is created")
  func noStack() {
    let messages = LockIsolated<[String]>([])
    withDependencies {
      $0.issueReporter = IssueReporter { issue in messages.withValue { $0.append(issue.message) } }
    } operation: {
      _ = Feature(
        "branches", initialState: Branches.State(), path: \.browse.count,
        paths: ["search": \.search, "right": \.search?.path]
      ) { Branches() }
    }
    #expect(messages.value.count == 2)
    #expect(
      messages.value.contains { $0.contains("of the default path") && $0.contains("leads to Int") })
    #expect(messages.value.contains { $0.contains(#"of the path "search""#) })
  }
}
