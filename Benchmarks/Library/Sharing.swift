import Backstack
import BackstackCoding
import BackstackSessions
import Dispatch
import Synchronization

/// A feature with a stack of screens, each of which has a number of its own.
@Reducer
struct OwnStands {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var path = StackState<OwnStand.State>()
  }

  enum Action: Codable, Sendable {
    case path(StackActionOf<OwnStand>)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(\.path, action: \.path) { OwnStand() }
  }
}

@Reducer
struct OwnStand {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = "A stand with something"
    var count = 0
  }

  enum Action: Codable, Sendable { case add }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

/// The same with shared numbers.
@Reducer
struct SharedStands {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var path = StackState<SharedStand.State>()
  }

  enum Action: Codable, Sendable {
    case path(StackActionOf<SharedStand>)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(\.path, action: \.path) { SharedStand() }
  }
}

@Reducer
struct SharedStand {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = "A stand with something"
    @Shared var count: Int
  }

  enum Action: Codable, Sendable { case add }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$count.withLock { $0 += 1 }
      return .none
    }
  }
}

extension LibraryBenchmark {
  /// Measures an action that changes a shared value, next to one that changes a value of the screen itself
  /// and to encoding the other screens that show the value.
  static func measureSharing() {
    print("\n### An action of a session whose screens share a value\n")
    print("| | shared | own | encoding | ratio |")
    print("|---|---:|---:|---:|---:|")
    for (depth, holders) in [(5, 1), (1000, 1), (1000, 1000)] {
      let own = ownState(depth: holders > 1 ? holders : 0)
      let costs = measure(
        repetitions: holders > 1 ? 40 : 400,
        [
          work(SharedStands(), sharedState(depth: depth, holders: holders)),
          work(OwnStands(), ownState(depth: depth)),
          { count in for _ in 0..<count { _ = try? JSONStreamEncoder.encode(own) } },
        ])
      let times = costs.map { "\(Double(Int(($0.time / 100).rounded())) / 10) µs" }
      let ratio = costs[0].time / (costs[1].time + costs[2].time)
      print(
        "| \(depth) deep, \(holders) with the value | \(times[0]) | \(times[1]) | \(times[2]) | "
          + "\((ratio * 100).rounded() / 100) |")
    }
  }

  /// Five screens with a value of their own, and with a shared value each.
  static var sharingFeatures: [Feature] {
    [
      Feature("own", initialState: ownState(depth: 5)) { OwnStands() },
      Feature("shared", initialState: sharedState(depth: 5, holders: 1)) { SharedStands() },
    ]
  }

  /// Returns work that sends an action to the first screen of a session.
  private static func work<R: Reducer>(
    _ reducer: R, _ state: @escaping @autoclosure @Sendable () -> R.State
  ) -> Work where R: Sendable, R.State: Codable, R.Action: Codable {
    let directory = SessionDirectory(
      features: [Feature("stands", initialState: state()) { reducer }])
    let session = wait { try await directory.create("stands").id }
    return { count in
      wait {
        for _ in 0..<count {
          _ = try await directory.send(
            #"{"path":{"element":{"id":0,"action":"add"}}}"#, to: session)
        }
      }
    }
  }

  private static func ownState(depth: Int) -> OwnStands.State {
    OwnStands.State(path: StackState((0..<depth).map { _ in OwnStand.State() }))
  }

  private static func sharedState(depth: Int, holders: Int) -> SharedStands.State {
    let value = Shared(value: 0)
    return SharedStands.State(
      path: StackState(
        (0..<depth).map { SharedStand.State(count: $0 < holders ? value : Shared(value: 0)) }))
  }

  @discardableResult
  private static func wait<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) -> Result {
    let isDone = DispatchSemaphore(value: 0)
    let result = Outcome<Result>()
    Task {
      let value = try? await body()
      result.value.withLock { $0 = value }
      isDone.signal()
    }
    isDone.wait()
    guard let value = result.value.withLock({ $0 }) else { fatalError("The session has failed.") }
    return value
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
