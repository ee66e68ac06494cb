import Synchronization
package import Testing

/// A trait that ends the processes and the connections of a test as soon as an expectation fails,
/// because the test may wait next for something that they will never do.
package struct EndsAtFailure: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let awaited = AwaitedResources()
    let atFailure = IssueHandlingTrait.compactMapIssues { issue in
      awaited.endAll()
      return issue
    }
    try await AwaitedResources.$current.withValue(awaited) {
      try await atFailure.provideScope(for: test, testCase: testCase, performing: function)
    }
  }
}

extension Trait where Self == EndsAtFailure {
  /// Ends the processes and the connections of a test as soon as an expectation fails.
  package static var endsAtFailure: Self { Self() }
}

/// The processes and the connections for which the tests with the trait ``EndsAtFailure`` wait.
package final class AwaitedResources: Sendable {
  private struct State {
    var isOver = false
    var endings: [@Sendable () -> Void] = []
  }

  /// Those of the present test; `nil` without the trait.
  @TaskLocal package static var current: AwaitedResources?

  private let state = Mutex(State())

  /// Adds a resource.
  ///
  /// - Parameter end: Ends it; called at once if an expectation has failed already.
  package func add(_ end: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.endings.append(end) }
      return state.isOver
    }
    if isOver { end() }
  }

  fileprivate func endAll() {
    let endings = state.withLock { state in
      state.isOver = true
      defer { state.endings = [] }
      return state.endings
    }
    for end in endings { end() }
  }
}
