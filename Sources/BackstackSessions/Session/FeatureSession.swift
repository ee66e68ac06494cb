import Backstack
import BackstackCoding
import BackstackPlatform
import BackstackStorage
import FoundationEssentials

/// The parts that most sessions never need.
// Not nested: in a generic class its type would be looked up at each access.
private struct LazyParts {
  var readers: SessionReaders?
  var answers: AnswerMemory?
}

/// A session of one feature.
final class FeatureSession<State: Codable & Sendable, Action: Codable & Sendable>: Session {
  /// The part that is only used under the lock.
  private let locked: LockedSession<State, Action>
  /// The generator of the ids of new screens.
  private let elementIDs: StackElementIDGenerator?
  private let lazyParts = Guarded(LazyParts())

  var store: Store<State, Action> { locked.store }
  var monitor: SessionMonitor<State, Action> { locked.monitor }
  var context: SessionContext { locked.monitor.context }
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
    let monitor = SessionMonitor<State, Action>(
      context: context,
      journal: saved.map { SessionJournal(limits: limits, saved: $0) }
        ?? SessionJournal(limits: limits),
      writer: storing.map { SessionWriter(context: context, storing: $0) })
    let store: Store<State, Action>
    var elementIDs: StackElementIDGenerator?
    do {
      let work: SessionWork = saved == nil ? .creation : .resuming
      store = try ThreadActivity.perform(work, context, version: saved?.version ?? 0) {
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
    locked = LockedSession(store: store, monitor: monitor)
    self.elementIDs = elementIDs
    if let saved {
      let shown = ShownScreens(saved, now: context.runtime.build)
      if shown != ShownScreens() {
        let readers = makeReaders(shown)
        lazyParts.withLock { $0.readers = readers }
        // It tells them what is dismissed.
        monitor.readers = readers
      }
    }
    if let pending = saved?.pendingEffects {
      withLock { $0.pendingEffects = PendingEffects(pending) }
    }
    writer?.pauseUntilCreated()
    writer?.attach(self)
    context.attach(self)
  }

  // Inlined, as what it calls for each action: it would count references to the store.
  @inline(__always)
  var decoder: SessionDecoder<State, Action> {
    SessionDecoder(store, context)
  }

  /// The id of the next screen.
  var nextElementID: Int { elementIDs?.peek().generation ?? 0 }

  /// Runs `body` under the store's lock, which guards everything that an action changes. The same
  /// thread may take the lock again.
  // Inlined: each action calls it several times, also where nothing is specialized for the feature.
  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (borrowing LockedSession<State, Action>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try locked.store.withExclusiveAccess { () throws(Failure) in
      try body(locked)
    }
  }

  // MARK: Parts on demand

  func events(_ representation: Representation) -> SessionEvents {
    readers.events(representation)
  }

  var readers: SessionReaders {
    lazyParts.withLock { lazyParts in
      if let readers = lazyParts.readers { return readers }
      let readers = makeReaders()
      lazyParts.readers = readers
      return readers
    }
  }

  private func makeReaders(_ shown: ShownScreens = ShownScreens()) -> SessionReaders {
    SessionReaders(shown) { [weak self, runtime = context.runtime] in
      SessionEvents($0, of: self, streams: runtime.streams, now: runtime.now)
    }
  }

  /// The screens that were shown. Called under the store's lock.
  var shownScreens: ShownScreens { lazyParts.withLock { $0.readers }?.shown ?? ShownScreens() }

  /// The events that were read, in whatever representation.
  var readEvents: [SessionEvents] {
    lazyParts.withLock { $0.readers }?.readEvents ?? []
  }

  var answers: AnswerMemory {
    lazyParts.withLock { lazyParts in
      if let answers = lazyParts.answers { return answers }
      let answers = AnswerMemory(limits: context.runtime.answerLimits, writer: writer)
      lazyParts.answers = answers
      return answers
    }
  }

  // MARK: Snapshots

  func snapshot(_ representation: Representation) throws(SessionError) -> Snapshot {
    if representation == .screen {
      return try withScreen { screenSnapshot($0) }
    }
    return try withLock { session throws(SessionError) in try session.snapshot() }
  }

  func patchBase(_ representation: Representation) throws(SessionError) -> PatchBase {
    if representation == .screen { return try withScreen { $0 } }
    return try withLock { session throws(SessionError) in try session.base() }
  }

  func changes(
    of representation: Representation, since base: PatchBase?, wantsSnapshot: Bool
  ) throws(SessionError) -> SessionChanges {
    if representation == .screen {
      return try screenChanges(since: base as? ScreenBase, wantsSnapshot: wantsSnapshot)
    }
    let base = base as? StateBase
    return try withLock { session throws(SessionError) in
      try session.changes(since: base, wantsSnapshot: wantsSnapshot)
    }
  }

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
    return try withLock { session throws(SessionError) in
      guard let path = try session.path(at: location, isKept: name == nil) else {
        throw .noStack(name: name, known: feature.paths.names)
      }
      return (path, session.version)
    }
  }

