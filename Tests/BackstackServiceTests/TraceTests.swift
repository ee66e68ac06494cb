import Backstack
import BackstackHTTP
import BackstackServiceTesting
import BackstackTesting
import Testing

@testable import BackstackService

@Suite("The trace of a request in effects")
struct TraceTests {
  /// Records the trace wherever code of a feature can read it.
  @Reducer
  struct Traced {
    struct State: Codable, Sendable { var seen: [String] = [] }

    enum Action: Codable, Sendable {
      /// Starts an effect, whose action starts another one.
      case begin
      case ran(String)
      case ranAgain(String)
      /// Starts an effect that waits for the clock.
      case wait
      /// Sends itself another action without a task.
      case forward
    }

    @Dependency(\.trace) private var trace
    @Dependency(\.continuousClock) private var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .begin:
          state.seen.append("action \(name(trace))")
          return effect()
        case .ran(let name):
          state.seen.append("effect \(name)")
          state.seen.append("its action \(TraceTests.name(trace))")
          return .run { [trace] send in
            @Dependency(\.trace) var own
            await send(.ranAgain(TraceTests.name(own == trace ? own : nil)))
          }
        case .ranAgain(let name):
          state.seen.append("its effect \(name)")
        case .wait:
          return .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            @Dependency(\.trace) var trace
            await send(.ran(name(trace)))
          }
        case .forward:
          return .send(.begin)
        }
        return .none
      }
      // Changes the dependencies of everything above.
      .dependency(\.uuid, .incrementing)
    }

    private func effect() -> Effect<Action> {
      .run { send in
        @Dependency(\.trace) var trace
        await send(.ran(name(trace)))
      }
    }
  }

  /// The beginning of a trace's id, and its state.
  private static func name(_ trace: TraceContext?) -> String {
    guard let trace else { return "none" }
    return "\(trace.traceParent.dropFirst(3).prefix(4)) \(trace.traceState ?? "-")"
  }

  private static func parent(_ digit: Character) -> String {
    "00-\(String(repeating: digit, count: 32))-b7ad6b7169203331-01"
  }

  private static func seen(_ name: String) -> String {
    #""seen":["action \#(name)","effect \#(name)","its action \#(name)","its effect \#(name)"]"#
  }

  private let clock = TestClock()

  private func client() -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.settleTimeout = 3600
    let feature = Feature("traced", initialState: Traced.State()) {
      Traced()
    } withDependencies: { [clock] in
      $0.continuousClock = clock
    }
    return ServiceClient([feature], configuration: configuration)
  }

  private func create(_ client: ServiceClient) async -> String {
    await client.create(#"{"feature": "traced"}"#)
  }

  @Test(
    "An action, its effect, and what that causes, see the request's trace",
    arguments: [#""begin""#, #"["begin"]"#, #""forward""#])
  func inherited(action: String) async {
    let client = client()
    for fields: [(HTTPFieldName, String)] in [[], [("Prefer", "wait=3600")]] {
      let session = await create(client)
      let answer = await client.act(
        session, action, [(.traceParent, Self.parent("a")), (.traceState, "v=1")] + fields)
      #expect(answer.contains(Self.seen("aaaa v=1")), "\(answer.text)")
    }
  }

  @Test("An action without a trace sees none, also after one that has a trace")
  func none() async {
    let client = client()
    let session = await create(client)
    for action in [#""begin""#, #"["begin"]"#] {
      #expect(await client.act(session, action, [(.traceParent, Self.parent("a"))]).status == 200)
      let answer = await client.act(session, action)
      #expect(answer.contains(#""action none","effect none","its action none","its effect none""#))
    }
  }

  @Test(
    "An invalid trace is as none",
    arguments: [
      "", "00-\(String(repeating: "0", count: 32))-b7ad6b7169203331-01",
      "ff-\(String(repeating: "a", count: 32))-b7ad6b7169203331-01", "00-aaaa-bbbb-01",
    ])
  func invalid(parent: String) async {
    let client = client()
    let answer = await client.act(
      await create(client), #""begin""#, [(.traceParent, parent), (.traceState, "v=1")])
    #expect(answer.contains(Self.seen("none")), "\(answer.text)")
  }

  @Test("A message of a socket has a trace of its own, unless it is invalid")
  func messages() async throws {
    let client = client()
    for (parent, name) in [(Self.parent("a"), "aaaa -"), ("00-aaaa-bbbb-01", "none")] {
      let session = await create(client)
      let socket = try #require(await client.socket(session))
      _ = socket.read()
      socket.send(#"{"id":1,"send":"begin","wait":3600,"traceparent":"\#(parent)"}"#)
      _ = await socket.read(until: #"{"id":1,"#)
      #expect(await client.send(.get, session).contains(Self.seen(name)))
      socket.leave()
    }
  }

  @Test("Effects that wait keep their own traces, in one session and in several")
  func concurrent() async {
    let client = client()
    let (first, second) = (await create(client), await create(client))
    for (session, digit) in [(first, "a"), (second, "b"), (first, "c")] {
      let fields = [(HTTPFieldName.traceParent, Self.parent(Character(digit)))]
      #expect(await client.act(session, #""wait""#, fields).status == 200)
    }
    #expect(await client.act(second, #""wait""#).status == 200)
    #expect(await client.act(first, #""begin""#).contains(Self.seen("none")))
    await clock.advance(by: .seconds(1))
    for (session, expected) in [(first, ["aaaa -", "cccc -"]), (second, ["bbbb -", "none"])] {
      // The response waits until all effects of the session have ended.
      let text = await client.act(session, #""begin""#).text
      for name in expected {
        for place in ["effect", "its action", "its effect"] {
          #expect(text.contains("\"\(place) \(name)\""), "\(text)")
        }
      }
    }
  }

  @Test("Actions of the program see no trace")
  func host() async throws {
    let client = client()
    let session = await create(client)
    let fields = [(HTTPFieldName.traceParent, Self.parent("a"))]
    #expect(await client.act(session, #""begin""#, fields).status == 200)
    let id = String(session.dropFirst("/sessions/".count))
    _ = try await client.service.directory.send(action: Traced.Action.begin, to: id)
    // The response waits until all effects of the session have ended.
    let text = await client.act(session, #""begin""#).text
    #expect(text.split(separator: " aaaa").count == 1 + 4)
    #expect(text.split(separator: " none").count == 1 + 8)
  }

  @Test("What is passed on is the client's trace, with the server's work as the parent")
  func values() throws {
    let request = try HTTPRequest(
      method: .get, target: "/",
      fields: [.traceParent: Self.parent("a"), .traceState: "v=1,w=2"])
    let trace = try #require(request.continuedTrace)
    #expect(trace.traceParent == request.trace.traceParent)
    #expect(trace.parentID == "b7ad6b7169203331" && trace.spanID != trace.parentID)
    #expect(trace.state == "v=1,w=2")
    #expect(try HTTPRequest(method: .get, target: "/").continuedTrace == nil)
  }
}
