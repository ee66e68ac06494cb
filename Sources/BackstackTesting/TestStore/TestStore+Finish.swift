import Backstack

extension TestStore {
  /// Waits until all effects have ended. Fails an exhaustive test if they don't end in time, or if
  /// actions were not received.
  ///
  /// - Parameter timeout: The maximum time to wait; ``timeout`` if omitted.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let timeout = timeout ?? self.timeout
    await store.settle()
    if await !store.waitForEffects(timeout: timeout, clock: timeoutClock) {
      failIfExhaustive(
        .effectsInFlight, at: location,
        """
        Not all effects have ended within \(timeout):

        \(describeEffectsInFlight())

        If an effect sleeps, advance its test clock; if it never ends, cancel it.
        """)
    }
    issues.flush(during: location)
    reportLeftoverActions(at: location)
    await withExhaustivity(.off) { await dropReceivedActions(at: location) }
  }

  /// Fails an exhaustive test that has not received all actions.
  private func reportLeftoverActions(at location: SourceLocation) {
    let count = store.receivedSteps.count + store.heldActions.count
    guard count > 0 else { return }
    failIfExhaustive(
      .leftoverActions, at: location,
      """
      \(countOf(count, "action")) of effects \(count == 1 ? "was" : "were") not received:

      \(describeReceivedActions())
      """)
  }

  /// Fails an exhaustive test that has not asserted all changes of shared values that no action made.
  private func reportSharedChanges(at location: SourceLocation) {
    acceptOwnChanges()
    guard store.receivedSteps.isEmpty, let known = knownShared, let present = store.shared,
      !known.differences(from: present).isEmpty
    else { return }
    failIfExhaustive(
      .unassertedStateChange, at: location,
      """
      Effects have changed shared values, but the test does not assert the changes:

      \(withLegend(differenceText(known, present)))

      Assert them at the end of the test: store.assert { $0.$value.withLock { $0 = … } }
      """)
  }

  /// Fails an exhaustive test for actions and effects that are left at its end. The failure for an
  /// effect in flight is reported at the line that sent the action that led to it.
  func reportLeftovers(at location: SourceLocation) {
    issues.flush(during: location)
    reportLeftoverActions(at: location)
    reportSharedChanges(at: location)
    for origin in store.originsInFlight {
      failIfExhaustive(
        .effectStillRunning, at: origin.location,
        """
        An effect of \(actionOutline(of: origin.action)) still runs at the end of the test. Make it \
        end: advance the clock that it sleeps on, cancel it, or dismiss its feature. If its end does \
        not matter, skip it: await store.skipInFlightEffects()
        """)
    }
  }
}
