import Backstack
import BackstackTesting

/// The clock, the recorder and the reported issues of one test.
struct LiveStoreSetup: Sendable {
  let clock = TestClock()
  let recorder = EventRecorder()
  let issues = EventRecorder()

  /// Returns a store of a feature, with the setup's dependencies.
  func store<R: Reducer>(
    _ initialState: @autoclosure () -> R.State, _ reducer: R, context: DependencyContext = .live
  ) -> StoreOf<R> {
    Store(initialState: initialState()) {
      reducer
    } withDependencies: {
      prepare(&$0, context)
    }
  }

  func prepare(_ values: inout DependencyValues, _ context: DependencyContext = .live) {
    values.context = context
    values.continuousClock = clock
    values.recorder = recorder
    values.issueReporter = issues.issueReporter
  }

  /// Runs code outside of any store with the setup's dependencies.
  func perform<Result>(
    context: DependencyContext = .live, _ body: () throws -> Result
  ) rethrows -> Result {
    try withDependencies({ prepare(&$0, context) }, operation: body)
  }
}
