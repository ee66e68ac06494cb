import BackstackHTTP
import BackstackLocking
import BackstackSchema
import BackstackStorage
import FoundationEssentials

/// Brings the changes of one session to the storage, and has who was told of them wait until then.
///
/// A write that fails closes it: the session in memory is ahead of the storage then, and has to go.
final class SessionWriter: AnswerKeeper, HTTPAnswerGate {
  private struct State {
    var schedule = WriteSchedule()
    /// The session as the storage will know it after all that was submitted.
    var revision: SessionRevision
    var waiters = SessionWaiters()
    var answers: [KeptAnswer] = []
    var forgottenAnswers: [AnswerKey] = []
    /// When the session was used, and until when the storage keeps it, in seconds since 1970.
    var lastUse: Double
    var storedExpiry: Double
    /// What the storage was told last; `nil` when that was in another life of the session.
    var nextElementID: Int?
    /// Whether the storage knows the state in its present shape.
    var hasShape = false
    var failure: StorageError?
    var ending: Ending?
    weak var session: (any StorableSession)?
  }

  private struct Ending {
    let reason: SessionEndReason
    let until: StorageTime
  }

  private let storage: any SessionStorage
  private let context: SessionContext
  private let timeToLive: Double
  private let state: Guarded<State>

  init(context: SessionContext, storing: SessionStoring) {
    storage = storing.storage
    self.context = context
    timeToLive = storing.timeToLive
    state = Guarded(
      State(
        revision: storing.revision, lastUse: context.host.now().timeIntervalSince1970,
        storedExpiry: 0))
  }

  /// Gives the session that is written.
  func attach(_ session: any StorableSession) { state.withLock { $0.session = session } }

  // MARK: Changes

  /// Has nothing written until ``create(_:)`` or ``goOn()``.
  func awaitBeginning() { state.withLock { $0.schedule.pause() } }

  /// Writes from now on a session that was stored before.
  func goOn() {
    let isDue = state.withLock { state in
      state.schedule.unpause()
      return state.schedule.isDue
    }
    if isDue { advance() }
  }

  /// Notes that the session has changed. Called under the store's lock.
  func noteChange() {
    let session = state.withLock { state in
      state.schedule.noteChange()
      return state.schedule.isDue ? state.session : nil
    }
    if let session { write(session) }
  }

  /// Notes that the session is used now, which prolongs its life.
  func noteUse(at date: Date) {
    let isDue = state.withLock { state in
      state.lastUse = date.timeIntervalSince1970
      guard state.lastUse + timeToLive > state.storedExpiry else { return false }
      state.schedule.noteErrand()
      return state.schedule.isDue
    }
    if isDue { context.storageQueue { self.advance() } }
  }

  /// Has nothing written until ``release(_:answer:isProcessed:forgetting:)``, so that what a request changes is stored
  /// together with its answer.
  func hold() { state.withLock { $0.schedule.hold() } }

  func release(
    _ key: IdempotencyKey, answer: HTTPResponse?, isProcessed: Bool, forgetting forgotten: [String]
  ) {
    let scope = context.id.description
    let now = context.host.now().timeIntervalSince1970
    let isDue = state.withLock { state in
      state.schedule.release()
      // Once it has ended nothing more is stored of it.
      if isProcessed, !state.schedule.isClosed {
        state.answers.append(KeptAnswer(key, in: scope, answer: answer, now: now))
        state.schedule.noteChange()
      }
      state.forgottenAnswers += forgotten.map { AnswerKey(scope: scope, key: $0) }
      return state.schedule.isDue
    }
    if isDue { advance() }
  }

  // MARK: Waiting

  /// Calls back when all that has happened so far is stored, or can't be.
  ///
  /// - Returns: `false`, without a call, when it is stored now.
  func whenStored(_ completion: @escaping @Sendable (StorageError?) -> Void) -> Bool {
    wait(.other(completion))
  }

  /// Lets an answer pass when all that has happened so far is stored, or a problem in its place.
  func take(_ answer: HTTPHeldAnswer) {
    if !wait(.answer(answer)) { answer.pass() }
  }

  private func wait(_ kind: SessionWaiter.Kind) -> Bool {
    let (failure, isWaiting) = state.withLock { state -> (StorageError?, Bool) in
      if let failure = state.failure { return (failure, true) }
      if state.schedule.stored == state.schedule.latest { return (nil, false) }
      state.waiters.append(SessionWaiter(change: state.schedule.latest, kind: kind))
      return (nil, true)
    }
    if let failure { SessionWaiter(change: 0, kind: kind).end(failure) }
    return isWaiting
  }

  /// Whether nothing is to be written.
  var isIdle: Bool { state.withLock { $0.schedule.isIdle && $0.failure == nil } }

  // MARK: The end

  /// Has the session ended in the storage, too; ``whenStored(_:)`` waits for it.
  func end(_ reason: SessionEndReason, rememberedUntil: Date) {
    state.withLock { state in
      guard !state.schedule.isClosed else { return }
      state.schedule.noteChange()
      state.schedule.close()
      state.ending = Ending(reason: reason, until: StorageTime(rememberedUntil))
    }
    submitEnding()
  }

