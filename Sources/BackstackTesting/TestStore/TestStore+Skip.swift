import Backstack
import BackstackDiffing

extension TestStore {
  /// Drops the actions of effects that were not received, and continues with the state after them.
  ///
  /// - Parameter strict: Whether the test fails if there are none.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await store.settle()
    issues.flush(during: location)
    if strict, store.receivedSteps.isEmpty, store.heldActions.isEmpty {
      fail(.noActionsToSkip, at: location, "There are no received actions to skip.")
    }
    await dropReceivedActions(at: location)
  }

  /// Ignores the effects in flight: the test may end before they do. They still run, and what they
  /// send can be received.
  ///
  /// - Parameter strict: Whether the test fails if there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await store.settle()
    issues.flush(during: location)
    let count = store.originsInFlight.count
    if count > 0 {
      showSkipped(
        .skippedEffects, at: location,
        "\(countOf(count, "effect")) in flight skipped:\n\n\(describeEffectsInFlight())")
    } else if strict {
      fail(.noEffectsToSkip, at: location, "There are no effects in flight to skip.")
    }
    store.forgetEffects()
  }

  /// Processes the held actions and those that they lead to, then drops all actions that were not
  /// received.
  func dropReceivedActions(at location: SourceLocation) async {
    if store.holdsReceivedActions {
      store.holdsReceivedActions = false
      while store.processHeldAction() {}
      await store.settle()
      store.holdsReceivedActions = true
      issues.flush(during: location)
    }
    let steps = store.receivedSteps
    showSkippedActions(steps.map(\.action), at: location)
    store.dropReceivedSteps(steps.count)
    if let last = steps.last {
      state = last.after
      shared = last.shared
    }
  }

  func showSkippedActions(_ actions: [Action], at location: SourceLocation) {
    guard !actions.isEmpty else { return }
    showSkipped(
      .skippedActions, at: location,
      "\(countOf(actions.count, "received action")) skipped:\n\n\(list(actions))")
  }

  /// Lists the actions that were not received, one per line.
  func describeReceivedActions() -> String {
    list(store.receivedSteps.map(\.action) + store.heldActions)
  }

  func describeAction(_ action: Action) -> String { describe(action) }

  /// Lists as many actions as a person would read.
  private func list(_ actions: [Action]) -> String {
    let most = 50
    let lines = actions.prefix(most).map(describeAction)
    let rest = actions.count - lines.count
    return (lines + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n")
  }

  /// Lists the sends whose effects are in flight, one per line.
  func describeEffectsInFlight() -> String {
    store.originsInFlight
      .map { "\(actionOutline(of: $0.action)) sent at \($0.location)" }
      .joined(separator: "\n")
  }
}
