import Backstack
import BackstackCoding
import BackstackDependencies
import BackstackStorage

/// A session whose store's lock is held: what may be done only then is done by it.
///
/// It is lent to a closure by ``FeatureSession/withLock(_:)``, and can't be kept.
struct LockedSession<State: Codable & Sendable, Action: Codable & Sendable>: ~Copyable {
  let store: Store<State, Action>
  let monitor: SessionMonitor<State, Action>

  private var context: SessionContext { monitor.context }

  /// The latest version.
  var version: Int { monitor.journal.latest }

  /// The durable effects that are pending.
  var pendingEffects: PendingEffects {
    get { context.pendingEffects }
    nonmutating set { context.pendingEffects = newValue }
  }

  // MARK: Encoding

  /// Encodes the present state if it is not encoded yet, and ends a session whose effects have made
  /// it too large.
  func encode() throws(SessionError) {
    if let limit = monitor.lifecycle.exceededLimit { throw .ended(limit) }
    if monitor.encoder.version == version { return }
    do {
      // A copy of the state would make the next action copy its collections.
      try store.withState { try monitor.encode($0, sharing: store.shares) }
    } catch is JSONLimitExceeded {
      _ = monitor.exceed(.stateTooLarge)
      store.end()
      throw .ended(.stateTooLarge)
    } catch {
      throw .stateNotEncodable("\(error)")
    }
  }

  /// Returns the present state as JSON.
  func json() throws(SessionError) -> [UInt8] {
    try encode()
    return monitor.encoder.json()
  }

  /// Returns the present state as it is stored.
  func saved() throws(SessionError) -> SavedState {
    try encode()
    return monitor.encoder.saved(sharing: store.shares)
  }

  /// Refuses to start or resume a session whose state is too large.
  func requireAdmissibleState() throws(SessionError) {
    do {
      try store.withState { try monitor.encode($0, sharing: store.shares) }
    } catch is JSONLimitExceeded {
      throw monitor.stateTooLarge
    } catch {
      // A state without JSON form is reported by the request that reads it.
    }
  }

  // MARK: Reading

  /// The link to the present state, if the feature has links.
  var link: String? {
    guard let linkOf = context.runtime.feature.linkOf else { return nil }
    return store.withDependencies { store.withState { linkOf($0) } }
  }

  /// The shared values that have a key, as an object of JSON; `nil` if there are none.
  private var shared: [UInt8]? { store.shares.present?.named }

  /// Returns the latest version, which the journal keeps, too.
  func snapshot() throws(SessionError) -> Snapshot {
    try encode()
    var snapshot = monitor.makeSnapshot(sharing: store.shares)
    snapshot.link = link
    snapshot.shared = shared
    return snapshot
  }

  /// Returns the latest version as the base of a later patch.
  func base() throws(SessionError) -> PatchBase {
    try encode()
    return monitor.encoder.base(link: link, effects: monitor.tellEffects(), shared: shared)
  }

  /// Returns the changes since an earlier version, and the base of the next patch.
  func changes(
    since base: StateBase?, wantsSnapshot: Bool
  ) throws(SessionError) -> SessionChanges {
    try encode()
    let encoder = monitor.encoder
    let link = link
    let shared = shared
    let effects = monitor.tellEffects()
    var snapshot = wantsSnapshot ? monitor.makeSnapshot(sharing: store.shares) : nil
    snapshot?.link = link
    snapshot?.shared = shared
    return SessionChanges(
      base: encoder.base(link: link, effects: effects, shared: shared),
      patch: base.map {
        encoder.patch(from: $0, link: link, effects: effects, shared: shared)
      } ?? [],
      stateSize: encoder.size, snapshot: snapshot)
  }

