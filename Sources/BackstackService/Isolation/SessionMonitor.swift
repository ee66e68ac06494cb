import Backstack
import FoundationEssentials

/// Counts and records what a session does, and ends it when its effects do more than they may.
final class SessionMonitor<Action: Encodable & Sendable>: StoreMonitor, @unchecked Sendable {
  // Sound: what changes is guarded by the store's lock, under which it is called and read, and no access
  // lasts while other code runs: exclusivity need not be checked at each.
  private let context: SessionContext
  private let recorder: SessionRecorder<Action>
  private let limits: EffectLimits
  @exclusivity(unchecked) private var budget: EffectBudget
  /// How many effects were in flight after the last round of actions.
  @exclusivity(unchecked) private(set) var effectCount = 0
  /// Why the store was ended by this, if it was.
  @exclusivity(unchecked) private(set) var reason: SessionEndReason?
  /// Whether an action was processed since the writer was told.
  @exclusivity(unchecked) private var hasNews = false
  private let writer: SessionWriter?

  init(context: SessionContext, recorder: SessionRecorder<Action>, writer: SessionWriter?) {
    self.context = context
    self.recorder = recorder
    self.writer = writer
    limits = context.effectLimits
    budget = EffectBudget(limit: limits.actionsPerSecond, now: context.now())
  }

  func didProcess(_ action: Action, cause: ActionCause, effectCount: Int) -> Bool {
    recorder.didProcess(action, cause: cause, effectCount: effectCount)
    hasNews = true
    switch cause {
    case .client:
      context.counters.countClientAction()
    case .effect:
      context.counters.countEffectAction()
      if budget.isSpent(now: context.now) { return end(.tooManyActions) }
    }
    return effectCount <= limits.inFlight || end(.tooManyEffects)
  }

  func didChange(effectCount: Int) {
    if effectCount != self.effectCount {
      context.counters.addEffects(effectCount - self.effectCount)
      self.effectCount = effectCount
    }
    // A store that was ended amid a round of actions has no state to keep.
    if reason == nil {
      recorder.didChange()
      if hasNews { writer?.noteChange() }
      hasNews = false
    }
  }

  private func end(_ reason: SessionEndReason) -> Bool {
    self.reason = reason
    context.runAway(reason)
    return false
  }
}
