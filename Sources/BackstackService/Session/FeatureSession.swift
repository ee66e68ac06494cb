import Backstack
import BackstackCoding
import BackstackPlatform
import FoundationEssentials

/// A session of one feature.
final class FeatureSession<State: Codable & Sendable, Action: Codable & Sendable>: Session {
  /// The parts that most sessions never need.
  private struct Companions {
    var events: SessionEvents?
    var answers: AnswerMemory?
  }

  let store: Store<State, Action>
  let monitor: SessionMonitor<State, Action>
  /// The generator of the ids of new screens.
  private let elementIDs: StackElementIDGenerator?
  private let companions = Guarded(Companions())

  var context: SessionContext { monitor.context }
  var writer: SessionWriter? { monitor.writer }

  /// The number of times that effects may run after an action before the server responds anyway.
  static var patience: Int { 1000 }

  init<R: Reducer<State, Action>>(
    context: SessionContext, storing: SessionStoring?, resuming saved: SavedSession? = nil,
    initialState: () throws(Problem) -> State,
    reducer: () -> R,
    prepareDependencies: (inout DependencyValues) -> Void
  ) throws(Problem) {
    let limits = context.runtime.journalLimits
    monitor = SessionMonitor(
      context: context,
      journal: saved.map { SessionJournal(limits: limits, saved: $0) }
        ?? SessionJournal(limits: limits),
      writer: storing.map { SessionWriter(context: context, storing: $0) })
    var elementIDs: StackElementIDGenerator?
    do {
      let work: SessionWork = saved == nil ? .creation : .resuming
      store = try ThreadActivity.perform(work, context, version: saved?.version ?? 0) { [monitor] in
        try Store.hosted(initialState: initialState, reducer: reducer, monitor: monitor) { values in
          values.issueReporter = monitor.issueReporter
          values.setSession(context)
          if let next = saved?.nextElementID {
            values.stackElementID?.reserve(StackElementID(generation: next - 1))
          }
          prepareDependencies(&values)
          for override in context.runtime.feature.overrides { override(&values) }
          elementIDs = values.stackElementID
        }
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.invalidValue, "\(error)")
    }
    self.elementIDs = elementIDs
    if saved == nil {
      monitor.record(.creation, effects: 0)
      try requireAdmissibleState()
    }
    writer?.pauseUntilCreated()
    writer?.attach(self)
  }

  /// The id of the next screen.
  var nextElementID: Int { elementIDs?.peek().generation ?? 0 }

  // MARK: Parts on demand

  var events: SessionEvents {
    companions.withLock { companions in
      if let events = companions.events { return events }
      let events = SessionEvents(streams: context.runtime.streams, now: context.runtime.now)
      companions.events = events
      return events
    }
  }

  var answers: AnswerMemory {
    companions.withLock { companions in
      if let answers = companions.answers { return answers }
      let answers = AnswerMemory(limits: context.runtime.answerLimits, keeper: writer)
      companions.answers = answers
      return answers
    }
  }

  // MARK: Snapshots

  func snapshot() throws(Problem) -> Snapshot {
    try withEncodedState { monitor.makeSnapshot() }
  }

  func patchBase() throws(Problem) -> PatchBase {
    try withEncodedState { monitor.encoder.base() }
  }

  func changes(since base: PatchBase?, wantsSnapshot: Bool) throws(Problem) -> SessionChanges {
    try withEncodedState {
      let encoder = monitor.encoder
      return SessionChanges(
        base: encoder.base(), patch: base.map(encoder.patch) ?? [], stateSize: encoder.size,
        snapshot: wantsSnapshot ? monitor.makeSnapshot() : nil)
    }
  }

  /// Returns the present state as JSON. Called under the store's lock.
  func encodedState() throws(Problem) -> [UInt8] { try withEncodedState { monitor.encoder.json() } }

  /// Runs `body` under the store's lock, with the state encoded.
  private func withEncodedState<Result>(_ body: () -> Result) throws(Problem) -> Result {
    try Problem.only {
      try store.withExclusiveAccess {
        try encodeState()
        return body()
      }
    }
  }

  /// Encodes the present state if it is not encoded yet, and ends a session whose effects have made
  /// it too large. Called under the store's lock.
  func encodeState() throws(Problem) {
    if let reason = monitor.reason { throw .endedSession(reason) }
    if monitor.encoder.version == monitor.recorder.journal.latest { return }
    do {
      // A copy of the state would make the next action copy its collections.
      try store.withState { try monitor.encode($0) }
    } catch is JSONLimitExceeded {
      _ = monitor.end(.stateTooLarge)
      store.end()
      throw .endedSession(.stateTooLarge)
    } catch {
      throw Problem(.stateNotEncodable, "\(error)")
    }
  }

  /// Refuses to start or resume a session whose state is too large.
  func requireAdmissibleState() throws(Problem) {
    do {
      try store.withExclusiveAccess { try store.withState { try monitor.encode($0) } }
    } catch is JSONLimitExceeded {
      throw stateTooLarge
    } catch {
      // A state without JSON form is reported by the request that reads it.
    }
  }

  /// The problem of an action or a session that would make the state too large.
  var stateTooLarge: Problem { .stateTooLarge(monitor.maximumStateBytes) }

  /// Keeps the present state in the journal, if it has a JSON form.
  func keepSnapshot() { _ = try? snapshot() }

