import Backstack
import BackstackJSON
import FoundationEssentials

/// What there is of a session beside its store, which tells it what happens: it counts and records that,
/// and keeps the state as small as it has to be: it refuses a client's actions, and ends the store when its
/// effects do more than they may.
final class SessionMonitor<State: Codable & Sendable, Action: Encodable & Sendable>:
  StoreMonitor, @unchecked Sendable
{
  // Sound: what changes is guarded by the store's lock, under which it is called and read, and no
  // access lasts while other code runs: exclusivity need not be checked at each.

  let context: SessionContext
  let writer: SessionWriter?
  let issues = SessionIssues()
  /// The state as JSON.
  let encoder = SnapshotEncoder()
  @exclusivity(unchecked) var recorder: SessionRecorder
  @exclusivity(unchecked) private var budget: EffectBudget
  /// How many effects were in flight after the last round of actions.
  @exclusivity(unchecked) private(set) var effectCount = 0
  /// Why the store was ended by this, if it was.
  @exclusivity(unchecked) private(set) var reason: SessionEndReason?
  /// Who brought the actions that were processed since the writer was told, a client before others.
  @exclusivity(unchecked) private var news: WritePriority?
  /// Whether what happens is not noted.
  @exclusivity(unchecked) private var isMuted = false
  /// Whether the session was put aside.
  @exclusivity(unchecked) var isAside = false
  /// The action of an effect that is being processed, as JSON.
  @exclusivity(unchecked) private var effectAction: [UInt8]?

  init(context: SessionContext, journal: SessionJournal, writer: SessionWriter?) {
    self.context = context
    self.writer = writer
    recorder = SessionRecorder(journal: journal)
    budget = EffectBudget(now: context.host.steady())
  }

  /// Notes the misuses that the session's reducers or effects report, on any thread.
  var issueReporter: IssueReporter {
    IssueReporter { issue in
      self.issues.add(issue)
      self.context.report(issue)
    }
  }

  // MARK: Recording

  /// Notes a version.
  ///
  /// - Parameter action: The action that brought it about, as JSON, if it was one.
  func record(_ cause: SessionJournal.Cause, _ action: [UInt8] = [], effects: Int) {
    recorder.record(
      cause, action, effects: effects, time: context.host.now().timeIntervalSince1970)
  }

  /// Runs something of which nothing is noted.
  func withoutNotes(_ body: () -> Void) {
    isMuted = true
    defer { isMuted = false }
    body()
  }

  /// Encodes the state of the latest version, unless it is.
  ///
  /// - Throws: ``JSONLimitExceeded`` for one that is too large; what encoding the state throws.
  func encode(_ state: State) throws {
    let version = recorder.journal.latest
    if version == encoder.version { return }
    let mark = ThreadActivity.begin(.encoding, context, version: version)
    defer { mark.end() }
    keep(try encoder.draft(of: state, upTo: maximumStateBytes), as: version)
  }

  private func keep(_ draft: SnapshotDraft, as version: Int) {
    encoder.keep(draft, as: version)
    // To put what is known together takes an eighth of encoding it.
    context.note(weight: max(encoder.cost, encoder.size / 8))
  }

  /// How many bytes the state may have as JSON.
  var maximumStateBytes: Int { context.host.maximumStateBytes }

  /// The snapshot of the state that is encoded; the journal keeps it, too.
  func makeSnapshot() -> Snapshot {
    let snapshot = Snapshot(version: encoder.version, state: encoder.json(), effects: effectCount)
    recorder.keep(snapshot.state, of: snapshot.version)
    return snapshot
  }

  // MARK: The size of the state

  /// As many bytes may be encoded for the size of a state that each action of an effect brings about.
  private static var encodedBytesPerAction: Int { 64 << 10 }

  /// Whether the state is to be encoded for its size, though nobody has asked for it: at once where that
  /// costs little, else once for several actions.
  private var isSizeDue: Bool {
    let count = recorder.journal.latest - encoder.version
    return count > 0
      && count.multipliedReportingOverflow(by: Self.encodedBytesPerAction)
        .partialValue >= encoder.cost
  }

  func admits(_ state: () -> State, after count: Int) -> Bool {
    let version = recorder.journal.latest + count
    let mark = ThreadActivity.begin(.encoding, context, version: version)
    defer { mark.end() }
    do {
      keep(try encoder.draft(of: state(), upTo: maximumStateBytes), as: version)
      return true
    } catch is JSONLimitExceeded {
      return false
    } catch {
      // A state without JSON form is reported by the request that reads it.
      return true
    }
  }

  func previousState() -> State? {
    if encoder.version == recorder.journal.latest,
      let state = try? WireCoding.decode(State.self, fromSaved: encoder.json())
    {
      return state
    }
    _ = end(.stateTooLarge)
    return nil
  }

  // MARK: What the store tells

  func willRunEffects() { _ = ThreadActivity.begin(.effect, context) }

  func didRunEffects() { ThreadActivity.end() }

  func willProcess(_ action: Action, cause: ActionCause, index: Int) {
    // Whoever has nothing noted in the journal has said what the thread does.
    if isMuted { return }
    let version = recorder.journal.latest
    switch cause {
    case .client:
      let json = recorder.expectedAction(at: index) ?? []
      ThreadActivity.change(to: .action, version: version, action: json)
    case .effect:
      // Now, so that a crash tells which action it was; an action that can't be encoded is no reason to
      // lose what happens.
      let json = (try? WireCoding.encode(action)) ?? Array("null".utf8)
      effectAction = json
      ThreadActivity.change(to: .action, version: version, action: json)
    }
  }

  func didProcess(_ action: Action, cause: ActionCause, effectCount: Int) -> Bool {
    if !isMuted {
      let known = cause == .client ? recorder.nextExpected() : effectAction.take()
      let json = known ?? (try? WireCoding.encode(action)) ?? Array("null".utf8)
      record(cause == .client ? .client : .effect, json, effects: effectCount)
      if cause == .effect { ThreadActivity.change(to: .effect, action: []) }
    }
    switch cause {
    case .client:
      news = .client
      context.host.counters.countClientAction()
    case .effect:
      // What a client's action has sent at once is answered together with it.
      if news == nil { news = .effect }
      context.host.counters.countEffectAction()
      let limit = context.host.effectLimits.actionsPerSecond
      if budget.isSpent(limit: limit, now: context.host.steady) { return end(.tooManyActions) }
    }
    return effectCount <= context.host.effectLimits.inFlight || end(.tooManyEffects)
  }

  func didChange(effectCount: Int) {
    guard effectCount != self.effectCount else { return }
    context.host.counters.addEffects(effectCount - self.effectCount)
    context.usage?.addEffects(effectCount - self.effectCount)
    self.effectCount = effectCount
  }

  func didEndRound(_ state: () -> State) -> Bool {
    // A store that was ended amid a round of actions has no state to keep.
    guard reason == nil else { return true }
    if !isMuted, recorder.hasEarnedSnapshot || isSizeDue {
      do {
        try encode(state())
        if recorder.hasEarnedSnapshot { _ = makeSnapshot() }
      } catch is JSONLimitExceeded {
        return end(.stateTooLarge)
      } catch {
        // A state without JSON form is reported by the request that reads it.
      }
    }
    if let news { writer?.noteChange(for: news) }
    news = nil
    return true
  }

  var gate: (any EffectGate)? { writer }

  /// Ends the store, and soon the session.
  ///
  /// - Returns: Whether the store may go on, which it may not.
  func end(_ reason: SessionEndReason) -> Bool {
    self.reason = reason
    // Before the client is answered, which is told of an end that is stored.
    writer?.end(reason, rememberedUntil: context.endedUntil)
    context.runAway(reason)
    return false
  }
}
