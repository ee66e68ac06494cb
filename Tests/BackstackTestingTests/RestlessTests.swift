import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

/// A feature whose effects run until they are cancelled, without waiting for anything.
@Reducer
private struct Restless {
  struct State: Equatable {
    var ticks = 0
  }

  enum Action: Equatable {
    case send
    case spin
    case tick
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .send:
        return .run { send in
          while !Task.isCancelled {
            await send(.tick)
            await Task.yield()
          }
        }
      case .spin: return .run { _ in while !Task.isCancelled { await letOthersWork() } }
      case .tick:
        state.ticks += 1
        return .none
      }
    }
  }
}

@Suite("Test stores with effects that never wait")
struct RestlessTests {
  let failures = Failures()

  @Test(
    "A test continues while an effect never waits, and can cancel the effect",
    arguments: [true, false])
  func cancelled(sends: Bool) async {
    let store = makeStore(Restless.State(), Restless(), failures: failures)
    store.exhaustivity = .off
    let task = await store.send(sends ? .send : .spin)
    await task.cancel()
    await store.finish()
    #expect(failures.kinds == [])
    #expect((store.state.ticks > 0) == sends)
  }

  @Test("A test that ends while an effect never waits fails", arguments: [true, false])
  func left(sends: Bool) async {
    do {
      let store = makeStore(Restless.State(), Restless(), failures: failures)
      await store.send(sends ? .send : .spin)
    }
    #expect(
      failures.kinds == (sends ? [.leftoverActions, .effectStillRunning] : [.effectStillRunning]))
    #expect(failures.messages.allSatisfy { $0.utf8.count < 20_000 })
  }
}
