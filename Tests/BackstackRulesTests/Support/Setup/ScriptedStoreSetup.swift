import Backstack
import BackstackTesting

/// The dependencies that the stores of one test share: a clock, a script, and collectors of issues
/// and failures.
struct ScriptedStoreSetup: Sendable {
  let clock = TestClock()
  let issues = CollectedIssues()
  let failures = CollectedFailures()
  var script = EffectScript()

  /// Creates a setup whose script has the effects of a closure, and the standard ones where it
  /// returns `nil`.
  init(_ child: @escaping @Sendable (String) -> Effect<ScriptedChild.Action>? = { _ in nil }) {
    script.child = { child($0) ?? EffectScript.standard($0) }
  }

  func prepare(_ values: inout DependencyValues) {
    values.continuousClock = clock
    values.issueReporter = issues.reporter
    values[EffectScript.self] = script
  }

  func store(_ state: ScriptedParent.State = ScriptedParent.State()) -> StoreOf<ScriptedParent> {
    Store(initialState: state) {
      ScriptedParent()
    } withDependencies: {
      prepare(&$0)
    }
  }

  func child() -> StoreOf<ScriptedChild> {
    Store(initialState: ScriptedChild.State()) {
      ScriptedChild()
    } withDependencies: {
      prepare(&$0)
    }
  }

  /// Returns a test store whose failures are collected, and whose timeouts pass at once by default.
  func testStore<R: Reducer>(
    _ state: @autoclosure () -> R.State, _ reducer: R,
    timeoutClock: any Clock<Duration> = ImmediateClock(), line: UInt = #line
  ) -> TestStoreOf<R> where R.State: Equatable {
    TestStore(
      initialState: state, reducer: { reducer },
      withDependencies: {
        $0.continuousClock = clock
        $0[EffectScript.self] = script
      },
      reporter: failures.reporter, timeoutClock: timeoutClock,
      location: SourceLocation(line: line))
  }

  func testChild(
    timeoutClock: any Clock<Duration> = ImmediateClock(), line: UInt = #line
  ) -> TestStoreOf<ScriptedChild> {
    testStore(ScriptedChild.State(), ScriptedChild(), timeoutClock: timeoutClock, line: line)
  }

  /// Advances the clock, and runs the effects that wake.
  func advance(_ seconds: Int = 1) async { await clock.advance(by: .seconds(seconds)) }
}