  /// The link to the present state, if the feature has links.
  var link: String? { withLock { $0.link } }

  /// Returns the present state as JSON.
  func encodedState() throws(SessionError) -> [UInt8] {
    try withLock { session throws(SessionError) in try session.json() }
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
    if isBatch, JSONText.isEmptyArray(json) {
      return try refuseProposal(by: issues.author, if: condition)
    }
    // In a batch, each action is noted when it is processed.
    let mark = ThreadActivity.begin(.decoding, context, action: isBatch ? [] : json)
    defer { mark.end() }
    return try process(
      isBatch ? try decoder.batch(json) : try decoder.actions(json), in: trace, if: condition,
      issues: issues)
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
    let isPlain = record.isPlain
    if !isPlain,
      record.bindingFieldCount > 1
        || record.hasPush && !context.runtime.feature.validation.isEmpty
    {
      return try process(
        try decoder.actions(json), in: trace, if: condition, issues: collector)
    }
    let refusal = withLock { session in
      let refusal =
        session.refusal(of: condition)
        ?? session.process(
          action, as: .client(text: json), in: trace, noted: mark, issues: collector)
      if !isPlain, refusal == nil { session.report(record, to: collector) }
      return refusal
    }
    if let refusal { throw refusal }
    return []
  }

  private func process(
    _ decoded: ClientActions<Action>, in trace: TraceContext?, if condition: VersionCondition,
    issues: IssueCollector
  ) throws(SessionError) -> [StoreTask] {
    try withLock { session in
      session.refusal(of: condition).map { .failure($0) }
        ?? session.process(decoded, in: trace, issues: issues)
    }.get()
  }

  func process(
    _ hostAction: HostAction, if condition: VersionCondition
  ) throws(SessionError) -> Int? {
    let action = try action(of: hostAction)
    let mark = ThreadActivity.begin(.decoding, context, action: journalText(of: action))
    defer { mark.end() }
    return try withLock { session -> Result<Int?, SessionError> in
      if let refusal = session.refusal(of: condition) { return .failure(refusal) }
      if let isForState = hostAction.isForState {
        guard let isIncluded = store.withState({ isForState($0) }) else {
          return .failure(.wrongTypes("the state", feature: context.feature))
        }
        if !isIncluded { return .success(nil) }
      }
      session.monitor.hostPriority = hostAction.priority
      return session.process(action, as: .host, noted: mark, issues: IssueCollector())
        .map { .failure($0) } ?? .success(session.monitor.bytesOfHostAction)
    }.get()
  }

  private func action(of hostAction: HostAction) throws(SessionError) -> Action {
    if let action = hostAction.action as? Action { return action }
    guard let encoded = hostAction.action as? EncodedAction else {
      throw .wrongTypes("the action \(type(of: hostAction.action))", feature: context.feature)
    }
    do throws(SessionError) {
      return try store.withDependencies { () throws(SessionError) in
        try WireCoding.decode(Action.self, fromSaved: encoded.json)
      }
    } catch {
      throw .wrongTypes("an action from another node", feature: context.feature)
    }
  }

  func countSend(actions: Int, bytes: Int) throws(SessionError) {
    let refusal = withLock { session -> SessionError? in
      if let refusal = session.monitor.lifecycle.refusal { return refusal }
      if !session.monitor.charge(actions: actions, bytes: bytes) { store.end() }
      return session.monitor.lifecycle.refusal
    }
    if let refusal { throw refusal }
  }

  /// Returns an action as JSON, if a crash report needs it.
  func journalText(of action: Action) -> [UInt8] {
    guard context.runtime.crashLabel != nil else { return [] }
    return (try? WireCoding.encode(action)) ?? []
  }

  func restore(
    _ version: Int, by author: VersionAuthor?, if condition: VersionCondition
  ) throws(SessionError) {
    guard let saved = savedState(of: version) else { throw .forgottenVersion("\(version)") }
    // The version may be from a time when states could be larger.
    guard saved.json.count <= monitor.maximumStateBytes else { throw monitor.stateTooLarge }
    let mark = ThreadActivity.begin(.restoring, context, version: version)
    defer { mark.end() }
    let state = try decoder.state(saved: saved)
    try context.runtime.feature.validation.check(state.state, from: .history)
    let refusal = withLock { session -> SessionError? in
      if let refusal = session.refusal(of: condition) { return refusal }
      let monitor = session.monitor
      if saved.json.count > monitor.encoder.size, context.runtime.memory.isShort {
        return .outOfMemory
      }
      store.replaceState(state) {
        monitor.didChange(as: .restore(of: version), by: author, effects: $0)
      }
      return nil
    }
    if let refusal { throw refusal }
  }

  var tasks: [StoreTask] { store.tasks }

  var hasPendingEffects: Bool { withLock { !$0.pendingEffects.all.isEmpty } }

  var isSettled: Bool { locked.store.isSettled }

  func whenSettled(_ completion: @escaping @Sendable () -> Void) {
    if !store.whenSettled(patience: Self.patience, completion) { completion() }
  }

  // MARK: The journal

  var version: Int { withLock { $0.version } }

