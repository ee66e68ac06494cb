import Backstack
import BackstackDiffing

extension TestStore {
  /// Compares an action's change of the state with the test's assertion (R109, R110).
  func check(
    _ step: Step, _ update: ((inout State) throws -> Void)?, at location: SourceLocation
  ) {
    check(
      "after \(actionOutline(of: step.action))", from: step.before, to: step.after,
      nextID: step.nextID, update, at: location)
  }

  /// Compares a change of the state with the test's assertion.
  ///
  /// - Parameter moment: A phrase for the time of the state `after`.
  func check(
    _ moment: String, from before: State, to after: State, nextID: StackElementID?,
    _ update: ((inout State) throws -> Void)?, at location: SourceLocation
  ) {
    func expected(from start: State) -> State? {
      guard let update else { return start }
      return run(update, on: start, nextID: nextID, at: location)
    }

    guard exhaustivity == .on else {
      guard let wanted = expected(from: after) else { return }
      if !areEqual(wanted, after) {
        fail(
          .stateMismatch, at: location,
          """
          The state \(moment) is not as the closure says:

          \(differenceText(wanted, after))
          """)
      } else if exhaustivity == .off(showSkippedAssertions: true),
        let wanted = expected(from: before), !areEqual(wanted, after)
      {
        showSkipped(
          .skippedAssertions, at: location,
          """
          Not everything that changed \(moment) was asserted:

          \(differenceText(wanted, after))
          """)
      }
      return
    }

    guard let wanted = expected(from: before) else { return }
    if !areEqual(wanted, after) {
      fail(
        update == nil ? .unassertedStateChange : .stateMismatch, at: location,
        """
        \(update == nil
          ? "The state changed \(moment), but the test does not assert the change"
          : "The state \(moment) is not as expected"):

        \(differenceText(wanted, after))
        """)
    } else if update != nil, areEqual(before, after) {
      fail(
        .noStateChange, at: location,
        """
        The state did not change \(moment), and the closure does not change it either. Omit the \
        closure if no change is expected.
        """)
    }
  }

  /// Runs a closure of the test on a state.
  ///
  /// - Parameter nextID: The id that stacks assign next in the closure, so that an element that the
  ///   closure appends gets the id that it got in the reducer (R40).
  /// - Returns: The changed state, or `nil` if the closure threw an error, which fails the test.
  func run(
    _ update: (inout State) throws -> Void, on start: State, nextID: StackElementID?,
    at location: SourceLocation
  ) -> State? {
    var state = start
    var values = store.dependencies
    values.stackElementID = nextID.map { StackElementIDGenerator(next: $0.generation) }
    let scope = AssertionScope(isExhaustive: exhaustivity == .on, reporter: reporter)
    do {
      try DependencyValues.$taskValues.withValue(values) {
        try AssertionScope.$current.withValue(scope) { try update(&state) }
      }
    } catch {
      fail(.assertionThrew, at: location, "The closure threw an error: \(error)")
      return nil
    }
    issues.flush(during: location)
    return state
  }

  /// Returns whether two states are equal, with or without the ids of stack elements as the test
  /// has set.
  func areEqual(_ lhs: State, _ rhs: State) -> Bool {
    guard stackElementIDs == .ignored else { return lhs == rhs }
    var values = store.dependencies
    values.ignoresStackElementIDs = true
    return DependencyValues.$taskValues.withValue(values) { lhs == rhs }
  }
}

/// Returns the difference between an expected and an actual value, with a legend.
func differenceText<Value>(_ expected: Value, _ actual: Value) -> String {
  """
  \(diff(expected, actual) ?? "Both have the same description: \(describe(actual))")

  (-: expected, +: actual)
  """
}

/// Returns a number with a noun, such as `1 action` or `2 actions`.
func countOf(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// The context of an assertion closure of a ``TestStore``, for functions that are called in the
/// closure.
struct AssertionScope: Sendable {
  @TaskLocal static var current: AssertionScope?

  let isExhaustive: Bool
  let reporter: TestReporter
}