  /// Returns a navigation stack as JSON; `nil` if there is none.
  ///
  /// - Parameter isKept: Whether the JSON is kept until the state changes.
  func path(
    at location: NavigationPaths.Location, isKept: Bool
  ) throws(SessionError) -> [UInt8]? {
    try encode()
    do {
      return try ThreadActivity.perform(.encoding, context) {
        try store.withState { try monitor.encoder.path(at: location, of: $0, isKept: isKept) }
      }
    } catch {
      throw .stateNotEncodable("\(error)")
    }
  }

  // MARK: Processing

  /// Processes an action from outside.
  ///
  /// - Returns: Why it was refused; then nothing was changed.
  func process(
    _ action: Action, as cause: ActionCause, in trace: TraceContext? = nil,
    noted mark: ThreadActivity.Mark, issues collector: IssueCollector
  ) -> SessionError? {
    // The state to which a refused action rolls back; usually it is encoded already.
    do throws(SessionError) {
      try encode()
    } catch {
      if case .ended = error { return error }
    }
    mark.change(to: .action, version: version)
    do throws(RefusedAction) {
      try monitor.issues.collect(
        into: collector, hasEffects: monitor.effectCount > 0
      ) { () throws(RefusedAction) in try store.send(action, as: cause, in: trace) }
      return refusalAfterwards
    } catch {
      return refusalAfterwards ?? error.target.map { staleElement($0, index: nil) }
        ?? inadmissibleState
    }
  }

  /// Processes a batch of actions: all or none. None are processed if they push a screen and lead
  /// to a state that the feature refuses.
  ///
  /// - Returns: The effects that each action started.
  func process(
    _ decoded: ClientActions<Action>, in trace: TraceContext?, issues collector: IssueCollector
  ) -> Result<[StoreTask], SessionError> {
    var refusal: SessionError?
    do throws(RefusedAction) {
      let tasks = try monitor.issues.collect(
        into: collector, hasEffects: monitor.effectCount > 0
      ) { () throws(RefusedAction) in
        try store.sendBatch(decoded.actions, texts: decoded.texts, in: trace) { state in
          guard decoded.record.hasPush else { return true }
          refusal = context.runtime.feature.validation.refusal(of: state, from: .push)
          return refusal == nil
        }
      }
      if let refusal = refusal ?? refusalAfterwards { return .failure(refusal) }
      report(decoded.record, to: collector)
      return .success(tasks ?? [])
    } catch {
      guard let target = error.target else { return .failure(inadmissibleState) }
      return .failure(staleElement(target, index: decoded.isBatch ? error.index : nil))
    }
  }

  /// Reports the fields that actions were to set, and no reducer has.
  func report(_ record: DecodingRecord, to collector: IssueCollector) {
    guard let field = record.unsetFields.first else { return }
    monitor.issues.collect(into: collector, hasEffects: false) {
      store.withDependencies {
        reportIssue(
          """
          An action was to set \(field), and no reducer has: put BindingReducer() into the body of the \
          feature's reducer.
          """, at: context.runtime.feature.location)
      }
    }
  }

  // MARK: Refusing

  /// Returns why nothing can be sent now, if so.
  func refusal(of condition: VersionCondition) -> SessionError? {
    if let refusal = monitor.lifecycle.refusal { return refusal }
    return condition.isMet(by: version) ? nil : .versionMismatch
  }

  /// The reason why a request that was processed has failed, if it has.
  private var refusalAfterwards: SessionError? {
    let refusal = monitor.lifecycle.refusal
    guard case .passivated? = refusal else { return refusal }
    // The session was dropped, as its changes could not be stored.
    return .storage(monitor.writer?.failure ?? .unavailable("the session was dropped"))
  }

  /// The error of a client's actions whose state was not admitted.
  private var inadmissibleState: SessionError {
    monitor.lacksMemory ? .outOfMemory : monitor.stateTooLarge
  }

  /// Returns the error of an action whose target is missing.
  private func staleElement(_ target: MissingTarget, index: Int?) -> SessionError {
    .staleElement(target, version: version, index: index)
  }
}
