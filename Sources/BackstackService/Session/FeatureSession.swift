import Backstack
import Synchronization

/// A session of one feature.
final class FeatureSession<State: Codable & Sendable, Action: Codable & Sendable>: Session {
  let context: SessionContext
  private let input: ClientInput
  let events: SessionEvents
  let store: Store<State, Action>
  let recorder: SessionRecorder<Action>
  private let monitor: SessionMonitor<Action>
  let issues = SessionIssues()
  let answers: AnswerMemory
  let writer: SessionWriter?
  private let isAside = Atomic(false)
  /// The version before the store's first action.
  var firstVersion: Int {
    get { versions.load(ordering: .relaxed) }
    set { versions.store(newValue, ordering: .relaxed) }
  }
  private let versions = Atomic(0)
  private let encoded = Mutex(Encoded())

  /// The newest state that was encoded.
  private struct Encoded {
    var version = -1
    var state: [UInt8] = []
    let encoder = SnapshotEncoder()
  }

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
    versions.store(saved?.version ?? 0, ordering: .relaxed)
    events = SessionEvents(streams: context.streams)
    writer = context.storing.map { SessionWriter(context: context, storing: $0) }
    answers = AnswerMemory(limits: context.answerLimits, keeper: writer)
    let journal =
      saved.map { SessionJournal(limits: context.journalLimits, saved: $0) }
      ?? SessionJournal(limits: context.journalLimits)
    recorder = SessionRecorder(journal: journal, now: context.now)
    monitor = SessionMonitor(context: context, recorder: recorder, writer: writer)
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
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.invalidValue, "\(error)")
    }
    if saved == nil { recorder.record(.creation, effects: 0) }
    writer?.awaitBeginning()
    writer?.attach(self)
    recorder.onSnapshotEarned { [weak self] in self?.keepSnapshot() }
  }

  func snapshot() throws(Problem) -> Snapshot {
    let (version, state, effects) = try read()
    do {
      return Snapshot(version: version, state: try encode(state, of: version), effects: effects)
    } catch {
      throw Problem(.stateNotEncodable, "\(error)")
    }
  }

  /// The JSON of a version, which is kept for who asks next, and for the journal.
  func encode(_ state: State, of version: Int) throws -> [UInt8] {
    let json = try encodeOnce(state, of: version)
    recorder.keep(json, of: version)
    return json
  }

  /// The JSON of a version, which is kept for who asks next.
  func encodeOnce(_ state: State, of version: Int) throws -> [UInt8] {
    try encoded.withLock { known in
      if known.version == version { return known.state }
      let json = try known.encoder.encode(state)
      if version > known.version { (known.version, known.state) = (version, json) }
      return json
    }
  }

  func path() throws(Problem) -> (json: [UInt8], version: Int) {
    let (version, state, _) = try read()
    for property in Mirror(reflecting: state).children {
      if property.value is any NavigationStack, let stack = property.value as? any Encodable {
        return (try encode(stack), version)
      }
    }
    return (Array("[]".utf8), version)
  }

  func send(
    _ json: [UInt8], if condition: VersionCondition, issues collector: IssueCollector,
    completion: @escaping @Sendable () -> Void
  ) throws(Problem) -> Bool {
    let action = try decodeAction(json)
    let problem = store.withExclusiveAccess { () -> Problem? in
      if let problem = refusal(of: condition) { return problem }
      recorder.expect([json])
      let missing = issues.collect(into: collector) { store.sendIfReachable(action) }
      guard let missing else { return endedProblem }
      recorder.expect([])
      return staleElement(missing)
    }
    if let problem { throw problem }
    return !store.whenSettled(patience: Self.patience, completion)
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken {
    store.onChange { _ in onChange() }
  }

  func end(_ reason: SessionEndReason) {
    store.end()
    writer?.end(reason, rememberedUntil: context.endedUntil)
    recorder.wakeWaiters()
    events.end(reason)
  }

  var canBePutAside: Bool {
    guard writer?.isIdle == true, !events.hasReaders, recorder.waiterCount == 0 else {
      return false
    }
    return store.withExclusiveAccess { store.effectCount == 0 }
  }

  func putAside() {
    isAside.store(true, ordering: .releasing)
    store.end()
    recorder.wakeWaiters()
    events.end(.putAside)
    context.didPutAside()
  }

  /// Why nothing can be sent now, if so. Called under the store's lock.
  func refusal(of condition: VersionCondition) -> Problem? {
    endedProblem ?? (condition.isMet(by: version) ? nil : .versionMismatch)
  }

  /// What is wrong with sending to the session, when it has ended.
  var endedProblem: Problem? {
    if isAside.load(ordering: .acquiring) { return .putAside }
    if let reason = monitor.reason { return .endedSession(reason) }
    return store.isEnded ? .endedSession(.deleted) : nil
  }

  private func read() throws(Problem) -> (version: Int, state: State, effects: Int) {
    if let reason = monitor.reason { throw .endedSession(reason) }
    return store.withExclusiveAccess { (version, store.state, store.effectCount) }
  }

  /// The refusal of an action whose target is missing. Called under the store's lock.
  func staleElement(_ missing: MissingTarget) -> Problem {
    var problem = Problem(
      .staleElement, "\(missing.message) Nothing was changed; read the session's snapshot.")
    problem.version = version
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
    let result = store.withDependencies { () -> Result<Value, Problem> in
      do throws(Problem) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func encode(_ value: some Encodable) throws(Problem) -> [UInt8] {
    do {
      return try WireCoding.encode(value)
    } catch {
      throw Problem(.stateNotEncodable, "\(error)")
    }
  }
}
