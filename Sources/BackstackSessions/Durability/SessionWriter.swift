import Backstack
import BackstackCoding
import BackstackPlatform
package import BackstackStorage
import FoundationEssentials

/// A writer that stores the changes of one session, and calls back once they are stored.
///
/// A failed write closes the writer: the session in memory is then ahead of the storage, and is
/// dropped. A write that an overloaded storage refuses is made again later.
package final class SessionWriter: WriteClient, EffectGate {
  private struct State {
    var schedule = WriteSchedule()
    var written: WrittenSession
    var waiters = SessionWaiters()
    var failure: StorageError?
    var ending: Ending?
    /// The session that the storage has yet to create.
    var creation: Creation?
    /// The waiting effects, by number.
    var effects: [Int: @Sendable () -> Void] = [:]
    var lastEffect = 0
    /// Weak, as the session has the writer. A passivated session lives until its changes are
    /// stored.
    weak var session: (any Session)?
  }

  private struct Ending: Sendable {
    let reason: SessionEndReason
    let until: StorageTime
  }

  private final class Creation: Sendable {
    let session: NewSession

    init(_ session: NewSession) { self.session = session }
  }

  private let storage: any SessionStorage
  private let scheduler: WriteScheduler
  private let context: SessionContext
  private let state: Guarded<State>

  init(context: SessionContext, storing: SessionStoring) {
    storage = storing.storage
    scheduler = storing.scheduler
    self.context = context
    state = Guarded(
      State(
        written: WrittenSession(storing, lastUse: context.runtime.now().timeIntervalSince1970)))
  }

  /// Sets the session to write.
  func attach(_ session: any Session) { state.withLock { $0.session = session } }

  // MARK: Changes

  /// Pauses writing until ``create(_:)``.
  func pauseUntilCreated() { state.withLock { $0.schedule.pause() } }

  /// Starts to write a session that was stored before.
  func resumeWriting() {
    let priority = state.withLock { state in
      state.schedule.unpause()
      return state.schedule.askForPermit()
    }
    requestPermit(for: priority)
  }

  /// Marks the session dirty. Called under the store's lock.
  ///
  /// - Parameter priority: Whether a client waits for the change.
  func markDirty(for priority: WritePriority) {
    let priority = state.withLock { state -> WritePriority? in
      // Nothing more is stored of a session that has ended.
      if state.schedule.isClosed { return nil }
      state.schedule.markDirty(for: priority)
      return state.schedule.askForPermit()
    }
    requestPermit(for: priority)
  }

  /// Records that the session is used now, which prolongs its life.
  ///
  /// - Parameter end: When the use ends at the latest; `nil` for one that is over.
  func noteUse(at date: Date, until end: Date? = nil) {
    let priority = state.withLock { state -> WritePriority? in
      state.written.lastUse = date.timeIntervalSince1970
      if let end { state.written.lastEnd = end.timeIntervalSince1970 }
      guard state.written.hasOutdatedExpiry else { return nil }
      state.schedule.markNeedsWrite()
      return state.schedule.askForPermit()
    }
    requestPermit(for: priority, onStorageThread: true)
  }

  /// Pauses writing until ``endRequest(_:answer:isProcessed:dropping:)``, so that the changes of
  /// a request are stored together with its stored answer.
  func beginRequest() { state.withLock { $0.schedule.beginRequest() } }

  /// Ends a ``beginRequest()``.
  ///
  /// - Parameters:
  ///   - answer: The answer, if there is one already.
  ///   - isProcessed: Whether the request was processed.
  ///   - dropped: The answers that make room.
  func endRequest(
    _ key: IdempotencyKey, answer: Answer?, isProcessed: Bool,
    dropping dropped: DroppedAnswers
  ) {
    let scope = context.id.description
    let now = context.runtime.now().timeIntervalSince1970
    let priority = state.withLock { state in
      state.schedule.endRequest()
      // Nothing more is stored of a session that has ended.
      if isProcessed, !state.schedule.isClosed {
        state.written.store(StoredAnswer.rows(key, in: scope, answer: answer, now: now))
        state.schedule.markDirty(for: .client)
      }
      state.written.drop(dropped, in: scope)
      return state.schedule.askForPermit()
    }
    requestPermit(for: priority)
  }

  /// Stores the answer to a request that has ended: its effects, or their settling, took longer than the
  /// write of its changes. No response waits for this write.
  func storeLate(_ answer: Answer, for key: IdempotencyKey, dropping dropped: DroppedAnswers) {
    let scope = context.id.description
    let now = context.runtime.now().timeIntervalSince1970
    let priority = state.withLock { state -> WritePriority? in
      if state.schedule.isClosed { return nil }
      state.written.replace(StoredAnswer.rows(key, in: scope, answer: answer, now: now))
      state.written.drop(dropped, in: scope)
      state.schedule.markNeedsWrite()
      return state.schedule.askForPermit()
    }
    requestPermit(for: priority, onStorageThread: true)
  }

  /// Notes the time of the latest answer that the storage has, and removes answers with the next write.
  func drop(_ dropped: DroppedAnswers, after latest: StorageTime?) {
    state.withLock { state in
      if let latest { state.written.note(latestAnswer: latest) }
      state.written.drop(dropped, in: context.id.description)
    }
  }

  // MARK: Waiting

  /// Calls back once all changes so far are stored, or can't be: at once, or on another thread.
  ///
  /// - Parameter priority: Whether a client waits: its changes are written before others.
  package func whenStored(
    for priority: WritePriority = .effect, _ completion: @escaping @Sendable (StorageError?) -> Void
  ) {
    var permit: WritePriority?
    var effects: [@Sendable () -> Void] = []
    let (failure, isWaiting) = state.withLock { state -> (StorageError?, Bool) in
      if let failure = state.failure { return (failure, false) }
      if state.schedule.isStored { return (nil, false) }
      state.waiters.append(
        SessionWaiter(change: state.schedule.latest, completion: completion))
      if priority == .client {
        state.schedule.noteClient()
        permit = state.schedule.askForPermit()
        effects = takeEffects(&state)
      }
      return (nil, true)
    }
    guard isWaiting else { return completion(failure) }
    for effect in effects { effect() }
    requestPermit(for: permit)
  }

  /// The number of changes so far.
  package var latestChange: Int { state.withLock { $0.schedule.latest } }

  /// Returns whether changes are stored that came after a number of others.
  package func hasStoredChanges(after earlier: Int) -> Bool {
    state.withLock { $0.schedule.stored > earlier }
  }

  /// The error that has closed the writer, if there is one.
  var failure: StorageError? { state.withLock { $0.failure } }

  /// Whether all changes so far are stored.
  var isStored: Bool { state.withLock { $0.failure == nil && $0.schedule.isStored } }

  /// Whether there is nothing to write.
  var isIdle: Bool {
    state.withLock {
      $0.schedule.isIdle && $0.failure == nil && !$0.written.hasOutdatedExpiry
    }
  }

  /// Writes once more what a storage that took no writes did not take.
  func renew() {
    let priority = state.withLock { state -> WritePriority? in
      guard state.written.hasOutdatedExpiry, !state.schedule.isClosed else { return nil }
      state.schedule.markNeedsWrite()
      return state.schedule.askForPermit()
    }
    requestPermit(for: priority, onStorageThread: true)
  }

  // MARK: The end

  /// Ends the session in the storage, too; ``whenStored(_:)`` waits for it.
  func end(_ reason: SessionEndReason, rememberedUntil: Date) {
    let (priority, effects) = state.withLock { state in
      guard !state.schedule.isClosed else { return (nil as WritePriority?, takeEffects(&state)) }
      state.schedule.markDirty(for: .effect)
      state.schedule.end()
      state.ending = Ending(reason: reason, until: StorageTime(rememberedUntil))
      return (state.schedule.askForPermit(), takeEffects(&state))
    }
    for effect in effects { effect() }
    requestPermit(for: priority)
  }

  // MARK: Effects

  var holdsEffects: Bool {
    state.withLock { $0.schedule.holdsEffects(isCrowded: scheduler.isCrowded) }
  }

  func whenOpen(_ callback: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    let number = state.withLock { state -> Int? in
      guard state.schedule.holdsEffects(isCrowded: scheduler.isCrowded) else { return nil }
      state.lastEffect += 1
      state.effects[state.lastEffect] = callback
      return state.lastEffect
    }
    guard let number else { return nil }
    return { [self] in state.withLock { $0.effects[number] = nil } }
  }

  package func onceStored(_ callback: @escaping @Sendable (Bool) -> Void) {
    whenStored { callback($0 == nil) }
  }

  /// Holds further actions of effects until ``resumeEffects()``.
  func suspendEffects() { state.withLock { $0.schedule.suspendEffects() } }

  func resumeEffects() {
    let effects = state.withLock { state in
      state.schedule.resumeEffects()
      return takeEffects(&state)
    }
    for effect in effects { effect() }
  }

  /// Takes out the waiting effects if they may continue. The caller runs them without the lock.
  private func takeEffects(_ state: inout sending State) -> [@Sendable () -> Void] {
    if state.effects.isEmpty || state.schedule.holdsEffects(isCrowded: scheduler.isCrowded) {
      return []
    }
    defer { state.effects = [:] }
    return state.effects.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Turns

  /// Asks for a permit, and takes it if it is granted immediately.
  ///
  /// - Parameters:
  ///   - priority: The priority; `nil` to do nothing.
  ///   - onStorageThread: Whether to take the permit on another thread.
  private func requestPermit(for priority: WritePriority?, onStorageThread: Bool = false) {
    guard let priority, let permit = scheduler.enter(self, for: priority) else { return }
    if onStorageThread { context.storageQueue { self.take(permit) } } else { take(permit) }
  }

  func take(_ permit: WritePermit) {
    let (step, session) = state.withLock { ($0.schedule.takePermit(), $0.session) }
    switch step {
    case .prepared: submitCreation(permit)
    case .end: submitEnding(permit)
    case .capture:
      guard let session else { return returnPermit(permit) }
      submitUpdate(of: session, permit)
    case nil: scheduler.finish(permit)
    }
  }

  private func returnPermit(_ permit: WritePermit) {
    let priority = state.withLock { state -> WritePriority? in
      state.schedule.returnPermit()
      // The session may have ended while it had its permit, when it could not ask for another one.
      return state.schedule.isClosed ? state.schedule.askForPermit() : nil
    }
    scheduler.finish(permit)
    requestPermit(for: priority)
  }

  private func submitCreation(_ permit: WritePermit) {
    guard let creation = state.withLock({ $0.creation.take() }) else {
      return scheduler.finish(permit)
    }
    var permit = permit
    scheduler.note(creation.session.pendingSize, in: &permit)
    let write = StorageWrite.create(creation.session) { [self, permit] result in
      switch result {
      case .success: didWrite(permit)
      case .failure(.overloaded): didRefuse(.prepared, permit) { $0.creation = creation }
      case .failure(let error):
        noteGrowth(from: StoredSize(creation.session), to: StoredSize())
        didFail(error, permit)
      }
    }
    storage.submit(write)
  }

  private func submitEnding(_ permit: WritePermit) {
    let (ending, revision) = state.withLock { ($0.ending.take(), $0.written.revision) }
    guard let ending else { return scheduler.finish(permit) }
    let write = StorageWrite.end(
      revision, reason: ending.reason.stored, rememberedUntil: ending.until
    ) { [self] result in
      switch result {
      case .success, .failure(.notFound), .failure(.ended):
        noteGrowth(from: state.withLock { $0.written.size }, to: StoredSize())
        didStore(permit)
      case .failure(.overloaded): didRefuse(.end, permit) { $0.ending = ending }
      case .failure(let error): didFail(error, permit)
      }
    }
    storage.submit(write)
  }

  private func submitUpdate(of session: any Session, _ permit: WritePermit) {
    do {
      var effects: [@Sendable () -> Void] = []
      let capture = try session.capture(isForClient: permit.priority == .client) { [self] in
        state.withLock { state in
          guard state.schedule.begin() else { return nil }
          effects = takeEffects(&state)
          return Int(clamping: state.written.revision.version)
        }
      }
      for effect in effects { effect() }
      guard let capture else { return returnPermit(permit) }
      guard let (update, before) = makeUpdate(capture) else { return didStore(permit) }
      var permit = permit
      scheduler.note(update.pendingSize, in: &permit)
      let write = StorageWrite.update(update) { [self, permit] result in
        switch result {
        case .success: didWrite(permit)
        case .failure(.overloaded):
          didRefuse(.capture, permit) { [self] state in
            undo(to: before, in: &state)
          }
        case .failure(let error) where update.isOfReads && error.concernsAllWrites:
          // A storage that takes no writes ends no reads: the next use of the session tries again.
          context.runtime.storageHealth.note(error)
          state.withLock { undo(to: before, in: &$0) }
          didStore(permit)
        case .failure(let error): didFail(error, permit)
        }
      }
      storage.submit(write)
    } catch {
      didFail(.invalid("\(error)"), permit)
    }
  }

  // MARK: Writing

  /// Returns the update to a capture, and what was written before it; `nil` if nothing needs a
  /// write.
  private func makeUpdate(_ capture: SessionCapture) -> (SessionUpdate, WrittenSession)? {
    state.withLock { state in
      let before = state.written
      guard let update = state.written.update(to: capture, in: context) else { return nil }
      noteGrowth(from: before.size, to: state.written.size)
      return (update, before)
    }
  }

  /// Undoes an update that the storage has not taken.
  private func undo(to before: WrittenSession, in state: inout State) {
    noteGrowth(from: state.written.size, to: before.size)
    state.written.undo(to: before)
  }

  /// Adds the growth of the stored bytes to the usage of the session's principal.
  private func noteGrowth(from old: StoredSize, to new: StoredSize) {
    if let usage = context.usage, old.total != new.total { usage.addBytes(new.total - old.total) }
  }

  /// The expiry, in the storage, of a session that is created now.
  var firstExpiry: StorageTime { state.withLock { $0.written.prolong() } }

  /// Begins the write that creates the session, before the session is captured for ``create(_:)``:
  /// later changes belong to the next write.
  func beginCreation() {
    state.withLock { state in
      state.schedule.markDirty(for: .client)
      state.schedule.beginPrepared()
    }
  }

  /// Stores the session for the first time. Nothing is written before this call.
  func create(_ session: NewSession) {
    let priority = state.withLock { state in
      state.written.create(session)
      state.creation = Creation(session)
      noteGrowth(from: StoredSize(), to: state.written.size)
      state.schedule.prepare()
      return state.schedule.askForPermit()
    }
    requestPermit(for: priority)
  }

  private func didWrite(_ permit: WritePermit) {
    context.runtime.storageHealth.noteSuccess()
    didStore(permit)
  }

  private func didStore(_ permit: WritePermit) {
    scheduler.finish(permit)
    let (done, priority) = state.withLock { state -> (SessionWaiters, WritePriority?) in
      state.schedule.finish()
      return (state.waiters.take(through: state.schedule.stored), state.schedule.askForPermit())
    }
    done.end(nil)
    requestPermit(for: priority, onStorageThread: true)
  }

  /// Asks for another permit for the write that the overloaded storage refused.
  private func didRefuse(
    _ step: WriteSchedule.Step, _ permit: WritePermit, _ undo: @Sendable (inout State) -> Void
  ) {
    let priority = state.withLock { state in
      undo(&state)
      state.schedule.refuse(step, permit)
      // A client may wait for it by now.
      return state.schedule.askForPermit()
    }
    context.noteRefusal()
    scheduler.refuse(self, permit)
    requestPermit(for: priority)
  }

  private func didFail(_ error: StorageError, _ permit: WritePermit) {
    scheduler.finish(permit)
    didFail(error)
  }

  /// Records it if the storage no longer has what it has confirmed, as after a failover to a
  /// replica that was behind.
  private func noteIfWentBack(_ error: StorageError) {
    let revision = state.withLock { $0.written.revision }
    switch error {
    case .versionConflict(let current) where current < revision.version:
      context.noteWentBack(to: "version \(current) from \(revision.version)")
    case .fenced(let current) where current < revision.epoch:
      context.noteWentBack(to: "epoch \(current) from \(revision.epoch)")
    // One that has ended is remembered for longer.
    case .notFound: context.noteWentBack(to: "before the session was created")
    default: break
    }
  }

  func didFail(_ error: StorageError) {
    noteIfWentBack(error)
    let (waiters, effects, isNew) = state.withLock { state in
      if state.failure == nil { state.failure = error }
      state.schedule.close()
      let isNew = !context.isResumed && state.schedule.stored == 0
      return (state.waiters.take(through: .max), takeEffects(&state), isNew)
    }
    context.drop(error, isNew: isNew)
    waiters.end(error)
    for effect in effects { effect() }
  }
}

/// The storage of a session, and the session's record in it.
struct SessionStoring: Sendable {
  let storage: any SessionStorage
  /// The order in which sessions write to the storage.
  let scheduler: WriteScheduler
  /// The session as the storage knows it, or will once it is created there.
  let revision: SessionRevision
  /// The number of seconds for which the session lives without being used.
  let timeToLive: Double
  /// The size of the session in the storage.
  let size: StoredSize
}

/// A waiter for a change of a session to be stored.
struct SessionWaiter: Sendable {
  /// The number of the change.
  let change: Int
  /// Called with `nil` once the change is stored, or with the reason why it can't be.
  let completion: @Sendable (StorageError?) -> Void
}

/// The waiters for changes of a session to be stored, in the order of the changes.
struct SessionWaiters: Sendable {
  /// The first waiter. Usually it is the only one, and then no array is needed.
  private var first: SessionWaiter?
  private var others: [SessionWaiter] = []

  mutating func append(_ waiter: SessionWaiter) {
    if first == nil { first = waiter } else { others.append(waiter) }
  }

  /// Removes and returns the waiters whose changes are stored.
  ///
  /// - Parameter change: The last change that is stored.
  mutating func take(through change: Int) -> SessionWaiters {
    var taken = SessionWaiters()
    guard let first, first.change <= change else { return taken }
    let end = others.firstIndex { $0.change > change } ?? others.endIndex
    if end == others.endIndex {
      swap(&taken, &self)
      return taken
    }
    taken.first = first
    taken.others = Array(others[..<end])
    self.first = others[end]
    others.removeFirst(end + 1)
    return taken
  }

  /// Notifies all waiters that the changes are stored, or why they can't be.
  func end(_ failure: StorageError?) {
    first?.completion(failure)
    for waiter in others { waiter.completion(failure) }
  }
}

extension SessionUpdate {
  /// Whether it only says that the session was used, and which screens were shown: the session in memory is
  /// no version ahead of the storage.
  fileprivate var isOfReads: Bool {
    entries.isEmpty && state == nil && isPending == nil && answers.isEmpty && removedAnswers.isEmpty
  }
}

extension StorageError {
  /// Whether the storage takes no writes at present, of whatever session.
  fileprivate var concernsAllWrites: Bool {
    switch self {
    case .full, .readOnly, .unavailable: true
    default: false
    }
  }
}
