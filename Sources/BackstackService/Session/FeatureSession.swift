import Backstack
import Synchronization

/// A session of one feature.
final class FeatureSession<State: Codable & Sendable, Action: Codable & Sendable>: Session,
  SnapshotKeeper
{
  let context: SessionContext
  private let input: ClientInput
  let events: SessionEvents
  let store: Store<State, Action>
  let recorder: SessionRecorder<Action>
  let monitor: SessionMonitor<Action>
  let issues = SessionIssues()
  let answers: AnswerMemory
  let writer: SessionWriter?
  /// Where the ids of new screens come from.
  private let elementIDs: StackElementIDGenerator?
  private let isAside = Atomic(false)
  /// The version before the store's first action.
  /// The state as JSON.
  private let encoder = SnapshotEncoder()

  /// How often effects may run in answer to one action before the client is answered anyway.
  static var patience: Int { 1000 }

  init<R: Reducer<State, Action>>(
    context: SessionContext, input: ClientInput, resuming saved: SavedSession? = nil,
    initialState: () throws(Problem) -> State,
    reducer: () -> R,
    prepareDependencies: (inout DependencyValues) -> Void
  ) throws(Problem) {
    self.context = context
    self.input = input
    events = SessionEvents(streams: context.streams)
    writer = context.storing.map { SessionWriter(context: context, storing: $0) }
    answers = AnswerMemory(limits: context.answerLimits, keeper: writer)
    let journal =
      saved.map { SessionJournal(limits: context.journalLimits, saved: $0) }
      ?? SessionJournal(limits: context.journalLimits)
    recorder = SessionRecorder(journal: journal, now: context.now)
    monitor = SessionMonitor(context: context, recorder: recorder, writer: writer)
    var elementIDs: StackElementIDGenerator?
    do {
      store = try Store.hosted(initialState: initialState, reducer: reducer, monitor: monitor) {
        [issues] values in
        values.issueReporter = IssueReporter { issue in
          issues.add(issue)
          context.report(issue)
        }
        values.session = context.info
        if let next = saved?.nextElementID {
          values.stackElementID?.reserve(StackElementID(generation: next - 1))
        }
        prepareDependencies(&values)
        elementIDs = values.stackElementID
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.invalidValue, "\(error)")
    }
    self.elementIDs = elementIDs
    if saved == nil { recorder.record(.creation, effects: 0) }
    recorder.keeper = self
    writer?.awaitBeginning()
    writer?.attach(self)
  }

  /// The id that the next screen gets.
  var nextElementID: Int { elementIDs?.peek().generation ?? 0 }

  func snapshot() throws(Problem) -> Snapshot {
    try withEncodedState { makeSnapshot() }
  }

  func patchBase() throws(Problem) -> PatchBase {
    try withEncodedState { encoder.base() }
  }

  func news(since base: PatchBase?, wantsSnapshot: Bool) throws(Problem) -> SessionNews {
    try withEncodedState {
      SessionNews(
        base: encoder.base(), patch: base.map(encoder.patch) ?? [], stateSize: encoder.size,
        snapshot: wantsSnapshot ? makeSnapshot() : nil)
    }
  }

  /// The present snapshot, which the journal keeps, too. Called under the store's lock with the state
  /// encoded.
  private func makeSnapshot() -> Snapshot {
    let snapshot = Snapshot(
      version: encoder.version, state: encoder.json(), effects: monitor.effectCount)
    recorder.keep(snapshot.state, of: snapshot.version)
    return snapshot
  }

  /// The present state as JSON. Called under the store's lock.
  func encodedState() throws(Problem) -> [UInt8] { try withEncodedState { encoder.json() } }

  /// Runs `body` under the store's lock, with the state encoded.
  private func withEncodedState<Result>(_ body: () -> Result) throws(Problem) -> Result {
    try Problem.only {
      try store.withExclusiveAccess {
        if let reason = monitor.reason { throw Problem.endedSession(reason) }
        let version = recorder.journal.latest
        if encoder.version != version {
          do {
            // A copy of the state would make the next action copy its collections.
            try store.withState { try encoder.update(to: $0, version: version) }
          } catch {
            throw Problem(.stateNotEncodable, "\(error)")
          }
        }
        return body()
      }
    }
  }

  func keepSnapshot() {
    // A state without JSON form is reported to who asks for it.
    _ = try? withEncodedState { makeSnapshot() }
  }

  func path() throws(Problem) -> (json: [UInt8], version: Int) {
    let (version, state) = try read()
    for property in Mirror(reflecting: state).children {
      if property.value is any NavigationStack, let stack = property.value as? any Encodable {
        return (try encode(stack), version)
      }
    }
    return (Array("[]".utf8), version)
  }

  func send(
    _ json: [UInt8], if condition: VersionCondition, issues collector: IssueCollector
  ) throws(Problem) {
    let action = try decodeAction(json)
    let problem = store.withExclusiveAccess { () -> Problem? in
      if let problem = refusal(of: condition) { return problem }
      recorder.expect([json])
      let missing = issues.collect(
        into: collector, hasEffects: monitor.effectCount > 0
      ) { store.sendIfReachable(action) }
      guard let missing else { return endedProblem }
      recorder.expect([])
      return staleElement(missing)
    }
    if let problem { throw problem }
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken {
    store.onChange { _ in onChange() }
  }

  func end(_ reason: SessionEndReason) {
    store.end()
    writer?.end(reason, rememberedUntil: context.endedUntil)
    store.withExclusiveAccess { recorder.wakeWaiters() }
    events.end(reason)
  }

  func discard() { store.end() }

  var canBePutAside: Bool {
    guard writer?.isIdle == true, !events.hasReaders else { return false }
    return store.withExclusiveAccess { recorder.waiterCount == 0 && store.effectCount == 0 }
  }

  func putAside() {
    isAside.store(true, ordering: .releasing)
    store.end()
    store.withExclusiveAccess { recorder.wakeWaiters() }
    events.end(.putAside)
    context.didPutAside()
  }

  /// Why nothing can be sent now, if so. Called under the store's lock.
  func refusal(of condition: VersionCondition) -> Problem? {
    endedProblem ?? (condition.isMet(by: recorder.journal.latest) ? nil : .versionMismatch)
  }

  /// What is wrong with sending to the session, when it has ended. Called under the store's lock.
  var endedProblem: Problem? {
    if isAside.load(ordering: .acquiring) { return .putAside }
    if let reason = monitor.reason { return .endedSession(reason) }
    return store.isEnded ? .endedSession(.deleted) : nil
  }

  private func read() throws(Problem) -> (version: Int, state: State) {
    try Problem.only {
      try store.withExclusiveAccess {
        if let reason = monitor.reason { throw Problem.endedSession(reason) }
        return (recorder.journal.latest, store.state)
      }
    }
  }

  /// The refusal of an action whose target is missing. Called under the store's lock.
  func staleElement(_ missing: MissingTarget) -> Problem {
    var problem = Problem(
      .staleElement, "\(missing.message) Nothing was changed; read the session's snapshot.")
    problem.version = recorder.journal.latest
    return problem
  }

  func decodeAction(_ json: [UInt8]) throws(Problem) -> Action {
    try decode(Action.self, from: json)
  }

  /// Decodes what a client sent.
  func decode<Value: Decodable>(
    _ type: Value.Type, from json: [UInt8]
  ) throws(Problem) -> Value {
    try decoding { () throws(Problem) in try WireCoding.decode(type, from: json, within: input) }
  }

  /// Decodes a state that the session has encoded.
  func decode(saved json: [UInt8]) throws(Problem) -> State {
    try decoding { () throws(Problem) in try WireCoding.decode(State.self, fromSaved: json) }
  }

  /// Decodes something in which stacks get their ids from the store.
  private func decoding<Value>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try Problem.only { try store.withDependencies { try body() } }
  }

  private func encode(_ value: some Encodable) throws(Problem) -> [UInt8] {
    do {
      return try WireCoding.encode(value)
    } catch {
      throw Problem(.stateNotEncodable, "\(error)")
    }
  }
}
