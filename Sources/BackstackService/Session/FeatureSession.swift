import Backstack
import Synchronization

/// A session of one feature.
final class FeatureSession<State: Codable & Sendable, Action: Codable & Sendable>: Session {
  let context: SessionContext
  private let input: ClientInput
  let events: SessionEvents
  let store: Store<State, Action>
  let recorder: SessionRecorder<Action>
  let answers: AnswerMemory
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
    context: SessionContext, input: ClientInput,
    initialState: () throws(Problem) -> State,
    reducer: () -> R,
    prepareDependencies: (inout DependencyValues) -> Void
  ) throws(Problem) {
    self.context = context
    self.input = input
    events = SessionEvents(streams: context.streams)
    answers = AnswerMemory(limits: context.answerLimits)
    recorder = SessionRecorder(limits: context.journalLimits, now: context.now)
    do {
      store = try Store.hosted(
        initialState: initialState, reducer: reducer, monitor: recorder
      ) { values in
        values.issueReporter = IssueReporter { context.reportIssue(context, $0) }
        prepareDependencies(&values)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.invalidValue, "\(error)")
    }
    recorder.record(.creation, effects: 0)
    recorder.onSnapshotEarned { [weak self] in self?.keepSnapshot() }
  }

  func snapshot() throws(Problem) -> Snapshot {
    let (version, effects, state) = store.withExclusiveAccess {
      (store.actionCount, store.effectCount, store.state)
    }
    do {
      return Snapshot(version: version, state: try encode(state, of: version), effects: effects)
    } catch {
      throw Problem(.stateNotEncodable, "\(error)")
    }
  }

  /// The JSON of a version, which is kept for who asks next, and for the journal.
  func encode(_ state: State, of version: Int) throws -> [UInt8] {
    let json = try encoded.withLock { known in
      if known.version == version { return known.state }
      let json = try known.encoder.encode(state)
      if version > known.version { (known.version, known.state) = (version, json) }
      return json
    }
    recorder.keep(json, of: version)
    return json
  }

  func path() throws(Problem) -> (json: [UInt8], version: Int) {
    let (version, state) = store.withExclusiveAccess { (store.actionCount, store.state) }
    for property in Mirror(reflecting: state).children {
      if property.value is any NavigationStack, let stack = property.value as? any Encodable {
        return (try encode(stack), version)
      }
    }
    return (Array("[]".utf8), version)
  }

  func send(
    _ json: [UInt8], if condition: VersionCondition,
    completion: @escaping @Sendable () -> Void
  ) throws(Problem) -> Bool {
    let action = try decodeAction(json)
    let problem = store.withExclusiveAccess { () -> Problem? in
      if let problem = refusal(of: condition) { return problem }
      recorder.expect([json])
      guard let missing = store.sendIfReachable(action) else { return nil }
      recorder.expect([])
      return staleElement(missing)
    }
    if let problem { throw problem }
    return !store.whenSettled(patience: Self.patience, completion)
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken {
    store.onChange { _ in onChange() }
  }

  func end(_ reason: SessionEnd) {
    store.end()
    recorder.wakeWaiters()
    events.end(reason)
  }

  /// Why nothing can be sent now, if so. Called under the store's lock.
  func refusal(of condition: VersionCondition) -> Problem? {
    guard !store.isEnded else { return .endedSession }
    return condition.isMet(by: store.actionCount) ? nil : .versionMismatch
  }

  /// The refusal of an action whose target is missing. Called under the store's lock.
  func staleElement(_ missing: MissingTarget) -> Problem {
    var problem = Problem(
      .staleElement, "\(missing.message) Nothing was changed; read the session's snapshot.")
    problem.version = store.actionCount
    return problem
  }

  func decodeAction(_ json: [UInt8]) throws(Problem) -> Action {
    try decode(Action.self, from: json)
  }

  /// Decodes what a client sent.
  func decode<Value: Decodable>(
    _ type: Value.Type, from json: [UInt8]
  ) throws(Problem) -> Value {
    try decode(type, from: json, within: input)
  }

  /// Decodes a state that the session has encoded.
  func decodeOwn(_ json: [UInt8]) throws(Problem) -> State {
    var input = ClientInput(takesPushes: true)
    input.maximumDepth = 512
    input.maximumElements = .max
    input.maximumBytes = .max
    return try decode(State.self, from: json, within: input)
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from json: [UInt8], within input: ClientInput
  ) throws(Problem) -> Value {
    // Stacks inside of the value get their ids from the store.
    let result = store.withDependencies { () -> Result<Value, Problem> in
      do throws(Problem) {
        return .success(try WireCoding.decode(Value.self, from: json, within: input))
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
