import BackstackDependencies

/// A store for tests: it records each processed action, which a test then examines step by step.
///
/// Effects run on the sending thread; those that wait for something resume when it happens (R117,
/// R118).
package final class RecordedStore<State: Sendable, Action: Sendable>: Sendable {
  package typealias Step = StoreRecorder<State, Action>.Step
  package typealias Origin = StoreRecorder<State, Action>.Origin

  private let core: StoreCore<State, Action>
  private let recorder: StoreRecorder<State, Action>

  /// - Throws: The error that `initialState` throws.
  package init(
    initialState: () throws -> State,
    reducer: () -> any Reducer<State, Action>,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void
  ) rethrows {
    core = try StoreCore(
      initialState: initialState, reducer: reducer, drain: .sender,
      prepareDependencies: prepareDependencies)
    recorder = StoreRecorder(tree: core.tree)
    core.record(with: recorder)
  }

  deinit {
    core.end()
    core.tree.withLock { recorder.didChange() }
  }

  // MARK: Sending

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: The step of the action itself, and its effects.
  package func send(_ action: Action, at location: SourceLocation) -> (Step, StoreTask) {
    let group = core.perform {
      recorder.willSend(Origin(action: action, location: location))
      core.enqueue(action)
    }
    // There is a step: only `deinit` ends the store of a test.
    return (core.tree.withLock { recorder.sentStep! }, StoreTask(group: group))
  }

  /// Processes the first held action.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package func processHeldAction() -> Bool {
    var hasAction = false
    core.perform {
      guard let entry = recorder.popHeld() else { return }
      hasAction = true
      core.enqueue(entry.action, from: entry.group)
      entry.group?.didProcessAction()
    }
    return hasAction
  }

  /// Whether actions of effects are held until ``processHeldAction()``.
  package var holdsReceivedActions: Bool {
    get { core.tree.withLock { recorder.holdsReceivedActions } }
    set { core.tree.withLock { recorder.holdsReceivedActions = newValue } }
  }

  // MARK: Reading

  /// The state after all processed actions.
  package var state: State { core.withState { $0 } }

  /// The present shared values; `nil` if the store never had one.
  package var shared: SharedView? { core.tree.withLock { core.tree.presentSharedValues?.view } }

  /// The shared values before the first change of each; `nil` if the store never had one.
  package var firstShared: SharedView? {
    core.tree.withLock { core.tree.presentSharedValues.map { SharedView($0.firstValues) } }
  }

  /// Returns the present values that the test has changed itself since the last call.
  package func takeSharedChanges() -> [SharedValue] {
    core.tree.withLock { core.tree.presentSharedValues?.takeOutsideChanges() } ?? []
  }

  /// The processed actions of effects that were not dropped yet, in order.
  package var receivedSteps: [Step] { core.tree.withLock { recorder.receivedSteps } }

  /// The held actions of effects, in order.
  package var heldActions: [Action] { core.tree.withLock { recorder.heldActions } }

  /// Drops the first `count` received steps.
  package func dropReceivedSteps(_ count: Int) {
    core.tree.withLock { recorder.dropReceivedSteps(count) }
  }

  /// The sends whose effects are in flight, one for each effect, except forgotten ones.
  package var originsInFlight: [Origin] { core.tree.withLock { recorder.originsInFlight } }

  /// Stops counting the effects as in flight. They still run and can send (R116).
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

  /// Waits until each effect in flight has ended or waits for something.
  package func settle() async { await core.executor.settle() }

  /// Waits until there are more than `count` received steps, or an action is held, or no effect in
  /// flight could send one.
  ///
  /// - Returns: Whether that happened in time.
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
  /// - Returns: Whether that happened in time.
  package func waitForEffects(timeout: Duration, clock: any Clock<Duration>) async -> Bool {
    await recorder.wait(timeout: timeout, clock: clock) { [recorder] in
      !recorder.hasEffectsInFlight
    }
  }

  /// Waits until the effects of a task have ended and their actions are processed or held.
  ///
  /// - Returns: Whether that happened in time.
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
