import Backstack
import Synchronization

/// A session of one feature.
final class FeatureSession<State: Codable & Sendable, Action: Codable & Sendable>: Session {
  let context: SessionContext
  private let store: Store<State, Action>
  private let monitor: SessionMonitor<Action>
  private let issues = SessionIssues()
  /// The version before the store's first action.
  private let firstVersion: Int
  private let encoded = Mutex<(version: Int, state: [UInt8])?>(nil)

  /// How often effects may run in answer to one action before the client is answered anyway.
  private static var patience: Int { 1000 }

  init<R: Reducer<State, Action>>(
    context: SessionContext, resuming saved: SavedSession? = nil,
    initialState: () throws(Problem) -> State,
    reducer: () -> R,
    prepareDependencies: (inout DependencyValues) -> Void
  ) throws(Problem) {
    self.context = context
    firstVersion = saved?.version ?? 0
    monitor = SessionMonitor(context: context)
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
  }

  func snapshot() throws(Problem) -> Snapshot {
    let (version, state, effects) = try read()
    if let known = encoded.withLock({ $0 }), known.version == version {
      return Snapshot(version: version, state: known.state, effects: effects)
    }
    let json = try encode(state)
    encoded.withLock { known in
      if version >= known?.version ?? 0 { known = (version, json) }
    }
    return Snapshot(version: version, state: json, effects: effects)
  }

  func save() throws(Problem) -> (snapshot: Snapshot, nextElementID: Int) {
    let next = store.withDependencies { DependencyValues.ambient?.stackElementID?.peek() }
    return (try snapshot(), next?.generation ?? 0)
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
    let refusal = store.withExclusiveAccess { () -> Problem? in
      if let problem = endedProblem { return problem }
      let version = firstVersion + store.actionCount
      guard condition.isMet(by: version) else { return .versionMismatch }
      let missing = issues.collect(into: collector) { store.sendIfReachable(action) }
      guard let missing else { return endedProblem }
      var problem = Problem(
        .staleElement, "\(missing.message) Nothing was changed; read the session's snapshot.")
      problem.version = version
      return problem
    }
    if let refusal { throw refusal }
    return !store.whenSettled(patience: Self.patience, completion)
  }

  func end() { store.end() }

  private func read() throws(Problem) -> (version: Int, state: State, effects: Int) {
    if let reason = monitor.reason { throw .endedSession(reason) }
    return store.withExclusiveAccess {
      (firstVersion + store.actionCount, store.state, store.effectCount)
    }
  }

  /// What is wrong with sending to the session, when it has ended.
  private var endedProblem: Problem? {
    if let reason = monitor.reason { return .endedSession(reason) }
    return store.isEnded ? .endedSession(.deleted) : nil
  }

  private func decodeAction(_ json: [UInt8]) throws(Problem) -> Action {
    // Stacks inside of the action get their ids from the store.
    let result = store.withDependencies { () -> Result<Action, Problem> in
      do throws(Problem) {
        return .success(try WireCoding.decode(Action.self, from: json))
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
