import Backstack
import BackstackTesting

/// What one test works with: a clock, a journal, the issues that were reported.
struct Lab: Sendable {
  let clock = TestClock()
  let journal = Journal()
  let issues = Journal()

  /// A store of a feature, with the lab's dependencies.
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
    values.journal = journal
    values.issueReporter = issues.issueReporter
  }

  /// Runs what is done outside of every store with the lab's dependencies.
  func perform<Result>(
    context: DependencyContext = .live, _ body: () throws -> Result
  ) rethrows -> Result {
    try withDependencies({ prepare(&$0, context) }, operation: body)
  }
}
