import Backstack
import BackstackTesting
import Dispatch
import Testing

/// A feature whose reducer runs a closure, which may send to another store.
private struct Peer: Reducer {
  struct State: Sendable {
    var greetings: [Int] = []
  }

  enum Action: Sendable {
    /// Runs a closure in the reducer.
    case run(@Sendable () -> Void)
    case greet(Int)
    case greetLater(DispatchSemaphore)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .run(let body):
      body()
      return .none
    case .greet(let number):
      state.greetings.append(number)
      return .none
    case .greetLater(let semaphore):
      return .run { send in
        await send(.greet(-1))
        semaphore.signal()
      }
    }
  }
}

@Suite("Stores that send to one another")
struct SendsBetweenStoresTests {
  private static func store() -> StoreOf<Peer> { Store(initialState: Peer.State()) { Peer() } }

  @Test("A reducer's send to another, idle store is processed at once")
  func free() {
    let first = Self.store()
    let second = Self.store()
    let seen = LockIsolated<[Int]>([])
    first.send(
      .run {
        second.send(.greet(1))
        seen.setValue(second.greetings)
      })
    #expect(seen.value == [1])
  }

  @Test(
    "Two stores whose reducers send to each other from two threads don't deadlock")
  func mutual() {
    let first = Self.store()
    let second = Self.store()
    // Each reducer waits until the other one runs before it sends.
    let firstIsInside = DispatchSemaphore(value: 0)
    let secondIsInside = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      first.send(
        .run {
          firstIsInside.signal()
          secondIsInside.wait()
          for number in 1...3 { second.send(.greet(number)) }
        })
    }
    DispatchQueue.global().async(group: group) {
      second.send(
        .run {
          secondIsInside.signal()
          firstIsInside.wait()
          for number in 1...3 { first.send(.greet(number)) }
        })
    }
    group.wait()
    #expect(first.greetings == [1, 2, 3])
    #expect(second.greetings == [1, 2, 3])
  }

  @Test(
    "A send that waits for another store's step returns a task for its effects")
  func task() async {
    let first = Self.store()
    let second = Self.store()
    let firstMayGo = DispatchSemaphore(value: 0)
    let secondIsInside = DispatchSemaphore(value: 0)
    let task = LockIsolated<StoreTask?>(nil)
    let seen = LockIsolated<Int?>(nil)
    let hasGreeted = DispatchSemaphore(value: 0)
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        second.send(
          .run {
            secondIsInside.signal()
            firstMayGo.wait()
          })
      }
      DispatchQueue.global().async(group: group) {
        secondIsInside.wait()
        first.send(
          .run {
            task.setValue(second.send(.greetLater(hasGreeted)))
            seen.setValue(0)
            firstMayGo.signal()
          })
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(seen.value == 0)
    await task.value?.finish()
    #expect(second.greetings == [-1])
    #expect(second.effectCount == 0)
  }
}
