import BackstackDependencies

/// What a test keeps of a store: each processed action with the states around it, the effects with
/// the send that led to them, and the actions that are held back.
package final class StoreRecorder<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Sound: all that changes is guarded by the lock of `tree`.

  /// An action that was processed.
  package struct Step: Sendable {
    package let action: Action
    package let before: State
    package fileprivate(set) var after: State
    /// The id that the store's generator was about to give before the action (R40).
    package let nextID: StackElementID?
  }

  /// The action that a test sent, and where it did.
  package struct Origin: Sendable {
    package let action: Action
    package let location: SourceLocation
  }

  struct Start {
    let live: LiveEffect
    let origin: Origin
    /// Whether a test has said that it does not care for the effect's end (R116).
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
  /// How many actions of effects wait to be processed.
  private(set) var heldCount = 0
  /// Whether actions of effects wait until they are asked for.
  var holdsReceivedActions = false

  var waiters: [Int: Waiter] = [:]
  var waiterCount = 0

  init(tree: NavigationTree) { self.tree = tree }

  // MARK: What the store tells

  /// Takes note of an action that is about to be processed.
  ///
  /// - Returns: Whether it is to be processed now; if not, it is held back.
  func admits(
    _ entry: ActionQueue<Action>.Entry, _ state: State, _ ids: StackElementIDGenerator?
  ) -> Bool {
    if nextSource == .effect, holdsReceivedActions {
      held.append(entry)
      heldCount += 1
      entry.group?.releaseAction()
      return false
    }
    openStep = Step(action: entry.action, before: state, after: state, nextID: ids?.peek())
    return true
  }

  /// Takes note of what became of the action that was let in last.
  func didReduce(_ state: State) {
    guard var step = openStep else { return }
    openStep = nil
    step.after = state
    if nextSource == .test { sentStep = step } else { receivedSteps.append(step) }
    nextSource = .effect
  }

  /// Takes note of an effect that was registered.
  func didStart(_ live: LiveEffect) {
    // What an action of an effect starts belongs to the send that led to the effect.
    let origin = starts.last { $0.live.group === live.group }?.origin ?? latestOrigin
    guard let origin else { return }
    starts.append(Start(live: live, origin: origin))
  }

  // MARK: What the test does

  /// Takes note of the test's own action, which comes next.
  func willSend(_ origin: Origin) {
    starts.removeAll { !$0.live.isInFlight && $0.live.group.isFinished }
    latestOrigin = origin
    nextSource = .test
  }

  /// Takes out the action that was held back first.
  func popHeld() -> ActionQueue<Action>.Entry? {
    guard let entry = held.popFirst() else { return nil }
    heldCount -= 1
    nextSource = .held
    return entry
  }

  /// The actions that are held back, in order.
  var heldActions: [Action] { held.waiting }

  /// Takes out what was received, up to a position.
  func dropReceivedSteps(_ count: Int) { receivedSteps.removeFirst(count) }

  /// The sends whose effects are in flight, one for each effect, without those forgotten.
  var originsInFlight: [Origin] {
    starts.filter { $0.live.isInFlight && !$0.isForgotten }.map(\.origin)
  }

  /// Whether a step can still come of the effects in flight.
  var hasEffectsInFlight: Bool { starts.contains { $0.live.isInFlight && !$0.isForgotten } }

  func forgetEffects() {
    for index in starts.indices { starts[index].isForgotten = true }
  }
}
