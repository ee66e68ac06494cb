public import Backstack

extension TestStore {
  /// Asserts that an effect sent an action, and how the action changed the state.
  ///
  /// Waits while effects that could send the action are in flight, and fails at once if there are
  /// none. In a non-exhaustive test, skips other actions before it. Actions that are not `Equatable` are
  /// compared by what a failure would show of them.
  ///
  /// - Parameters:
  ///   - expectedAction: The action.
  ///   - timeout: The maximum time to wait; ``timeout`` if omitted.
  ///   - updateStateToExpectedResult: Changes the state before the action to the state after it; in
  ///     a non-exhaustive test, receives the state after the action and must not change it.
  public func receive(
    _ expectedAction: Action,
    timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      .equal(to: expectedAction), timeout, updateStateToExpectedResult,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sent an action that a predicate accepts, and how it changed the state.
  public func receive(
    _ isMatching: @escaping (_ action: Action) -> Bool,
    timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      .accepted(by: isMatching), timeout, updateStateToExpectedResult,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sent an action of a case, and how it changed the state:
  /// `store.receive(\.path.popFrom) { $0.path[id: 0] = nil }`.
  public func receive<Value>(
    _ toCase: any CaseKeyPath<Action, Value> & Sendable,
    timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    await receive(
      .case(toCase), timeout, updateStateToExpectedResult,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sent an action of a case with a payload, and how it changed the state.
  public func receive<Value: Equatable>(
    _ toCase: any CaseKeyPath<Action, Value> & Sendable,
    _ expectedValue: Value,
    timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    await receive(
      .case(toCase, expectedValue), timeout, updateStateToExpectedResult,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func receive(
    _ expectation: ActionExpectation<Action>, _ timeout: Duration?,
    _ update: ((inout State) throws -> Void)?, at location: SourceLocation
  ) async {
    acceptOwnChanges()
    let timeout = timeout ?? self.timeout
    let elapsed = stopwatch(on: timeoutClock)
    var hasWaited = false
    while true {
      await store.settle()
      issues.flush(during: location)
      let steps = store.receivedSteps
      let index =
        exhaustivity == .on
        ? steps.indices.first : steps.firstIndex { expectation.matches($0.action) }
      if let index { return take(index, of: steps, expectation, update, at: location) }
      if store.processHeldAction() { continue }

      guard !store.originsInFlight.isEmpty else {
        return failToReceive(
          expectation, hasWaited ? .effectsEnded : .nothingReceived, at: location,
          hasWaited
            ? "The effects in flight have ended without sending it."
            : "No effect is in flight that could send it. Was it cancelled?")
      }
      hasWaited = true
      let remaining = timeout - elapsed()
      guard remaining > .zero,
        await store.waitForAction(
          after: steps.count, timeout: remaining, clock: timeoutClock)
      else {
        return failToReceive(
          expectation, .receiveTimeout, at: location,
          """
          It did not arrive within \(timeout), and effects are still in flight:

          \(describeEffectsInFlight())

          If an effect sleeps, advance its test clock; if it takes longer, increase the timeout.
          """)
      }
    }
  }

  /// Asserts a step, and drops it together with the steps before it.
  private func take(
    _ index: Int, of steps: [Step], _ expectation: ActionExpectation<Action>,
    _ update: ((inout State) throws -> Void)?, at location: SourceLocation
  ) {
    let step = steps[index]
    showSkippedActions(steps[..<index].map(\.action), at: location)
    store.dropReceivedSteps(index + 1)
    // In the closure, the test store's state is the state before the action, as in a closure of
    // `send`.
    state = step.before
    defer {
      state = step.after
      shared = step.shared
    }

    guard expectation.matches(step.action) || expectation.matchesCase(step.action) else {
      let comesLater =
        steps[(index + 1)...].contains { expectation.matches($0.action) }
        || store.heldActions.contains(where: expectation.matches)
      let expected = expectation.difference(step.action) ?? "Expected: \(expectation.description)"
      return fail(
        .unexpectedAction, at: location,
        """
        An effect sent another action\(comesLater ? " before this one" : ""):

        \(describeAction(step.action))

        \(expected)
        """)
    }
    if let difference = expectation.difference(step.action) {
      fail(
        .valueMismatch, at: location,
        """
        The payload of \(actionOutline(of: step.action)) is not as expected:

        \(difference)
        """)
    }
    check(step, update, at: location)
  }

  private func failToReceive(
    _ expectation: ActionExpectation<Action>, _ kind: TestFailure.Kind,
    at location: SourceLocation, _ reason: String
  ) {
    let others = store.receivedSteps.isEmpty ? "" : "\n\nReceived:\n\n\(describeReceivedActions())"
    fail(
      kind, at: location, "Expected to receive \(expectation.description). \(reason)\(others)")
  }
}

/// Returns a function that measures the time on a clock since this call.
private func stopwatch(on clock: some Clock<Duration>) -> () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