  func requirePath(named name: String?) throws(Problem) {
    let feature = context.runtime.feature
    let isThere =
      feature.paths.location(of: name).map { location in
        ThreadActivity.perform(.encoding, context) {
          store.withState { location.stack(in: $0) != nil }
        }
      } ?? false
    guard isThere else { throw .noStack(named: name, of: feature) }
  }

  func path(named name: String?) throws(Problem) -> (json: [UInt8], version: Int) {
    let feature = context.runtime.feature
    guard let location = feature.paths.location(of: name) else {
      throw .noStack(named: name, of: feature)
    }
    return try Problem.only {
      try store.withExclusiveAccess {
        try encodeState()
        let encoder = monitor.encoder
        do {
          let path = try ThreadActivity.perform(.encoding, context) {
            try store.withState { try encoder.path(at: location, of: $0, isKept: name == nil) }
          }
          guard let path else { throw Problem.noStack(named: name, of: feature) }
          return (path, encoder.version)
        } catch let problem as Problem {
          throw problem
        } catch {
          throw Problem(.stateNotEncodable, "\(error)")
        }
      }
    }
  }

  func send(
    _ json: [UInt8], if condition: VersionCondition, issues collector: IssueCollector
  ) throws(Problem) {
    let mark = ThreadActivity.begin(.decoding, context, action: json)
    defer { mark.end() }
    let (action, hasPush) = try decode(Action.self, from: json)
    if hasPush, !context.runtime.feature.validation.isEmpty {
      let decoded = ClientActions(actions: [action], texts: [json], hasPush: true)
      _ = try sendBatch(decoded, isBatch: false, if: condition, issues: collector)
      return
    }
    let problem = store.withExclusiveAccess { () -> Problem? in
      if let problem = refusal(of: condition) { return problem }
      // The state to which a refused action rolls back; usually it is encoded already.
      do throws(Problem) {
        try encodeState()
      } catch {
        if error.kind == .endedSession { return error }
      }
      monitor.recorder.expect([json])
      mark.change(to: .action, version: monitor.recorder.journal.latest)
      do throws(RefusedAction) {
        try monitor.issues.collect(
          into: collector, hasEffects: monitor.effectCount > 0
        ) { () throws(RefusedAction) in try store.sendClientAction(action) }
        return endedProblem
      } catch {
        monitor.recorder.expect([])
        return endedProblem ?? error.target.map(staleElement) ?? stateTooLarge
      }
    }
    if let problem { throw problem }
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken {
    store.onChange { _ in onChange() }
  }

  func end(_ reason: SessionEndReason) {
    store.end()
    writer?.end(reason, rememberedUntil: context.endedUntil)
    store.withExclusiveAccess { monitor.recorder.wakeWaiters() }
    // The readers of events are notified once the end is stored.
    let isWaiting = whenStored { [events] failure in
      events.end(failure == nil ? reason : .passivated)
    }
    if !isWaiting { events.end(reason) }
  }

  func discard() { store.end() }

  var canPassivate: Bool {
    guard writer?.isIdle == true, !hasReaders else { return false }
    return store.withExclusiveAccess { monitor.recorder.waiterCount == 0 && store.effectCount == 0 }
  }

  func canBeSuspended(since date: Date) -> Bool {
    guard context.runtime.feature.suspendsEffects,
      companions.withLock({ $0.events?.hadReaders(since: date) != true })
    else { return false }
    return store.withExclusiveAccess { monitor.recorder.waiterCount == 0 && !store.isEnded }
  }

  private var hasReaders: Bool { companions.withLock { $0.events?.hasReaders ?? false } }

  func passivate() {
    store.withExclusiveAccess { monitor.isPassive = true }
    store.end()
    store.withExclusiveAccess { monitor.recorder.wakeWaiters() }
    events.end(.passivated)
    context.didPassivate()
  }

  var terminationReason: SessionEndReason? { store.withExclusiveAccess { monitor.reason } }

  /// Returns why nothing can be sent now, if so. Called under the store's lock.
  func refusal(of condition: VersionCondition) -> Problem? {
    endedProblem ?? (condition.isMet(by: monitor.recorder.journal.latest) ? nil : .versionMismatch)
  }

  /// The problem of sending to the session, if it has ended. Called under the store's lock.
  var endedProblem: Problem? {
    if monitor.isPassive { return .passivated }
    if let reason = monitor.reason { return .endedSession(reason) }
    return store.isEnded ? .endedSession(.deleted) : nil
  }

  /// Returns the problem of an action whose target is missing. Called under the store's lock.
  func staleElement(_ missing: MissingTarget) -> Problem {
    var problem = Problem(
      .staleElement, "\(missing.message) Nothing was changed; read the session's snapshot.")
    problem.version = monitor.recorder.journal.latest
    return problem
  }

  /// Decodes a value that a client sent.
  ///
  /// - Returns: The value, and whether it pushes a screen whose state the client chose.
  func decode<Value: Decodable>(
    _ type: Value.Type, from json: [UInt8]
  ) throws(Problem) -> (value: Value, hasPush: Bool) {
    try decoding { () throws(Problem) in
      let claims = StackElementIDClaims()
      let value = try WireCoding.decode(
        type, from: json, within: context.runtime.feature.clientInput, noting: claims)
      return (value, claims.hasPush)
    }
  }

  /// Decodes a state that the session encoded.
  func decode(saved json: [UInt8]) throws(Problem) -> State {
    try decoding { () throws(Problem) in try WireCoding.decode(State.self, fromSaved: json) }
  }

  /// Decodes a value whose stacks get their ids from the store.
  private func decoding<Value>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try Problem.only { try store.withDependencies { try body() } }
  }
}
