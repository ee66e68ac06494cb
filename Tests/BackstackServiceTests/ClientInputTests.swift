import Backstack
import BackstackHTTP
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackSessions

@Suite("Input from clients")
struct ClientInputTests {
  private static let push = #"{"path":{"push":{"state":{"counter":{"count":3}}}}}"#

  private static func client(_ input: ClientInput) -> ServiceClient {
    ServiceClient([
      Feature("counters", initialState: Counters.State(), clientInput: input) { Counters() }
    ])
  }

  @Test("A feature refuses pushes unless it declares that it accepts them")
  func pushes() async {
    let cautious = Self.client(ClientInput())
    let session = await cautious.create()
    let refusal = await cautious.act(session, Self.push)
    #expect(refusal.status == 422)
    #expect(refusal.problem == "invalid-value")
    #expect(refusal.contains(#""pointer":"/path/push""#))
    #expect(refusal.contains(#"the cases are \"element\", \"popFrom\""#))
    #expect(await cautious.send(.get, session).contains(#""version":0"#))
    #expect(!(await cautious.send(.get, "/features/counters").contains(#""push":"#)))

    let trusting = Self.client(ClientInput(takesState: true, takesPushes: true))
    #expect(await trusting.act(await trusting.create(), Self.push).status == 200)
    #expect(await trusting.send(.get, "/features/counters").contains(#""push":"#))
  }

  @Test("A feature refuses initial states unless it declares that it accepts them")
  func states() async {
    let creation = #"{"feature":"counters","state":{"path":[{"counter":{"count":1}}]}}"#
    let cautious = Self.client(ClientInput())
    let refusal = await cautious.send(.post, "/sessions", creation)
    #expect(refusal.status == 422)
    #expect(refusal.problem == "state-not-taken")
    #expect(refusal.contains(#""pointer":"/state""#))
    let told = await cautious.send(.get, "/features/counters")
    #expect(told.contains(#""takesState":false"#))
    #expect(!told.contains(#""initialState""#))
    let takesState = #""feature":{"type":"string","const":"counters"},"state":"#
    // Both contracts say that snapshots have a state; the one with creations, too, says it twice.
    func count(_ client: ServiceClient) async -> Int {
      await client.send(.get, "/openapi.json").text.ranges(of: takesState).count
    }
    #expect(await count(cautious) == 1)

    let trusting = Self.client(ClientInput(takesState: true))
    #expect(await trusting.send(.post, "/sessions", creation).status == 201)
    let toldMore = await trusting.send(.get, "/features/counters")
    #expect(toldMore.contains(#""takesState":true"#))
    #expect(toldMore.contains(#""initialState""#))
    #expect(await count(trusting) == 2)
  }

  @Test("The depth of actions and states is limited")
  func depth() async {
    var input = ClientInput(takesState: true, takesPushes: true)
    input.maximumDepth = 5
    let client = Self.client(input)
    let session = await client.create()
    #expect(await client.act(session, Self.push).status == 200)
    let deep = await client.act(session, #"{"path":{"push":{"state":{"counter":{"count":[]}}}}}"#)
    #expect(deep.status == 422)
    #expect(deep.problem == "content-too-complex")
    #expect(deep.contains(#""pointer":"/path/push/state/counter""#))
    let created = await client.send(
      .post, "/sessions",
      #"{"feature":"counters","state":{"path":[{"id":0,"state":{"counter":{}}}]}}"#)
    #expect(created.problem == "content-too-complex")
    #expect(created.contains(#""pointer":"/state/path/0/state""#))
  }

  @Test("The number of elements is limited")
  func elements() async {
    var input = ClientInput(takesState: true, takesPushes: true)
    input.maximumElements = 5
    let client = Self.client(input)
    let session = await client.create()
    #expect(await client.act(session, Self.push).status == 200)
    let many = await client.act(
      session, #"{"path":{"push":{"state":{"counter":{"count":3,"more":1}}}}}"#)
    #expect(many.status == 422)
    #expect(many.contains(#""pointer":"/path/push/state/counter""#))
  }

  @Test("The number of bytes is limited")
  func bytes() async {
    var input = ClientInput(takesState: true, takesPushes: true)
    input.maximumBytes = Self.push.utf8.count
    let client = Self.client(input)
    let session = await client.create()
    #expect(await client.act(session, Self.push).status == 200)
    let long = await client.act(session, Self.push + " ")
    #expect(long.status == 413)
    #expect(long.problem == "content-too-large")
    #expect(await client.send(.get, session).contains(#""version":1"#))
  }

  @Test("Each feature's limits apply to it, whatever the limits of others are")
  func bounds() async {
    var narrow = ClientInput(takesState: true)
    narrow.maximumElements = 4
    let client = ServiceClient([
      Feature("narrow", initialState: Counters.State(), clientInput: narrow) { Counters() },
      Feature(
        "wide", initialState: Counters.State(), clientInput: ClientInput(takesState: true)
      ) { Counters() },
    ])
    func create(_ feature: String) async -> Int {
      await client.send(
        .post, "/sessions",
        #"{"feature":"\#(feature)","state":{"path":[{"counter":{"count":1}}]}}"#
      ).status
    }
    #expect(await create("wide") == 201)
    #expect(await create("narrow") == 422)
  }

  @Test("The union of two inputs has the larger limit of each, in either order")
  func union() {
    var one = ClientInput(takesState: true)
    (one.maximumDepth, one.maximumElements, one.maximumBytes) = (1, 20, 300)
    var other = ClientInput(takesPushes: true)
    (other.maximumDepth, other.maximumElements, other.maximumBytes) = (10, 2, 30)
    var both = ClientInput(takesState: true, takesPushes: true)
    (both.maximumDepth, both.maximumElements, both.maximumBytes) = (10, 20, 300)
    #expect(one.union(other) == both)
    #expect(other.union(one) == both)
    #expect(one.union(one) == one)
  }
}
