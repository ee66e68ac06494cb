import Backstack
import BackstackTesting

/// What the stores of one test have in common: a clock, a script, and where issues and failures go.
struct Theatre: Sendable {
  let clock = TestClock()
  let issues = CollectedIssues()
  let failures = CollectedFailures()
  var script = Script()

  /// The script's effects are those of a closure, and the standard ones where it has none.
  init(_ player: @escaping @Sendable (String) -> Effect<Player.Action>? = { _ in nil }) {
    script.player = { player($0) ?? Script.standard($0) }
  }

  func prepare(_ values: inout DependencyValues) {
    values.continuousClock = clock
    values.issueReporter = issues.reporter
    values[Script.self] = script
  }

  func store(_ state: Stage.State = Stage.State()) -> StoreOf<Stage> {
    Store(initialState: state) {
      Stage()
    } withDependencies: {
      prepare(&$0)
    }
  }

  func player() -> StoreOf<Player> {
    Store(initialState: Player.State()) {
      Player()
    } withDependencies: {
      prepare(&$0)
    }
  }

  /// A test store whose failures are collected, and whose timeouts are over at once.
  func testStore<R: Reducer>(
    _ state: @autoclosure () -> R.State, _ reducer: R,
    timeoutClock: any Clock<Duration> = ImmediateClock(), line: UInt = #line
  ) -> TestStoreOf<R> where R.State: Equatable {
    TestStore(
      initialState: state, reducer: { reducer },
      withDependencies: {
        $0.continuousClock = clock
        $0[Script.self] = script
      },
      reporter: failures.reporter, timeoutClock: timeoutClock,
      location: SourceLocation(line: line))
  }

  func testPlayer(
    timeoutClock: any Clock<Duration> = ImmediateClock(), line: UInt = #line
  ) -> TestStoreOf<Player> {
    testStore(Player.State(), Player(), timeoutClock: timeoutClock, line: line)
  }

  /// Lets time pass, and what it wakes go on.
  func advance(_ seconds: Int = 1) async { await clock.advance(by: .seconds(seconds)) }
}
