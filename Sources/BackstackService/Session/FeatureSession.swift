import Backstack
import Synchronization

/// A session of one feature.
final class FeatureSession<State: Codable & Sendable, Action: Codable & Sendable>: Session {
  let context: SessionContext
  private let input: ClientInput
  let events: SessionEvents
  private let store: Store<State, Action>
  private let encoded = Mutex(Encoded())

  /// The newest state that was encoded.
  private struct Encoded {
    var version = -1
    var state: [UInt8] = []
    let encoder = SnapshotEncoder()
  }

  /// How often effects may run in answer to one action before the client is answered anyway.
  private static var patience: Int { 1000 }

  init<R: Reducer<State, Action>>(
    context: SessionContext, input: ClientInput,
    initialState: () throws(Problem) -> State,
    reducer: () -> R,
    prepareDependencies: (inout DependencyValues) -> Void
  ) throws(Problem) {
    self.context = context
    self.input = input
    events = SessionEvents(streams: context.streams)
    do {
      store = try Store.hosted(initialState: initialState, reducer: reducer) { values in
        values.issueReporter = IssueReporter { context.reportIssue(context, $0) }
        prepareDependencies(&values)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.invalidValue, "\(error)")
    }
  }

  func snapshot() throws(Problem) -> Snapshot {
    let (version, state, effects) = read()
    let result = encoded.withLock { known -> Result<[UInt8], any Error> in
      if known.version == version { return .success(known.state) }
      return Result { try known.encoder.encode(state) }.map { json in
        if version > known.version { (known.version, known.state) = (version, json) }
        return json
      }
    }
    do {
      return Snapshot(version: version, state: try result.get(), effects: effects)
    } catch {
      throw Problem(.stateNotEncodable, "\(error)")
    }
  }

  func path() throws(Problem) -> (json: [UInt8], version: Int) {
    let (version, state, _) = read()
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
    let refusal = store.withExclusiveAccess { () -> Problem? in
      guard !store.isEnded else { return .endedSession }
      let version = store.actionCount
      guard condition.isMet(by: version) else { return .versionMismatch }
      guard let missing = store.sendIfReachable(action) else { return nil }
      var problem = Problem(
        .staleElement, "\(missing.message) Nothing was changed; read the session's snapshot.")
      problem.version = version
      return problem
    }
    if let refusal { throw refusal }
    return !store.whenSettled(patience: Self.patience, completion)
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken {
    store.onChange { _ in onChange() }
  }

  func end(_ reason: SessionEnd) {
    store.end()
    events.end(reason)
  }

  private func read() -> (version: Int, state: State, effects: Int) {
    store.withExclusiveAccess { (store.actionCount, store.state, store.effectCount) }
  }

  private func decodeAction(_ json: [UInt8]) throws(Problem) -> Action {
    // Stacks inside of the action get their ids from the store.
    let result = store.withDependencies { () -> Result<Action, Problem> in
      do throws(Problem) {
        return .success(try WireCoding.decode(Action.self, from: json, within: input))
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
