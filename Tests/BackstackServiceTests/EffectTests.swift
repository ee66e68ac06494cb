import Backstack
import BackstackHTTP
import BackstackTesting
import Dispatch
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Effects in sessions")
struct EffectTests {
  private func client(
    _ gate: Gate = Gate(), log: @escaping @Sendable (String) -> Void = { _ in }
  ) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.settleTimeout = 0.01
    configuration.log = log
    configuration.effectLimits = .none
    return ServiceClient(
      [Feature("rough", initialState: Rough.State()) { Rough(gate: gate) }],
      configuration: configuration)
  }

  @Test("An effect that sends endlessly delays neither its client nor other sessions")
  func flood() async {
    let client = client()
    let flooded = await client.create(#"{"feature": "rough"}"#)
    #expect(await client.act(flooded, #""flood""#).status == 200)
    let other = await client.create(#"{"feature": "rough"}"#)
    #expect(await client.send(.get, other).status == 200)
    #expect(await client.send(.delete, flooded).status == 204)
  }

  @Test("An effect that blocks does not delay its client's response")
  func block() async {
    let gate = Gate()
    let client = client(gate)
    let session = await client.create(#"{"feature": "rough"}"#)
    let answer = await client.act(session, #""block""#)
    #expect(answer.contains(#""effects":1"#))
    #expect(answer.contains(#""count":0"#))
    gate.open()
  }

  @Test("An issue that a reducer reports is logged with its location and session")
  func issues() async {
    let lines = Mutex<[String]>([])
    let client = client { line in lines.withLock { $0.append(line) } }
    let session = await client.create(#"{"feature": "rough"}"#)
    let answer = await client.act(session, #""complain""#)
    #expect(answer.status == 200)
    #expect(answer.contains(#""issues":[{"message":"No \"good\" reason","location":"#))
    #expect(await !client.send(.get, session).contains("issues"))
    let logged = lines.withLock { $0 }
    #expect(logged.count == 1)
    #expect(logged.first?.contains(#""message":"No \"good\" reason""#) == true)
    #expect(logged.first?.contains(session.dropFirst("/sessions/".count)) == false)
  }
}

/// A feature with effects that misbehave.
private struct Rough: Reducer {
  struct State: Codable, Sendable { var count = 0 }

  @CasePathable
  enum Action: Codable, Sendable {
    case flood
    case block
    case complain
    @ServerOnly case add
  }

  let gate: Gate

  var body: some Reducer<State, Action> {
    Reduce { [gate] state, action in
      switch action {
      case .flood:
        return .run { send in
          while !Task.isCancelled {
            await send(.add)
            await Task.yield()
          }
        }
      case .block:
        return .run { send in
          gate.wait()
          await send(.add)
        }
      case .complain:
        reportIssue("No \"good\" reason")
      case .add:
        state.count += 1
      }
      return .none
    }
  }
}

/// Blocks a thread until it is opened.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
