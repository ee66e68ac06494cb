import Backstack
import BackstackTesting

/// Returns a test store whose failures are collected, and whose timeouts pass at once by default.
func makeStore<R: Reducer>(
  _ initialState: @autoclosure () -> R.State,
  _ reducer: R,
  failures: Failures,
  timeoutClock: any Clock<Duration> = ImmediateClock(),
  line: UInt = #line,
  withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
) -> TestStoreOf<R> where R.State: Equatable {
  TestStore(
    initialState: initialState, reducer: { reducer }, withDependencies: prepare,
    reporter: failures.reporter, timeoutClock: timeoutClock,
    location: SourceLocation(line: line))
}
