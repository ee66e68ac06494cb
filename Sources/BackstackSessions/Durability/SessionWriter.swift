import Backstack
import BackstackCoding
import BackstackPlatform
package import BackstackStorage
import FoundationEssentials

/// A writer that stores the changes of one session, and calls back once they are stored.
///
/// A failed write closes the writer: the session in memory is then ahead of the storage, and is
/// dropped. A write that an overloaded storage refuses is made again later.
package final class SessionWriter: TurnTaker, EffectGate {
  private struct State {
    var schedule = WriteSchedule()
    /// The session as the storage will know it after all submitted writes.
    var revision: SessionRevision
    var waiters = SessionWaiters()
    var answers: [KeptAnswer] = []
    var removedAnswers: [AnswerKey] = []
    /// When the session was last used, and when it expires in the storage, in seconds since 1970.
    var lastUse: Double
    var storedExpiry: Double
    /// The value that was stored last; `nil` if that was before the session was activated.
    var nextElementID: Int?
    /// The revision of the pending effects that was stored last.
    var pendingRevision = 0
    /// What is presented, as it was stored last; `nil` if that was before the session was activated.
    var presentations: [String: Int]?
    /// Whether the state is stored in its present shape.
    var hasShape = false
    /// The approximate size of what is stored of the session.
    var size: StoredSize
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

    /// Removes from the storage what the ledger has forgotten. Answers that are not stored yet are
    /// dropped.
    ///
    /// - Complexity: O(*n* · *m*), where *n* is the number of forgotten keys, and *m* that of the
    ///   answers that are not stored yet, at most as many as the ledger has.
    mutating func forget(_ forgotten: ForgottenAnswers, in scope: String) {
      for text in forgotten.keys + forgotten.answers {
        let content = AnswerKey(contentOf: text, in: scope)
        answers.removeAll { $0.key == content }
        // The content is stored together with its key, or not at all.
        let key = AnswerKey(scope: scope, key: text)
        if !answers.contains(where: { $0.key == key }) { removedAnswers.append(content) }
      }
      for text in forgotten.keys {
        let key = AnswerKey(scope: scope, key: text)
        if let index = answers.firstIndex(where: { $0.key == key }) {
          answers.remove(at: index)
        } else {
          removedAnswers.append(key)
        }
      }
    }

    /// Returns whether the storage would end the session too early or, because the date was set back
    /// since, much too late.
    func hasOutdatedExpiry(_ timeToLive: Double) -> Bool {
      let expiry = lastUse + timeToLive
      return expiry > storedExpiry || storedExpiry > expiry + timeToLive / 8 + 60
    }
  }

  private struct Ending: Sendable {
    let reason: SessionEndReason
    let until: StorageTime
  }

  private final class Creation: Sendable {
    let session: NewSession

    init(_ session: NewSession) { self.session = session }
  }

  /// The state of the writer before a write, to which it returns if the storage refuses the write.
  private struct Undo: Sendable {
    let version: UInt64
    let nextElementID: Int?
    let pendingRevision: Int
    let presentations: [String: Int]?
    let hasShape: Bool
    let storedExpiry: Double
    let size: StoredSize
    let answers: [KeptAnswer]
    let removedAnswers: [AnswerKey]
  }

  private let storage: any SessionStorage
  private let turns: StorageTurns
  private let context: SessionContext
  private let timeToLive: Double
  private let state: Guarded<State>

  init(context: SessionContext, storing: SessionStoring) {
    storage = storing.storage
    turns = storing.turns
    self.context = context
    timeToLive = storing.timeToLive
    state = Guarded(
      State(
        revision: storing.revision, lastUse: context.runtime.now().timeIntervalSince1970,
        storedExpiry: 0, size: storing.size))
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
      return state.schedule.askForTurn()
    }
    requestTurn(for: priority)
  }

  /// Marks the session dirty. Called under the store's lock.
  ///
  /// - Parameter priority: Whether a client waits for the change.
  func markDirty(for priority: WritePriority) {
    let priority = state.withLock { state in
      state.schedule.markDirty(for: priority)
      return state.schedule.askForTurn()
    }
    requestTurn(for: priority)
  }

  /// Records that the session is used now, which prolongs its life.
  func noteUse(at date: Date) {
    let priority = state.withLock { state -> WritePriority? in
      state.lastUse = date.timeIntervalSince1970
      guard state.hasOutdatedExpiry(timeToLive) else { return nil }
      state.schedule.markNeedsWrite()
      return state.schedule.askForTurn()
    }
    requestTurn(for: priority, onStorageThread: true)
  }

  /// Pauses writing until ``endRequest(_:answer:isProcessed:forgetting:)``, so that the changes of
  /// a request are stored together with its kept answer.
  func beginRequest() { state.withLock { $0.schedule.beginRequest() } }

  /// Ends a ``beginRequest()``.
  ///
  /// - Parameters:
  ///   - answer: The answer, if there is one already.
  ///   - isProcessed: Whether the request was processed.
  ///   - forgotten: The answers that are not kept any longer.
  func endRequest(
    _ key: IdempotencyKey, answer: Answer?, isProcessed: Bool,
    forgetting forgotten: ForgottenAnswers
  ) {
    let scope = context.id.description
    let now = context.runtime.now().timeIntervalSince1970
    let priority = state.withLock { state in
      state.schedule.endRequest()
      // Nothing more is stored of a session that has ended.
      if isProcessed, !state.schedule.isClosed {
        state.answers += KeptAnswer.rows(key, in: scope, answer: answer, now: now)
        state.schedule.markDirty(for: .client)
      }
      state.forget(forgotten, in: scope)
      return state.schedule.askForTurn()
    }
    requestTurn(for: priority)
  }

  // MARK: Waiting

  /// Calls back once all changes so far are stored, or can't be: at once, or on another thread.
  ///
  /// - Parameter priority: Whether a client waits: its changes are written before others.
  package func whenStored(
    for priority: WritePriority = .effect, _ completion: @escaping @Sendable (StorageError?) -> Void
  ) {
    var turn: WritePriority?
    var effects: [@Sendable () -> Void] = []
    let (failure, isWaiting) = state.withLock { state -> (StorageError?, Bool) in
      if let failure = state.failure { return (failure, false) }
      if state.schedule.isStored { return (nil, false) }
      state.waiters.append(
        SessionWaiter(change: state.schedule.latest, completion: completion))
      if priority == .client {
        state.schedule.noteClient()
        turn = state.schedule.askForTurn()
        effects = takeEffects(&state)
      }
      return (nil, true)
    }
    guard isWaiting else { return completion(failure) }
    for effect in effects { effect() }
    requestTurn(for: turn)
  }

  /// The error that has closed the writer, if there is one.
  var failure: StorageError? { state.withLock { $0.failure } }

  /// Whether all changes so far are stored.
  var isStored: Bool { state.withLock { $0.failure == nil && $0.schedule.isStored } }

  /// Whether there is nothing to write.
  var isIdle: Bool { state.withLock { $0.schedule.isIdle && $0.failure == nil } }

  // MARK: The end

  /// Ends the session in the storage, too; ``whenStored(_:)`` waits for it.
  func end(_ reason: SessionEndReason, rememberedUntil: Date) {
    let (priority, effects) = state.withLock { state in
      guard !state.schedule.isClosed else { return (nil as WritePriority?, takeEffects(&state)) }
      state.schedule.markDirty(for: .effect)
      state.schedule.end()
      state.ending = Ending(reason: reason, until: StorageTime(rememberedUntil))
      return (state.schedule.askForTurn(), takeEffects(&state))
    }
    for effect in effects { effect() }
    requestTurn(for: priority)
  }

  // MARK: Effects

  var holdsEffects: Bool {
    state.withLock { $0.schedule.holdsEffects(isCrowded: turns.isCrowded) }
  }

  func whenOpen(_ callback: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    let number = state.withLock { state -> Int? in
      guard state.schedule.holdsEffects(isCrowded: turns.isCrowded) else { return nil }
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
    if state.effects.isEmpty || state.schedule.holdsEffects(isCrowded: turns.isCrowded) {
      return []
    }
    defer { state.effects = [:] }
    return state.effects.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Turns

  /// Asks for a turn, and takes it if it is granted immediately.
  ///
  /// - Parameters:
  ///   - priority: The priority; `nil` to do nothing.
  ///   - onStorageThread: Whether to take the turn on another thread.
  private func requestTurn(for priority: WritePriority?, onStorageThread: Bool = false) {
    guard let priority, let turn = turns.enter(self, for: priority) else { return }
    if onStorageThread { context.storageQueue { self.take(turn) } } else { take(turn) }
  }

  func take(_ turn: WriteTurn) {
    let (step, session) = state.withLock { ($0.schedule.takeTurn(), $0.session) }
    switch step {
    case .prepared: submitCreation(turn)
    case .end: submitEnding(turn)
    case .capture:
      guard let session else { return passTurn(turn) }
      submitUpdate(of: session, turn)
    case nil: turns.finish(turn)
    }
  }

  private func passTurn(_ turn: WriteTurn) {
    let priority = state.withLock { state -> WritePriority? in
      state.schedule.passTurn()
      // The session may have ended during its turn, when it could not ask for another one.
      return state.schedule.isClosed ? state.schedule.askForTurn() : nil
    }
    turns.finish(turn)
    requestTurn(for: priority)
  }

  private func submitCreation(_ turn: WriteTurn) {
    guard let creation = state.withLock({ $0.creation.take() }) else { return turns.finish(turn) }
    var turn = turn
    turns.note(creation.session.pendingSize, in: &turn)
    let write = StorageWrite.create(creation.session) { [self, turn] result in
      switch result {
      case .success: didStore(turn)
      case .failure(.overloaded): didRefuse(.prepared, turn) { $0.creation = creation }
      case .failure(let error):
        noteGrowth(from: StoredSize(creation.session), to: StoredSize())
        didFail(error, turn)
      }
    }
    storage.submit(write)
  }

  private func submitEnding(_ turn: WriteTurn) {
    let (ending, revision) = state.withLock { ($0.ending.take(), $0.revision) }
    guard let ending else { return turns.finish(turn) }
    let write = StorageWrite.end(
      revision, reason: ending.reason.stored, rememberedUntil: ending.until
    ) { [self] result in
      switch result {
      case .success, .failure(.notFound), .failure(.ended):
        noteGrowth(from: state.withLock { $0.size }, to: StoredSize())
        didStore(turn)
      case .failure(.overloaded): didRefuse(.end, turn) { $0.ending = ending }
      case .failure(let error): didFail(error, turn)
      }
    }
    storage.submit(write)
  }

  private func submitUpdate(of session: any Session, _ turn: WriteTurn) {
    do {
      var effects: [@Sendable () -> Void] = []
      let capture = try session.capture(isForClient: turn.priority == .client) { [self] in
        state.withLock { state in
          guard state.schedule.begin() else { return nil }
          effects = takeEffects(&state)
          return Int(clamping: state.revision.version)
        }
      }
      for effect in effects { effect() }
      guard let capture else { return passTurn(turn) }
      guard let (update, undo) = makeUpdate(capture) else { return didStore(turn) }
      var turn = turn
      turns.note(update.pendingSize, in: &turn)
      let write = StorageWrite.update(update) { [self, turn] result in
        switch result {
        case .success: didStore(turn)
        case .failure(.overloaded):
          didRefuse(.capture, turn) { [self] state in
            noteGrowth(from: state.size, to: undo.size)
            Self.undo(undo, &state)
          }
        case .failure(let error): didFail(error, turn)
        }
      }
      storage.submit(write)
    } catch {
      didFail(.invalid("\(error)"), turn)
    }
  }

  // MARK: Writing

  /// Returns the update from the last submitted version to the capture; `nil` if nothing needs a
  /// write.
  private func makeUpdate(_ capture: SessionCapture) -> (SessionUpdate, Undo)? {
    state.withLock { state in
      let before = state.revision
      let undo = Undo(
        version: before.version, nextElementID: state.nextElementID,
        pendingRevision: state.pendingRevision, presentations: state.presentations,
        hasShape: state.hasShape,
        storedExpiry: state.storedExpiry, size: state.size, answers: state.answers,
        removedAnswers: state.removedAnswers)
      let (answers, removedAnswers) = (state.answers, state.removedAnswers)
      state.answers = []
      state.removedAnswers = []
      var (fingerprint, metadata): (String?, [UInt8]?)
      var retention: JournalRetention?
      var isRenumbered = false
      var isPending: Bool?
      if capture.version > before.version {
        state.revision.version = UInt64(capture.version)
        if !state.hasShape {
          // The stored state may still have the previous shape.
          state.hasShape = true
          fingerprint = context.runtime.feature.stateShape.description
        }
        isRenumbered = capture.nextElementID != state.nextElementID
        // Tests whether a multiple of the interval was passed: a write may have several versions.
        if capture.version / Self.trimInterval != Int(clamping: before.version) / Self.trimInterval
        {
          retention = context.runtime.journalLimits.value.retention(now: context.runtime.now())
        }
      }
      if capture.pending.revision != state.pendingRevision {
        state.pendingRevision = capture.pending.revision
        isPending = !capture.pending.all.isEmpty
      }
      if isRenumbered || isPending != nil || capture.presentations != state.presentations ?? [:] {
        state.nextElementID = capture.nextElementID
        state.presentations = capture.presentations
        metadata = StoredRecord.metadata(
          nextElementID: capture.nextElementID, principal: context.principal,
          pending: capture.pending.all, locale: context.language?.text,
          presentations: capture.presentations)
      }
      // An eighth more than is due, so that the use of a session does not cause a write each time.
      var expires: StorageTime?
      if state.hasOutdatedExpiry(timeToLive) {
        state.storedExpiry = state.lastUse + timeToLive * 1.125
        expires = StorageTime(Date(timeIntervalSince1970: state.storedExpiry))
      }
      if capture.entries.isEmpty, metadata == nil, answers.isEmpty, removedAnswers.isEmpty,
        expires == nil
      {
        return nil
      }
      // Created in one step: to set its members one by one would copy it.
      let update = SessionUpdate(
        before, entries: capture.entries, state: capture.state, metadata: metadata,
        fingerprint: fingerprint, isPending: isPending, expires: expires, answers: answers,
        removedAnswers: removedAnswers, retention: retention)
      state.size.note(update)
      noteGrowth(from: undo.size, to: state.size)
      return (update, undo)
    }
  }

  /// Adds the growth of what is stored to the usage of the session's principal.
  private func noteGrowth(from old: StoredSize, to new: StoredSize) {
    if let usage = context.usage, old.total != new.total { usage.addBytes(new.total - old.total) }
  }

  /// Returns to the state before a write that the storage refused.
  private static func undo(_ undo: Undo, _ state: inout State) {
    state.revision.version = undo.version
    state.nextElementID = undo.nextElementID
    state.pendingRevision = undo.pendingRevision
    state.presentations = undo.presentations
    state.hasShape = undo.hasShape
    state.storedExpiry = undo.storedExpiry
    state.size = undo.size
    state.answers.insert(contentsOf: undo.answers, at: 0)
    state.removedAnswers.insert(contentsOf: undo.removedAnswers, at: 0)
  }

  /// The number of versions after which the stored journal is trimmed.
  static let trimInterval = 16

  /// The expiry, in the storage, of a session that is created now.
  var firstExpiry: StorageTime {
    state.withLock { state in
      state.storedExpiry = state.lastUse + timeToLive * 1.125
      return StorageTime(Date(timeIntervalSince1970: state.storedExpiry))
    }
  }

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
      state.revision = session.session.header.revision
      state.hasShape = true
      state.creation = Creation(session)
      state.size = StoredSize(session)
      noteGrowth(from: StoredSize(), to: state.size)
      state.schedule.prepare()
      return state.schedule.askForTurn()
    }
    requestTurn(for: priority)
  }

  private func didStore(_ turn: WriteTurn) {
    turns.finish(turn)
    let (done, priority) = state.withLock { state -> (SessionWaiters, WritePriority?) in
      state.schedule.finish()
      return (state.waiters.take(through: state.schedule.stored), state.schedule.askForTurn())
    }
    done.end(nil)
    requestTurn(for: priority, onStorageThread: true)
  }

  /// Asks for another turn for the write that the overloaded storage refused.
  private func didRefuse(
    _ step: WriteSchedule.Step, _ turn: WriteTurn, _ undo: @Sendable (inout State) -> Void
  ) {
    let priority = state.withLock { state in
      undo(&state)
      state.schedule.refuse(step, turn)
      // A client may wait for it by now.
      return state.schedule.askForTurn()
    }
    context.noteRefusal()
    turns.refuse(self, turn)
    requestTurn(for: priority)
  }

  private func didFail(_ error: StorageError, _ turn: WriteTurn) {
    turns.finish(turn)
    didFail(error)
  }

  /// Records it if the storage no longer has what it has confirmed, as after a failover to a replica
  /// that was behind.
  private func noteIfWentBack(_ error: StorageError) {
    let revision = state.withLock { $0.revision }
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
    let (waiters, effects) = state.withLock { state in
      if state.failure == nil { state.failure = error }
      state.schedule.close()
      return (state.waiters.take(through: .max), takeEffects(&state))
    }
    context.drop(error)
    waiters.end(error)
    for effect in effects { effect() }
  }
}
