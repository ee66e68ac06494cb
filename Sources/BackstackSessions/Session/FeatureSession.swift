import Backstack
import BackstackCoding
import BackstackPlatform
import BackstackStorage
import FoundationEssentials

/// A session of one feature.
final class FeatureSession<State: Codable & Sendable, Action: Codable & Sendable>: Session {
  /// The parts that most sessions never need.
  private struct Companions {
    var readers: SessionReaders?
    var answers: AnswerMemory?
  }

  let store: Store<State, Action>
  let monitor: SessionMonitor<State, Action>
  /// The generator of the ids of new screens.
  private let elementIDs: StackElementIDGenerator?
  private let companions = Guarded(Companions())

  var context: SessionContext { monitor.context }
  var writer: SessionWriter? { monitor.writer }

  /// The number of times that effects may run after an action before the caller stops waiting.
  private static var patience: Int { 1000 }

  init<R: Reducer<State, Action>>(
    context: SessionContext, storing: SessionStoring?, resuming saved: SavedSession? = nil,
    initialState: () throws(SessionError) -> State,
    reducer: () -> R,
    prepareDependencies: (inout DependencyValues) -> Void
  ) throws(SessionError) {
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
    } catch let error as SessionError {
      throw error
    } catch {
      throw .invalidValue("\(error)")
    }
    self.elementIDs = elementIDs
    if let pending = saved?.pendingEffects { context.pendingEffects = PendingEffects(pending) }
    writer?.pauseUntilCreated()
    writer?.attach(self)
    context.attach(self)
  }

  var decoder: SessionDecoder<State, Action> {
    SessionDecoder(store, input: context.runtime.feature.clientInput)
  }

  /// The id of the next screen.
  var nextElementID: Int { elementIDs?.peek().generation ?? 0 }

  // MARK: Parts on demand

  func events(_ representation: Representation) -> SessionEvents {
    readers.events(representation)
  }

  var readers: SessionReaders {
    companions.withLock { companions in
      if let readers = companions.readers { return readers }
      let readers = SessionReaders { [runtime = context.runtime] in
        SessionEvents(of: $0, streams: runtime.streams, now: runtime.now)
      }
      companions.readers = readers
      return readers
    }
  }

  /// The events that were read, in whatever representation.
  private var readEvents: [SessionEvents] {
    companions.withLock { $0.readers }?.readEvents ?? []
  }

  var answers: AnswerMemory {
    companions.withLock { companions in
      if let answers = companions.answers { return answers }
      let answers = AnswerMemory(limits: context.runtime.answerLimits, writer: writer)
      companions.answers = answers
      return answers
    }
  }

  // MARK: Snapshots

  func snapshot(_ representation: Representation) throws(SessionError) -> Snapshot {
    if representation == .screen {
      return try withScreen { screenSnapshot($0, screenBase($0, $1)) }
    }
    return try withEncodedState { linked(monitor.makeSnapshot()) }
  }

  func outline() -> SessionOutline {
    let readers = readEvents.reduce(0) { $0 + $1.readerCount }
    return store.withExclusiveAccess {
      let location = context.runtime.feature.paths.location(of: nil)
      let stack = store.withState { location?.stack(in: $0) }
      let top = (stack as? any BidirectionalCollection)?.last.flatMap { screen -> String? in
        guard Mirror(reflecting: screen).displayStyle == .enum else { return nil }
        return caseName(of: screen)
      }
      return SessionOutline(
        version: monitor.recorder.journal.latest, effects: monitor.effectCount,
        depth: stack?.ids.count, top: top, readers: readers,
        size: monitor.encoder.size)
    }
  }

  func effectsInFlight() -> SessionEffects {
    store.withExclusiveAccess {
      let latest = monitor.recorder.journal.latest
      // Each action leads to a version. Those of an activation belong to one version; nearly always
      // there is one such action.
      let offset = latest - store.actionCount
      let effects = store.effectsInFlight.map { effect in
        SessionEffect(
          name: effect.name, source: effect.source, cancelIDs: effect.cancelIDs,
          startedAt: Date(timeIntervalSince1970: effect.time),
          version: max(0, offset + effect.actionCount),
          dismissal: effect.dismissal.flatMap { try? WireCoding.encode($0) },
          elementIDs: effect.elementIDs, sleep: effect.sleep.map(Self.interval))
      }
      return SessionEffects(all: effects, version: latest, date: context.runtime.now())
    }
  }

  /// The last second that dates with a year of four digits have.
  private static var lastDate: Double { 253_402_300_799 }

  private static func interval(of sleep: EffectSleep) -> DateInterval {
    // A feature may sleep until a deadline that has passed, or that no date has.
    let end = min(max(sleep.begin, sleep.end), max(sleep.begin, lastDate))
    return DateInterval(
      start: Date(timeIntervalSince1970: sleep.begin), end: Date(timeIntervalSince1970: end))
  }

  func patchBase(_ representation: Representation) throws(SessionError) -> PatchBase {
    if representation == .screen { return try withScreen { screenBase($0, $1) } }
    return try withEncodedState {
      monitor.encoder.base(link: link, effects: monitor.tellEffects())
    }
  }

  /// The link that leads to what is shown now, if the feature tells it. Called under the store's
  /// lock.
  var link: String? {
    guard let linkOf = context.runtime.feature.linkOf else { return nil }
    return store.withDependencies { store.withState { linkOf($0) } }
  }

  private func linked(_ snapshot: Snapshot) -> Snapshot {
    var snapshot = snapshot
    snapshot.link = link
    return snapshot
  }

  func changes(
    of representation: Representation, since base: PatchBase?, wantsSnapshot: Bool
  ) throws(SessionError) -> SessionChanges {
    if representation == .screen {
      return try screenChanges(since: base as? ScreenBase, wantsSnapshot: wantsSnapshot)
    }
    let base = base as? StateBase
    return try withEncodedState {
      let encoder = monitor.encoder
      let link = link
      let effects = monitor.tellEffects()
      var snapshot = wantsSnapshot ? monitor.makeSnapshot() : nil
      snapshot?.link = link
      return SessionChanges(
        base: encoder.base(link: link, effects: effects),
        patch: base.map { encoder.patch(from: $0, link: link, effects: effects) } ?? [],
        stateSize: encoder.size, snapshot: snapshot)
    }
  }

  /// Returns the present state as JSON. Called under the store's lock.
  func encodedState() throws(SessionError) -> [UInt8] {
    try withEncodedState { monitor.encoder.json() }
  }

  /// Runs `body` under the store's lock, with the state encoded.
  private func withEncodedState<Result>(_ body: () -> Result) throws(SessionError) -> Result {
    try store.withExclusiveAccess { () throws(SessionError) in
      try encodeState()
      return body()
    }
  }

  /// Encodes the present state if it is not encoded yet, and ends a session whose effects have made
  /// it too large. Called under the store's lock.
  func encodeState() throws(SessionError) {
    if let limit = monitor.lifecycle.exceededLimit { throw .ended(limit) }
    if monitor.encoder.version == monitor.recorder.journal.latest { return }
    do {
      // A copy of the state would make the next action copy its collections.
      try store.withState { try monitor.encode($0) }
    } catch is JSONLimitExceeded {
      _ = monitor.exceed(.stateTooLarge)
      store.end()
      throw .ended(.stateTooLarge)
    } catch {
      throw .stateNotEncodable("\(error)")
    }
  }

  /// Refuses to start or resume a session whose state is too large.
  func requireAdmissibleState() throws(SessionError) {
    do {
      try store.withExclusiveAccess { try store.withState { try monitor.encode($0) } }
    } catch is JSONLimitExceeded {
      throw stateTooLarge
    } catch {
      // A state without JSON form is reported by the request that reads it.
    }
  }

  /// The error of an action or a session that would make the state too large.
  var stateTooLarge: SessionError { .stateTooLarge(limit: monitor.maximumStateBytes) }

  /// The error of a client's actions whose state was not admitted.
  private var inadmissibleState: SessionError {
    monitor.lacksMemory ? .outOfMemory : stateTooLarge
  }

  /// Keeps the present state in the journal, if it has a JSON form.
  func keepSnapshot() { _ = try? snapshot(.state) }

  func requirePath(named name: String?) throws(SessionError) {
    let feature = context.runtime.feature
    let isThere =
      feature.paths.location(of: name).map { location in
        ThreadActivity.perform(.encoding, context) {
          store.withState { location.stack(in: $0) != nil }
        }
      } ?? false
    guard isThere else { throw .noStack(name: name, known: feature.paths.names) }
  }

  func path(named name: String?) throws(SessionError) -> (json: [UInt8], version: Int) {
    let feature = context.runtime.feature
    guard let location = feature.paths.location(of: name) else {
      throw .noStack(name: name, known: feature.paths.names)
    }
    return try SessionError.only {
      try store.withExclusiveAccess {
        try encodeState()
        let encoder = monitor.encoder
        do {
          let path = try ThreadActivity.perform(.encoding, context) {
            try store.withState { try encoder.path(at: location, of: $0, isKept: name == nil) }
          }
          guard let path else {
            throw SessionError.noStack(name: name, known: feature.paths.names)
          }
          return (path, encoder.version)
        } catch let error as SessionError {
          throw error
        } catch {
          throw SessionError.stateNotEncodable("\(error)")
        }
      }
    }
  }

  // MARK: Changes

  func send(
    _ json: [UInt8], in trace: TraceContext?, awaitsEffects: Bool, if condition: VersionCondition,
    issues: IssueCollector
  ) throws(SessionError) -> [StoreTask] {
    let isBatch = JSONText.isArray(json)
    if !isBatch, !awaitsEffects {
      return try send(json, in: trace, if: condition, issues: issues)
    }
    // In a batch, each action is noted when it is processed.
    let mark = ThreadActivity.begin(.decoding, context, action: isBatch ? [] : json)
    defer { mark.end() }
    return try sendBatch(
      isBatch ? try decoder.batch(json) : try decoder.actions(json), isBatch: isBatch, in: trace,
      if: condition, issues: issues)
  }

  /// Processes a single action whose effects the client does not wait for, which is what most
  /// requests are.
  private func send(
    _ json: [UInt8], in trace: TraceContext?, if condition: VersionCondition,
    issues collector: IssueCollector
  ) throws(SessionError) -> [StoreTask] {
    let mark = ThreadActivity.begin(.decoding, context, action: json)
    defer { mark.end() }
    let record = DecodingRecord()
    let action = try decoder.action(json, in: record)
    if !record.isPlain,
      record.bindingFieldCount > 1 || !context.runtime.feature.validation.isEmpty
    {
      return try sendBatch(
        try decoder.actions(json), isBatch: false, in: trace, if: condition, issues: collector)
    }
    let refusal = store.withExclusiveAccess { () -> SessionError? in
      if let refusal = self.refusal(of: condition) { return refusal }
      return process(action, as: .client(text: json), in: trace, mark, issues: collector)
    }
    if let refusal { throw refusal }
    return []
  }

  func process(
    _ hostAction: HostAction, if condition: VersionCondition
  ) throws(SessionError) -> Int? {
    guard let action = hostAction.action as? Action else {
      throw .wrongTypes("the action \(type(of: hostAction.action))", feature: context.feature)
    }
    let mark = ThreadActivity.begin(.decoding, context, action: journalText(of: action))
    defer { mark.end() }
    return try store.withExclusiveAccess { () -> Result<Int?, SessionError> in
      if let refusal = self.refusal(of: condition) { return .failure(refusal) }
      if let isForState = hostAction.isForState {
        guard let isIncluded = store.withState({ isForState($0) }) else {
          return .failure(.wrongTypes("the state", feature: context.feature))
        }
        if !isIncluded { return .success(nil) }
      }
      monitor.hostPriority = hostAction.priority
      return process(action, as: .host, mark, issues: IssueCollector()).map { .failure($0) }
        ?? .success(monitor.bytesOfHostAction)
    }.get()
  }

  func countSend(actions: Int, bytes: Int) throws(SessionError) {
    let refusal = store.withExclusiveAccess { () -> SessionError? in
      if let refusal = monitor.lifecycle.refusal { return refusal }
      if !monitor.admits(actions: actions, bytes: bytes) { store.end() }
      return monitor.lifecycle.refusal
    }
    if let refusal { throw refusal }
  }

  /// Processes an action from outside. Called under the store's lock.
  ///
  /// - Returns: Why it was refused; then nothing was changed.
  func process(
    _ action: Action, as cause: ActionCause, in trace: TraceContext? = nil,
    _ mark: ThreadActivity.Mark, issues collector: IssueCollector
  ) -> SessionError? {
    // The state to which a refused action rolls back; usually it is encoded already.
    do throws(SessionError) {
      try encodeState()
    } catch {
      if case .ended = error { return error }
    }
    mark.change(to: .action, version: monitor.recorder.journal.latest)
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

  /// The reason why a request that was processed has failed, if it has. Called under the store's lock.
  private var refusalAfterwards: SessionError? {
    let refusal = monitor.lifecycle.refusal
    guard case .passivated? = refusal else { return refusal }
    // The session was dropped, as its changes could not be stored.
    return .storage(writer?.failure ?? .unavailable("the session was dropped"))
  }

  /// Returns an action as JSON, if a crash report needs it.
  func journalText(of action: Action) -> [UInt8] {
    guard context.runtime.crashLabel != nil else { return [] }
    return (try? WireCoding.encode(action)) ?? []
  }

  /// Processes a batch of actions: all or none. None are processed if they push a screen and lead
  /// to a state that the feature refuses.
  private func sendBatch(
    _ decoded: ClientActions<Action>, isBatch: Bool, in trace: TraceContext?,
    if condition: VersionCondition, issues collector: IssueCollector
  ) throws(SessionError) -> [StoreTask] {
    try store.withExclusiveAccess { () -> Result<[StoreTask], SessionError> in
      if let refusal = self.refusal(of: condition) { return .failure(refusal) }
      var refusal: SessionError?
      do throws(RefusedAction) {
        let tasks = try monitor.issues.collect(
          into: collector, hasEffects: monitor.effectCount > 0
        ) { () throws(RefusedAction) in
          try store.sendBatch(decoded.actions, texts: decoded.texts, in: trace) { state in
            guard decoded.hasPush else { return true }
            refusal = context.runtime.feature.validation.refusal(of: state, from: .push)
            return refusal == nil
          }
        }
        if let refusal = refusal ?? refusalAfterwards { return .failure(refusal) }
        return .success(tasks ?? [])
      } catch {
        guard let target = error.target else { return .failure(inadmissibleState) }
        return .failure(staleElement(target, index: isBatch ? error.index : nil))
      }
    }.get()
  }

  func restore(_ version: Int, if condition: VersionCondition) throws(SessionError) {
    guard let snapshot = snapshot(of: version) else { throw .forgottenVersion("\(version)") }
    // The version may be from a time when states could be larger.
    guard snapshot.content.count <= monitor.maximumStateBytes else { throw stateTooLarge }
    let mark = ThreadActivity.begin(.restoring, context, version: version)
    defer { mark.end() }
    let state = try decoder.state(saved: snapshot.content)
    try context.runtime.feature.validation.check(state, from: .history)
    let refusal = store.withExclusiveAccess { () -> SessionError? in
      if let refusal = self.refusal(of: condition) { return refusal }
      if snapshot.content.count > monitor.encoder.size, context.runtime.memory.isShort {
        return .outOfMemory
      }
      store.replaceState(state) { monitor.didRestore(version, effects: $0) }
      return nil
    }
    if let refusal { throw refusal }
  }

  var isSettled: Bool { store.isSettled }

  func whenSettled(_ completion: @escaping @Sendable () -> Void) {
    if !store.whenSettled(patience: Self.patience, completion) { completion() }
  }

  /// Returns why nothing can be sent now, if so. Called under the store's lock.
  private func refusal(of condition: VersionCondition) -> SessionError? {
    if let refusal = monitor.lifecycle.refusal { return refusal }
    return condition.isMet(by: monitor.recorder.journal.latest) ? nil : .versionMismatch
  }

  /// Returns the error of an action whose target is missing. Called under the store's lock.
  private func staleElement(_ target: MissingTarget, index: Int?) -> SessionError {
    .staleElement(target, version: monitor.recorder.journal.latest, index: index)
  }

  // MARK: The journal

  var version: Int { store.withExclusiveAccess { monitor.recorder.journal.latest } }

  func history(after version: Int, limit: Int) -> HistoryPage {
    store.withExclusiveAccess {
      monitor.tellEffects()
      let journal = monitor.recorder.journal
      return HistoryPage(
        entries: journal.page(after: version, limit: limit), oldest: journal.oldest,
        latest: journal.latest)
    }
  }

  func snapshot(of version: Int) -> Snapshot? {
    store.withExclusiveAccess {
      monitor.tellEffects()
      guard let entry = monitor.recorder.journal[version],
        let state = monitor.recorder.journal.snapshot(of: version)
      else { return nil }
      return Snapshot(version: version, content: state, effects: entry.effects)
    }
  }

  func onChange(
    after version: Int, _ callback: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    store.withExclusiveAccess {
      guard monitor.lifecycle.isRunning, monitor.recorder.journal.latest == version else {
        return nil
      }
      let number = monitor.recorder.addWaiter(callback)
      return { [weak self] in
        self?.store.withExclusiveAccess { self?.monitor.recorder.removeWaiter(number) }
      }
    }
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken {
    store.onChange { _ in onChange() }
  }

  // MARK: The life of the session

  var exceededLimit: SessionEndReason? {
    store.withExclusiveAccess { monitor.lifecycle.exceededLimit }
  }

  func end(_ reason: SessionEndReason) {
    guard handle(.end(reason)).contains(.endEvents) else { return }
    // The readers of events are notified once the end is stored.
    whenStored { [readEvents] failure in
      for events in readEvents { events.end(failure == nil ? reason : .passivated) }
    }
  }

  func passivate() {
    if handle(.leave).contains(.endEvents) { for events in readEvents { events.end(.passivated) } }
    // The last changes may have to wait for a write in flight. Until they are written, the writer
    // may be the only one that refers to the session.
    whenStored { [self] _ in withExtendedLifetime(self) {} }
    context.didPassivate()
  }

  func discard() { _ = handle(.leave) }

  func suspend() -> Bool {
    guard handle(.suspend).contains(.holdEffects) else { return false }
    writer?.suspendEffects()
    return true
  }

  func resumeEffects() {
    if handle(.resume).contains(.releaseEffects) { writer?.resumeEffects() }
  }

  /// Records an event, and takes all steps but those of effects and events.
  ///
  /// - Returns: All steps.
  private func handle(_ event: SessionLifecycle.Event) -> SessionLifecycle.Steps {
    store.withExclusiveAccess {
      let steps = monitor.handle(event)
      if steps.contains(.endStore) { store.end() }
      // Before waiters are woken: their responses wait for the end to be stored.
      if steps.contains(.storeEnd), case .end(let reason) = event {
        writer?.end(reason, rememberedUntil: context.endedUntil)
      }
      if steps.contains(.wakeWaiters) { monitor.recorder.wakeWaiters() }
      return steps
    }
  }

  var canPassivate: Bool {
    guard writer?.isIdle == true, !hasReaders else { return false }
    return store.withExclusiveAccess { monitor.recorder.waiterCount == 0 && store.effectCount == 0 }
  }

  func canBeSuspended(since date: Date) -> Bool {
    guard context.runtime.feature.suspendsEffects,
      !readEvents.contains(where: { $0.hadReaders(since: date) })
    else { return false }
    return store.withExclusiveAccess {
      monitor.recorder.waiterCount == 0 && monitor.lifecycle.isRunning
        && context.pendingEffects.all.isEmpty
    }
  }

  private var hasReaders: Bool { readEvents.contains { $0.hasReaders } }
}
