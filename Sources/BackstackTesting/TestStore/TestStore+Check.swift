import Backstack
import BackstackDiffing

extension TestStore {
  /// Compares an action's change of the state with the test's assertion (R109, R110).
  func check(
    _ step: Step, _ update: ((inout State) throws -> Void)?, at location: SourceLocation
  ) {
    let after = Moment(step.after, filled(step.shared))
    check(
      "after \(actionOutline(of: step.action))", from: Moment(step.before, knownShared),
      to: after, nextID: step.nextID, update, at: location)
  }

  /// Compares a change of the state with the test's assertion.
  ///
  /// - Parameter moment: A phrase for the time of the state `after`.
  func check(
    _ moment: String, from before: Moment<State>, to after: Moment<State>, nextID: StackElementID?,
    _ update: ((inout State) throws -> Void)?, at location: SourceLocation
  ) {
    if let shared = after.shared { before.shared?.fill(from: shared) }
    func expected(from start: Moment<State>) -> Moment<State>? {
      guard let update else { return start }
      let view = start.shared?.copy
      let state =
        view == nil
        ? run(update, on: start.state, nextID: nextID, at: location)
        : view!.read { run(update, on: start.state, nextID: nextID, at: location) }
      return state.map { Moment($0, view) }
    }

    guard exhaustivity == .on else {
      guard let wanted = expected(from: after) else { return }
      if fail(unless: wanted, is: after, moment, at: location) {
        return
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

  /// Fails the test unless a state is as a closure says.
  ///
  /// - Returns: Whether it has failed.
  @discardableResult
  func fail(
    unless wanted: Moment<State>, is after: Moment<State>, _ moment: String,
    at location: SourceLocation
  ) -> Bool {
    if areEqual(wanted, after) { return false }
    fail(
      .stateMismatch, at: location,
      """
      The state \(moment) is not as the closure says:

      \(differenceText(wanted, after))
      """)
    return true
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

  /// Returns whether two states are equal with their shared values, with or without the ids of stack
  /// elements as the test has set.
  func areEqual(_ lhs: Moment<State>, _ rhs: Moment<State>) -> Bool {
    guard stackElementIDs == .ignored else { return lhs.isEqual(to: rhs) }
    var values = store.dependencies
    values.ignoresStackElementIDs = true
    return DependencyValues.$taskValues.withValue(values) { lhs.isEqual(to: rhs) }
  }
}

/// A state with the values that it shared then.
struct Moment<State: Equatable> {
  let state: State
  let shared: SharedView?

  init(_ state: State, _ shared: SharedView?) {
    self.state = state
    self.shared = shared
  }

  func isEqual(to other: Self) -> Bool {
    guard let shared, let others = other.shared else { return state == other.state }
    return SharedComparison(shared, others).perform { state == other.state }
      && shared.differences(from: others).isEmpty
  }
}

/// Returns the difference between an expected and an actual state, with a legend.
func differenceText<State>(_ expected: Moment<State>, _ actual: Moment<State>) -> String {
  guard let before = expected.shared, let after = actual.shared else {
    return differenceText(expected.state, actual.state)
  }
  let difference = diff(
    expected.state, actual.state, readingOld: { before.read($0) }, readingNew: { after.read($0) })
  return withLegend(difference ?? differenceText(before, after))
}

/// Returns the differences of shared values.
func differenceText(_ before: SharedView, _ after: SharedView) -> String {
  before.differences(from: after).compactMap { old, new in
    diff(
      old.value, new.value, readingOld: { before.read($0) }, readingNew: { after.read($0) })
  }.joined(separator: "\n\n")
}

/// Returns the difference between an expected and an actual value, with a legend.
func differenceText<Value>(_ expected: Value, _ actual: Value) -> String {
  withLegend(
    diff(expected, actual) ?? "Both have the same description: \(describe(actual))")
}

func withLegend(_ difference: String) -> String {
  """
  \(difference)

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
