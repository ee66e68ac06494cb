public import Backstack

extension TestStore {
  /// Sends an action and asserts how it changes the state.
  ///
  /// When the method returns, the effects have run as far as they can without waiting.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Changes the state before the action to the state after it; in
  ///     a non-exhaustive test, receives the state after the action and must not change it.
  /// - Returns: The effects that the action started.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action, updateStateToExpectedResult,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends the action of a case without a payload and asserts how it changes the state:
  /// `store.send(\.path[id: 0].counter.increment)`.
  @discardableResult
  public func send(
    _ toAction: any CaseKeyPath<Action, Void> & Sendable,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      toAction(()), updateStateToExpectedResult,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends the action of a case and asserts how it changes the state:
  /// `store.send(\.path.push, (id: 0, state: …))`.
  @discardableResult
  public func send<Value>(
    _ toAction: any CaseKeyPath<Action, Value> & Sendable,
    _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      toAction(value), updateStateToExpectedResult,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func send(
    _ action: Action, _ update: ((inout State) throws -> Void)?, at location: SourceLocation
  ) async -> TestStoreTask {
    await store.settle()
    issues.flush(during: location)
    guard !isDismissed else {
      fail(
        .sendAfterDismissal, at: location,
        "\(actionOutline(of: action)) was sent to a test store whose feature has dismissed itself.")
      return makeTask(StoreTask.none, for: action)
    }
    await passOverReceivedActions(before: action, at: location)

    acceptOwnChanges()
    let (step, task) = store.send(action, at: location)
    await store.settle()
    issues.flush(during: location)
    check(step, update, at: location)
    state = step.after
    shared = step.shared
    return makeTask(task, for: action)
  }

  /// Fails an exhaustive test that has not received all actions; in a non-exhaustive test, drops
  /// them (R112).
  private func passOverReceivedActions(
    before action: Action, at location: SourceLocation
  ) async {
    let count = store.receivedSteps.count + store.heldActions.count
    guard count > 0 else { return }
    if exhaustivity == .on {
      fail(
        .unhandledReceivedActions, at: location,
        """
        \(countOf(count, "action")) of effects must be received before \
        \(actionOutline(of: action)) is sent:

        \(describeReceivedActions())
        """)
    } else {
      await dropReceivedActions(at: location)
    }
  }
}
