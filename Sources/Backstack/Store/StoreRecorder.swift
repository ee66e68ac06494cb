import BackstackDependencies

/// The record that a test keeps of a store: each processed action with the states before and after
/// it, the effects with the send that led to them, and the held actions.
package final class StoreRecorder<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Sound: all that changes is guarded by the lock of `tree`.

  /// An action that was processed.
  package struct Step: Sendable {
    package let action: Action
    package let before: State
    package fileprivate(set) var after: State
    /// The shared values after the action; `nil` if the store never had one.
    package fileprivate(set) var shared: SharedView?
    /// The next id of the store's generator before the action (R40).
    package let nextID: StackElementID?
  }

  /// An action that a test sent, and the source location of the send.
  package struct Origin: Sendable {
    package let action: Action
    package let location: SourceLocation
  }

  struct Start {
    let live: LiveEffect
    let origin: Origin
    /// Whether the test ignores the effect's end (R116).
    var isForgotten = false
  }

  enum Source { case test, effect, held }

  struct Waiter {
    let condition: @Sendable () -> Bool
    var continuation: CheckedContinuation<Bool, Never>?
    var hasGivenUp = false
  }

  let tree: NavigationTree
  private var latestOrigin: Origin?
  private var nextSource = Source.effect
  private var openStep: Step?
  private var starts: [Start] = []
  private var held = ActionQueue<Action>()

  /// The last action that the test sent.
  private(set) var sentStep: Step?
  /// The actions that effects sent and that were processed, in order.
  private(set) var receivedSteps: [Step] = []
  /// The number of held actions.
  private(set) var heldCount = 0
  /// Whether actions of effects are held until the test asks for them.
  var holdsReceivedActions = false

  var waiters: [Int: Waiter] = [:]
  var waiterCount = 0

  init(tree: NavigationTree) { self.tree = tree }

  // MARK: Called by the store

  /// Records an action that is about to be processed, or holds it.
  ///
  /// - Returns: Whether the store should process it now.
  func admits(
    _ entry: ActionQueue<Action>.Entry, _ state: State, _ ids: StackElementIDGenerator?
  ) -> Bool {
    if nextSource == .effect, holdsReceivedActions {
      held.append(entry)
      heldCount += 1
      entry.group?.didProcessAction()
      return false
    }
    openStep = Step(action: entry.action, before: state, after: state, nextID: ids?.peek())
    return true
  }

  /// Records the state after the action that was admitted last.
  func didReduce(_ state: State) {
    guard var step = openStep else { return }
    openStep = nil
    step.after = state
    step.shared = tree.presentSharedValues?.view
    if nextSource == .test { sentStep = step } else { receivedSteps.append(step) }
    nextSource = .effect
  }

  /// Records an effect that was registered.
  func didStart(_ live: LiveEffect) {
    // An effect of an effect's action belongs to the send that led to the first effect.
    let origin = starts.last { $0.live.group.origin === live.group.origin }?.origin ?? latestOrigin
    guard let origin else { return }
    starts.append(Start(live: live, origin: origin))
  }

  // MARK: Called by the test

  /// Records that the test's own action comes next.
  func willSend(_ origin: Origin) {
    starts.removeAll { !$0.live.isInFlight && $0.live.group.isFinished }
    latestOrigin = origin
    nextSource = .test
  }

  /// Removes and returns the first held action.
  func popHeld() -> ActionQueue<Action>.Entry? {
    guard let entry = held.popFirst() else { return nil }
    heldCount -= 1
    nextSource = .held
    return entry
  }

  /// The held actions, in order.
  var heldActions: [Action] { held.waiting }

  /// Drops the first `count` received steps.
  func dropReceivedSteps(_ count: Int) { receivedSteps.removeFirst(count) }

  /// The sends whose effects are in flight, one for each effect, except forgotten ones.
  var originsInFlight: [Origin] {
    starts.filter { $0.live.isInFlight && !$0.isForgotten }.map(\.origin)
  }

  /// Whether effects in flight can still cause a step.
  var hasEffectsInFlight: Bool { starts.contains { $0.live.isInFlight && !$0.isForgotten } }

  func forgetEffects() {
    for index in starts.indices { starts[index].isForgotten = true }
  }
}

extension StoreRecorder {
  /// Waits until a condition holds; it is evaluated after each event in the store.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait.
  ///   - clock: The clock that measures `timeout`.
  ///   - condition: Evaluated under the store's lock.
  /// - Returns: Whether the condition held in time; `false` also if the waiting task was cancelled.
  func wait(
    timeout: Duration, clock: any Clock<Duration>, until condition: @escaping @Sendable () -> Bool
  ) async -> Bool {
    let id = tree.withLock {
      waiterCount += 1
      waiters[waiterCount] = Waiter(condition: condition)
      return waiterCount
    }
    // Detached: it has to run while the waiting test blocks its own executor.
    let timer = Task.detached {
      try? await clock.sleep(for: timeout)
      if !Task.isCancelled { self.giveUp(id) }
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        tree.withLock {
          let hasGivenUp = waiters[id]?.hasGivenUp == true
          let result = condition()
          if result || hasGivenUp {
            waiters[id] = nil
            continuation.resume(returning: result)
          } else {
            waiters[id]?.continuation = continuation
          }
        }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  /// Resumes the waiters whose condition holds now.
  func didChange() {
    for (id, waiter) in waiters {
      guard let continuation = waiter.continuation, waiter.condition() else { continue }
      waiters[id] = nil
      continuation.resume(returning: true)
    }
  }

  private func giveUp(_ id: Int) {
    tree.withLock {
      if let continuation = waiters[id]?.continuation {
        waiters[id] = nil
        continuation.resume(returning: false)
      } else {
        waiters[id]?.hasGivenUp = true
      }
    }
  }
}
