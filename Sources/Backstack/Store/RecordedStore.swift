import BackstackDependencies

/// A store for a test: it records what it processes, and a test looks at it step by step.
///
/// Its effects run on the thread that sends; those that wait for something elsewhere go on when it
/// comes (R117, R118).
package final class RecordedStore<State: Sendable, Action: Sendable>: Sendable {
  package typealias Step = StoreRecorder<State, Action>.Step
  package typealias Origin = StoreRecorder<State, Action>.Origin

  private let core: StoreCore<State, Action>
  private let recorder: StoreRecorder<State, Action>

  /// - Throws: What `initialState` throws.
  package init(
    initialState: () throws -> State,
    reducer: () -> any Reducer<State, Action>,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void
  ) rethrows {
    core = try StoreCore(
      initialState: initialState, reducer: reducer, drain: .sender,
      prepareDependencies: prepareDependencies)
    recorder = StoreRecorder(tree: core.tree)
    core.recorder = recorder
  }

  deinit {
    core.end()
    core.tree.withLock { recorder.didChange() }
  }

  // MARK: Sending

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: What the action itself did, and its effects.
  package func send(_ action: Action, at location: SourceLocation) -> (Step, StoreTask) {
    let group = core.perform {
      recorder.willSend(Origin(action: action, location: location))
      core.queue.append(.init(action: action, group: nil))
    }
    // There is a step: nobody ends the store of a test before the test has let go of it.
    return (core.tree.withLock { recorder.sentStep! }, StoreTask(group: group))
  }

  /// Processes the action that was held back first.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package func processHeldAction() -> Bool {
    var hasAction = false
    core.perform {
      guard let entry = recorder.popHeld() else { return }
      hasAction = true
      core.queue.append(entry)
      entry.group?.releaseAction()
    }
    return hasAction
  }

  /// Whether actions of effects wait until they are asked for.
  package var holdsReceivedActions: Bool {
    get { core.tree.withLock { recorder.holdsReceivedActions } }
    set { core.tree.withLock { recorder.holdsReceivedActions = newValue } }
  }

  // MARK: Looking

  /// The state after all that was processed.
  package var state: State { core.withState { $0 } }

  /// The actions of effects that were processed and not dropped yet, in order.
  package var receivedSteps: [Step] { core.tree.withLock { recorder.receivedSteps } }

  /// The actions of effects that wait to be processed, in order.
  package var heldActions: [Action] { core.tree.withLock { recorder.heldActions } }

  /// Drops the first steps received.
  package func dropReceivedSteps(_ count: Int) {
    core.tree.withLock { recorder.dropReceivedSteps(count) }
  }

  /// The sends whose effects are in flight, one for each effect, without those forgotten.
  package var originsInFlight: [Origin] { core.tree.withLock { recorder.originsInFlight } }

  /// Stops counting the effects as in flight; they still run and can send (R116).
  package func forgetEffects() {
    core.tree.withLock {
      recorder.forgetEffects()
      recorder.didChange()
    }
  }

  /// The dependencies of the root.
  package var dependencies: DependencyValues {
    get { core.tree.withLock { core.frame.values } }
    set { core.tree.withLock { core.frame.values = newValue } }
  }

  // MARK: Waiting

  /// Waits until the effects in flight have ended or wait for something.
  package func settle() async { await core.executor.settle() }

  /// Waits until there are more received steps than a number, or held actions, or no effects that
  /// could send any.
  ///
  /// - Returns: Whether it came to that in time.
  package func waitForAction(
    after count: Int, timeout: Duration, clock: any Clock<Duration>
  ) async -> Bool {
    await recorder.wait(timeout: timeout, clock: clock) { [recorder] in
      recorder.receivedSteps.count > count || recorder.heldCount > 0
        || !recorder.hasEffectsInFlight
    }
  }

  /// Waits until no effect is in flight.
  ///
  /// - Returns: Whether it came to that in time.
  package func waitForEffects(timeout: Duration, clock: any Clock<Duration>) async -> Bool {
    await recorder.wait(timeout: timeout, clock: clock) { [recorder] in
      !recorder.hasEffectsInFlight
    }
  }

  /// Waits until the effects of a task have ended and their actions are processed or held back.
  ///
  /// - Returns: Whether it came to that in time.
  package func wait(
    for task: StoreTask, timeout: Duration, clock: any Clock<Duration>
  ) async -> Bool {
    guard let group = task.group else { return true }
    return await recorder.wait(timeout: timeout, clock: clock) { group.hasNoEffects }
  }
}

extension StoreTask {
  /// The task of an action without effects.
  package static var none: StoreTask { StoreTask(group: nil) }
}