  /// Ends the session in the storage, if it is to be, once nothing else is under way.
  private func submitEnding() {
    let write = state.withLock { state -> StorageWrite? in
      guard let ending = state.ending, state.schedule.underway == nil else { return nil }
      state.ending = nil
      state.schedule.beginLast()
      return .end(state.revision, reason: ending.reason.name, rememberedUntil: ending.until)
    }
    guard let write else { return }
    storage.submit(write) { [self] result in
      switch result {
      case .success, .failure(.notFound), .failure(.ended): didStore()
      case .failure(let error): didFail(error)
      }
    }
  }

  // MARK: Writing

  /// Begins the next write, if one is due.
  private func advance() {
    if let session = state.withLock({ $0.session }) { write(session) }
  }

  private func write(_ session: any StorableSession) {
    do {
      let capture = try session.capture { [self] in
        state.withLock { $0.schedule.begin() ? Int(clamping: $0.revision.version) : nil }
      }
      guard let capture else { return }
      guard let update = makeUpdate(capture) else { return didStore() }
      storage.submit(.update(consume update)) { [self] result in
        switch result {
        case .success: didStore()
        case .failure(let error): didFail(error)
        }
      }
    } catch {
      didFail(.invalid("\(error)"))
    }
  }

  /// What brings the storage from what it will know to what was captured; `nil` for nothing.
  private func makeUpdate(_ capture: SessionCapture) -> SessionUpdate? {
    state.withLock { state in
      let before = state.revision
      let (answers, forgottenAnswers) = (state.answers, state.forgottenAnswers)
      state.answers = []
      state.forgottenAnswers = []
      var (fingerprint, metadata): (String?, [UInt8]?)
      var retention: JournalRetention?
      if capture.version > before.version {
        state.revision.version = UInt64(capture.version)
        if !state.hasShape {
          // Of an earlier one the state may have been until now.
          state.hasShape = true
          fingerprint = context.host.feature.stateShape.description
        }
        if capture.nextElementID != state.nextElementID {
          state.nextElementID = capture.nextElementID
          metadata = StoredRecord.metadata(
            nextElementID: capture.nextElementID, principal: context.principal)
        }
        // By what it passes, not by where it ends: a write may have several versions.
        if capture.version / Self.trimInterval != Int(clamping: before.version) / Self.trimInterval
        {
          retention = context.host.journalLimits.value.retention(now: context.host.now())
        }
      }
      // An eighth more than is due, so that a session in use is not written only to say so.
      var expires: StorageTime?
      let expiry = state.lastUse + timeToLive
      if expiry > state.storedExpiry {
        state.storedExpiry = expiry + timeToLive / 8
        expires = StorageTime(Date(timeIntervalSince1970: state.storedExpiry))
      }
      if capture.entries.isEmpty, answers.isEmpty, forgottenAnswers.isEmpty, expires == nil {
        return nil
      }
      // Made at once: to change it member by member and give it back would copy it.
      return SessionUpdate(
        before, entries: capture.entries, state: capture.state, metadata: metadata,
        fingerprint: fingerprint, expires: expires, answers: answers,
        forgottenAnswers: forgottenAnswers, retention: retention)
    }
  }

  /// After how many versions the stored journal is trimmed.
  static let trimInterval = 16

  /// When the storage is to let go of a session that is created now.
  var firstExpiry: StorageTime {
    state.withLock { state in
      state.storedExpiry = state.lastUse + timeToLive * 1.125
      return StorageTime(Date(timeIntervalSince1970: state.storedExpiry))
    }
  }

  /// Begins the write that creates the session, before it is captured for ``create(_:)``: what comes
  /// after that is written next.
  func beginCreation() {
    state.withLock { state in
      state.schedule.noteChange()
      state.schedule.beginLast()
    }
  }

  /// Stores the session for the first time. Until this is called nothing is written.
  func create(_ session: NewSession) {
    state.withLock { state in
      state.revision = session.session.header.revision
      state.hasShape = true
      state.schedule.unpause()
    }
    storage.submit(.create(session)) { [self] result in
      switch result {
      case .success: didStore()
      case .failure(let error): didFail(error)
      }
    }
  }

  private func didStore() {
    let (done, isDue, isEnding) = state.withLock { state -> (SessionWaiters, Bool, Bool) in
      state.schedule.finish()
      return (
        state.waiters.take(through: state.schedule.stored), state.schedule.isDue,
        state.ending != nil
      )
    }
    done.end(nil)
    if isEnding { submitEnding() }
    if isDue { context.storageQueue { self.advance() } }
  }

  func didFail(_ error: StorageError) {
    let waiters = state.withLock { state in
      if state.failure == nil { state.failure = error }
      state.schedule.close()
      return state.waiters.take(through: .max)
    }
    if let session = state.withLock({ $0.session }) { context.drop(session, error) }
    waiters.end(error)
  }
}