  func history(after version: Int, limit: Int) -> HistoryPage<SessionJournal.Entry> {
    withLock { session in
      session.monitor.tellEffects()
      let journal = session.monitor.journal
      return HistoryPage(journal.page(after: version, limit: limit), of: journal)
    }
  }

  func versions(after version: Int, limit: Int) -> HistoryPage<SessionJournal.Version> {
    withLock { session in
      session.monitor.tellEffects()
      let journal = session.monitor.journal
      return HistoryPage(journal.versions(after: version, limit: limit), of: journal)
    }
  }

  func snapshot(of version: Int) -> Snapshot? {
    withLock { session in
      session.monitor.tellEffects()
      let journal = session.monitor.journal
      guard let entry = journal[version], let state = journal.snapshot(of: version) else {
        return nil
      }
      return Snapshot(
        version: version, content: SavedState(stored: state).json, effects: entry.effects)
    }
  }

  func compact() { withLock { $0.monitor.compact() } }

  /// Returns the state of a version, if the journal has it.
  private func savedState(of version: Int) -> SavedState? {
    withLock { session in
      session.monitor.journal.snapshot(of: version).map(SavedState.init(stored:))
    }
  }

  func onChange(
    after version: Int, _ callback: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    withLock { session in
      guard session.monitor.lifecycle.isRunning, session.version == version else { return nil }
      let readers = readers
      session.monitor.readers = readers
      return readers.addWaiter(callback)
    }
  }

  func tellReaders() -> SessionEndReason? {
    let readers = readers
    return withLock { session in
      session.monitor.readers = readers
      return session.monitor.lifecycle.end
    }
  }

  // MARK: The life of the session

  var exceededLimit: SessionEndReason? {
    withLock { $0.monitor.lifecycle.exceededLimit }
  }

  func end(_ reason: SessionEndReason, if condition: VersionCondition) throws(SessionError) {
    let refusal = withLock { session in
      let refusal = session.refusal(of: condition)
      if refusal == nil { _ = handle(.end(reason), in: session) }
      return refusal
    }
    if let refusal { throw refusal }
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
    withLock { handle(event, in: $0) }
  }

  private func handle(
    _ event: SessionLifecycle.Event, in session: borrowing LockedSession<State, Action>
  ) -> SessionLifecycle.Steps {
    let monitor = session.monitor
    let steps = monitor.handle(event)
    if steps.contains(.endStore) { store.end() }
    // Before waiters are woken: their responses wait for the end to be stored.
    if steps.contains(.storeEnd), case .end(let reason) = event {
      writer?.end(reason, rememberedUntil: context.endedUntil)
    }
    if steps.contains(.wakeWaiters) { monitor.readers?.wakeWaiters() }
    return steps
  }

  var canPassivate: Bool {
    guard writer?.isIdle == true, !hasReaders else { return false }
    return withLock { _ in !hasWaiters && store.effectCount == 0 }
  }

  func canBeSuspended(since date: Date) -> Bool {
    guard context.runtime.feature.suspendsEffects,
      !readEvents.contains(where: { $0.hadReaders(since: date) })
    else { return false }
    return withLock { session in
      !hasWaiters && session.monitor.lifecycle.isRunning
        && session.pendingEffects.all.isEmpty
    }
  }

  private var hasReaders: Bool { readEvents.contains { $0.hasReaders } }

  /// Whether a closure waits for another version. Called under the lock.
  private var hasWaiters: Bool { monitor.readers?.waiterCount ?? 0 > 0 }
}

/// The parts of a session that are stored.
extension FeatureSession {
  func capture(isForClient: Bool, _ begin: () -> Int?) throws -> SessionCapture? {
    try withLock { session throws(SessionError) in
      let monitor = session.monitor
      // A session whose effects have made it too large is ended here at the latest.
      try? session.encode()
      if !monitor.chargeWrite(isForClient: isForClient) { store.end() }
      // A session that exceeded a limit is ended in the storage, too, and not written before.
      guard monitor.lifecycle.exceededLimit == nil, let stored = begin() else { return nil }
      guard session.version > stored else {
        return SessionCapture(
          version: stored, state: nil, nextElementID: nextElementID,
          pending: session.pendingEffects, screens: shownScreens, entries: [])
      }
      monitor.tellEffects()
      let state = try session.saved().stored
      // The response may have the state, and a version whose state a client got can be restored. The
      // storage has the state anyway.
      if isForClient { monitor.keep(state) }
      return SessionCapture(
        version: session.version, state: state, nextElementID: nextElementID,
        pending: session.pendingEffects, screens: shownScreens,
        entries: monitor.journal.stored(after: stored, now: context.runtime.now))
    }
  }

  func save() throws(SessionError) -> SavedSession.Content {
    try withLock { session throws(SessionError) in
      session.monitor.tellEffects()
      return SavedSession.Content(
        version: session.version, state: try session.saved(), nextElementID: nextElementID,
        history: session.monitor.journal.versions(after: -1),
        pending: session.pendingEffects.all, screens: shownScreens)
    }
  }
}
