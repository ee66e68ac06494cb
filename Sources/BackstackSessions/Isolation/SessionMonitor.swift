import Backstack
import BackstackCoding
import FoundationEssentials

/// An observer of a session's store: it journals versions, counts, and enforces limits.
///
/// It refuses a client's actions if they would make the state too large, and ends the store if
/// effects make the state too large or exceed their limits.
final class SessionMonitor<State: Codable & Sendable, Action: Encodable & Sendable>:
  StoreMonitor, @unchecked Sendable
{
  // Sound: the mutable members are accessed under the store's lock only, and no access lasts while
  // other code runs.

  let context: SessionContext
  let writer: SessionWriter?
  let issues = SessionIssues()
  /// The state as JSON.
  let encoder = SnapshotEncoder()
  private(set) var journal: SessionJournal
  /// The readers that are told of the versions of each round of actions; `nil` until there is one.
  var readers: SessionReaders?
  private var budget: EffectBudget
  // In 32 bits, as each session has them in memory.
  private var effects: UInt32 = 0
  private var activation: UInt32 = 0
  /// The number of effects that were in flight after the last round of actions.
  private(set) var effectCount: Int {
    get { Int(effects) }
    set { effects = UInt32(clamping: newValue) }
  }
  /// The version at which the session was activated, to which all actions before belong; 0 for a
  /// session that is new.
  var firstVersion: Int { Int(activation) }
  private(set) var lifecycle: SessionLifecycle
  /// The priority of the changes since the writer was last notified; `nil` if there are none.
  private var dirtyPriority: WritePriority?
  /// The priority of the changes that actions of the program and of other sessions make.
  var hostPriority = WritePriority.client
  private var facts: MonitorFacts
  /// Whether a state that is not admitted is refused because memory is short.
  var lacksMemory: Bool { facts.contains(.lacksMemory) }
  /// The size of the last action of the program or of another session as JSON, in bytes.
  // Declared here, as it shares a word with the members above.
  private var hostActionSize: UInt32 = 0
  /// The action of an effect that is being processed, as JSON.
  private var effectAction: [UInt8]?

  init(context: SessionContext, journal: SessionJournal, writer: SessionWriter?) {
    self.context = context
    self.writer = writer
    self.journal = journal
    facts = context.isResumed ? .isTold : []
    lifecycle = SessionLifecycle(isNew: !context.isResumed)
    budget = EffectBudget(now: context.runtime.steady())
  }

  /// The reporter of issues of the session's reducers and effects, on any thread.
  var issueReporter: IssueReporter {
    IssueReporter { issue in
      self.issues.add(issue)
      self.context.report(issue)
    }
  }

  // MARK: Recording

  /// Records a version.
  ///
  /// - Parameters:
  ///   - action: The action that led to it, as JSON; empty if there was none.
  ///   - made: What dependencies made for its reducer; `nil` for nothing.
  ///   - author: The client that made it; `nil` if no client has, or it is not known.
  func record(
    _ cause: SessionJournal.Cause, _ action: [UInt8] = [], made: MadeValues? = nil,
    by author: VersionAuthor? = nil, effects: Int
  ) {
    journal.record(cause, action, made: made, by: author, effects: effects, time: time)
    facts.remove(.isTold)
    facts.insert(.isNews)
  }

  /// Returns the number of effects of the latest version, which a reader is told or the storage
  /// gets.
  @discardableResult
  func tellEffects() -> Int {
    facts.insert(.isTold)
    return journal.latestEffects
  }

  /// Records a version that no action has made. Called before the end of the round of actions.
  func didChange(
    as cause: SessionJournal.Cause, _ content: [UInt8] = [], by author: VersionAuthor?, effects: Int
  ) {
    record(cause, content, by: author, effects: effects)
    dirtyPriority = .client
  }

  /// Encodes the state of the latest version, unless it is encoded already.
  ///
  /// - Throws: ``JSONLimitExceeded`` for a state that is too large, or the error of encoding it.
  func encode(_ state: State, sharing shares: SharedAccess) throws {
    let version = journal.latest
    if version == encoder.version { return }
    let mark = ThreadActivity.begin(.encoding, context, version: version)
    defer { mark.end() }
    keep(try draft(of: state, sharing: shares, upTo: maximumStateBytes), as: version)
  }

  /// Encodes a state that may become the next one.
  ///
  /// - Throws: ``JSONLimitExceeded`` if the state is larger than a limit, or larger than a state may be
  ///   with the shared values that have a key.
  @inline(__always)
  private func draft(
    of state: State, sharing shares: SharedAccess, upTo limit: Int
  ) throws -> SnapshotDraft {
    let draft = try encoder.draft(of: state, sharing: shares, upTo: limit)
    if let named = shares.present?.named, draft.size + named.count > maximumStateBytes {
      throw JSONLimitExceeded()
    }
    return draft
  }

  private func keep(_ draft: SnapshotDraft, as version: Int) {
    let size = encoder.size
    encoder.keep(draft, as: version)
    if encoder.size > size &+ MemoryBound.leastGrowth {
      context.runtime.memory.noteGrowth(encoder.size - size)
    }
    // Joining the encoded parts takes an eighth of the time of encoding them.
    context.note(weight: max(encoder.cost, encoder.size / 8))
  }

  /// The number of bytes that the last action of the program or of another session has cost, or
  /// costs when its version is stored.
  var bytesOfHostAction: Int {
    Int(hostActionSize) + (writer == nil ? encoder.cost : max(encoder.cost, encoder.size))
  }

  /// The maximum size of the state as JSON, in bytes.
  var maximumStateBytes: Int { context.runtime.maximumStateBytes }

  /// The error of an action or a session that would make the state too large.
  var stateTooLarge: SessionError { .stateTooLarge(limit: maximumStateBytes) }

  /// Returns the snapshot of the encoded state, which the journal keeps, too.
  func makeSnapshot(sharing shares: SharedAccess) -> Snapshot {
    keepSnapshot(sharing: shares)
    return Snapshot(
      version: encoder.version, content: encoder.json(), effects: tellEffects())
  }

  /// Keeps the encoded state in the journal.
  private func keepSnapshot(sharing shares: SharedAccess) {
    guard journal.lacksSnapshot else { return }
    journal.keep(encoder.saved(sharing: shares).stored, of: encoder.version)
  }

  /// Keeps a state in the journal that was encoded for the storage.
  func keep(_ state: [UInt8]) { journal.keep(state, of: encoder.version) }

  /// Keeps the snapshots of the journal in less memory.
  func compact() { journal.compact() }

  // MARK: The size of the state

  /// The bytes that may be encoded, to check the size of the state, for each action of an effect.
  private static var encodedBytesPerAction: Int { 64 << 10 }

  /// Whether the state is encoded to check its size, although no request needs it: immediately if
  /// that costs little, otherwise once for several actions.
  private var isSizeDue: Bool {
    let count = journal.latest - encoder.version
    return count > 0
      && count.multipliedReportingOverflow(by: Self.encodedBytesPerAction)
        .partialValue >= encoder.cost
  }

  func admits(_ state: () -> State, sharing shares: SharedAccess, after count: Int) -> Bool {
    let lacksMemory = context.runtime.memory.isShort
    if lacksMemory { facts.insert(.lacksMemory) } else { facts.remove(.lacksMemory) }
    // A state that does not grow needs no more memory.
    let limit = lacksMemory ? min(encoder.size, maximumStateBytes) : maximumStateBytes
    let version = journal.latest + count
    let mark = ThreadActivity.begin(.encoding, context, version: version)
    defer { mark.end() }
    do {
      keep(try draft(of: state(), sharing: shares, upTo: limit), as: version)
      return true
    } catch is JSONLimitExceeded {
      return false
    } catch {
      // A state without JSON form is reported by the request that reads it.
      return true
    }
  }

  func previousState(sharing shares: SharedAccess) -> DecodedState<State>? {
    if encoder.version == journal.latest,
      let state = try? encoder.saved(sharing: shares).decode(State.self)
    {
      return state
    }
    _ = exceed(.stateTooLarge)
    return nil
  }

  // MARK: Callbacks of the store

  func willRunEffects() { _ = ThreadActivity.begin(.effect, context) }

  func didRunEffects() { ThreadActivity.end() }

  func willProcess(_ action: Action, cause: ActionCause) {
    // While a session is activated, the caller has noted the work of the thread.
    if !isRecording { return }
    let version = journal.latest
    switch cause {
    case .client(let json): ThreadActivity.change(to: .action, version: version, action: json)
    case .effect:
      // Encoded now, so that a crash report can name the action. If it can't be encoded, the
      // version is recorded all the same.
      let json = encode(action)
      effectAction = json
      ThreadActivity.change(to: .action, version: version, action: json)
    case .host, .start: ThreadActivity.change(to: .action, version: version, action: encode(action))
    }
  }

  func didProcess(
    _ action: Action, cause: ActionCause, made: MadeValues?, effectCount: Int
  ) -> Bool {
    switch cause {
    case .client(let text):
      if isRecording {
        record(
          .client, text.isEmpty ? encode(action) : text, made: made, by: issues.author,
          effects: effectCount)
      }
      dirtyPriority = .client
      context.runtime.counters.countClientAction()
    case .host, .start:
      let json = encode(action)
      hostActionSize = UInt32(clamping: json.count)
      record(cause == .start ? .start : .host, json, made: made, effects: effectCount)
      if cause == .start || hostPriority == .client {
        dirtyPriority = .client
      } else if dirtyPriority == nil {
        dirtyPriority = .effect
      }
      context.runtime.counters.countHostAction()
    case .effect(let distance):
      var bytes = 0
      if isRecording {
        let json = effectAction.take() ?? encode(action)
        bytes = json.count
        record(.effect(of: origin(distance)), json, made: made, effects: effectCount)
        ThreadActivity.change(to: .effect, action: [])
      }
      facts.insert(.hasOwnChanges)
      // The actions that a client's action sends immediately share its response.
      if dirtyPriority == nil { dirtyPriority = .effect }
      context.runtime.counters.countEffectAction()
      if !charge(actions: 1, bytes: bytes) { return false }
    }
    if effectCount > context.runtime.effectLimits.inFlight { return exceed(.tooManyEffects) }
    // They are stored beside the state, and need as much room.
    return context.pendingEffects.byteCount <= maximumStateBytes || exceed(.stateTooLarge)
  }

  func didDismiss(by action: () -> Action?) {
    readers?.forgetPresentation { action().flatMap { try? WireCoding.encode($0) } }
  }

  /// Charges the session for actions of its effects, to itself or to another session, and for the bytes
  /// that they caused; ends its life if there are too many.
  ///
  /// - Returns: Whether the store may continue; if not, it ends.
  func charge(actions: Int, bytes: Int) -> Bool {
    let limits = context.runtime.effectLimits
    return switch budget.excess(actions, bytes, of: limits, now: context.runtime.steady) {
    case nil: true
    case .actions: exceed(.tooManyActions)
    case .bytes: exceed(.tooManyBytes)
    }
  }

  /// Charges the session for the bytes of a write of the encoded state, as far as encoding it did not, if
  /// only its effects cause the write; ends its life if there are too many.
  ///
  /// - Parameter isForClient: Whether a client waits for the write.
  /// - Returns: Whether the store may continue; if not, it ends.
  func chargeWrite(isForClient: Bool) -> Bool {
    guard facts.remove(.hasOwnChanges) != nil, !isForClient else { return true }
    return charge(actions: 0, bytes: max(0, encoder.size - encoder.cost))
  }

  func didShare(
    _ before: [SharedValue], sharing shares: SharedAccess, after distance: Int?, effectCount: Int
  ) -> Bool {
    if isRecording {
      // The places are those of the version that is encoded.
      let isEncoded = encoder.version == journal.latest
      let patches = isEncoded ? shares.patches(since: before) : nil
      record(
        .shared(by: origin(distance)), made: MadeValues(shared: patches), effects: effectCount)
    }
    facts.insert(.hasOwnChanges)
    if dirtyPriority == nil { dirtyPriority = .effect }
    context.runtime.counters.countEffectAction()
    return charge(actions: 1, bytes: 0)
  }

  /// Returns the version of the action that was processed so many actions ago.
  private func origin(_ distance: Int?) -> Int? {
    distance.map { max(firstVersion, journal.latest + 1 - $0) }
  }

  func willStart(durableEffect id: String, _ action: Action) {
    guard let json = try? WireCoding.encode(action) else {
      return context.warnOfUnreadableEffect(
        id, .invalidValue("Its action has no JSON form, so it can't be stored."))
    }
    context.pendingEffects.add(
      PendingEffect(id: id, action: String(decoding: json, as: UTF8.self)))
  }

  func didEnd(durableEffect id: String) {
    context.pendingEffects.remove(id: id)
    if dirtyPriority == nil { dirtyPriority = .effect }
  }

  func didChange(effectCount: Int) {
    guard effectCount != self.effectCount else { return }
    context.runtime.counters.addEffects(effectCount - self.effectCount)
    context.usage?.addEffects(effectCount - self.effectCount)
    self.effectCount = effectCount
    if !facts.contains(.isTold) { journal.latestEffects = effectCount }
  }

  func didEndRound(_ state: () -> State, sharing shares: SharedAccess) -> Bool {
    // A store that was ended during a round of actions has no state to keep.
    guard lifecycle.isRunning else { return true }
    if isRecording, journal.hasEarnedSnapshot || isSizeDue {
      do {
        let isEncoded = encoder.version == journal.latest
        // What is encoded is not read: that would count references to all of its collections.
        if !isEncoded { try encode(state(), sharing: shares) }
        // What a client's action made is encoded before, or for its response.
        if dirtyPriority == .effect, !isEncoded, !charge(actions: 0, bytes: encoder.cost) {
          return false
        }
        if journal.hasEarnedSnapshot { keepSnapshot(sharing: shares) }
      } catch is JSONLimitExceeded {
        return exceed(.stateTooLarge)
      } catch {
        // A state without JSON form is reported by the request that reads it.
      }
    }
    if let dirtyPriority { writer?.markDirty(for: dirtyPriority) }
    dirtyPriority = nil
    // Now the writer says whether it is stored.
    if facts.remove(.isNews) != nil { readers?.sessionChanged() }
    return true
  }

  var gate: (any EffectGate)? { writer }

  /// The date, in seconds since 1970.
  var time: Double { context.runtime.now().timeIntervalSince1970 }

  // MARK: The life of the session

  /// Whether each action is recorded: while a session is activated, what its effects change belongs
  /// to one version.
  private var isRecording: Bool { lifecycle.phase != .activating }

  /// Records that clients may use the session.
  func enter() {
    if !isRecording { activation = UInt32(clamping: journal.latest) }
    _ = lifecycle.handle(.enter)
  }

  /// Records an event in the life of the session.
  func handle(_ event: SessionLifecycle.Event) -> SessionLifecycle.Steps { lifecycle.handle(event) }

  /// Ends the store, and soon the session.
  ///
  /// - Returns: `false`: the store must not continue.
  func exceed(_ limit: SessionEndReason) -> Bool {
    let steps = lifecycle.handle(.exceed(limit))
    // Before the response is sent, which waits until the end is stored.
    if steps.contains(.storeEnd) { writer?.end(limit, rememberedUntil: context.endedUntil) }
    if steps.contains(.leaveDirectory) { context.terminate(limit) }
    return false
  }

  /// Returns an action as JSON. If it can't be encoded, its version is recorded all the same.
  private func encode(_ action: Action) -> [UInt8] {
    (try? WireCoding.encode(action)) ?? Array("null".utf8)
  }
}

/// Facts about a session that its monitor notes, a bit each, as each session has them in memory.
struct MonitorFacts: OptionSet, Sendable {
  let rawValue: UInt8

  /// The latest version was sent to anyone, or is to be stored: then it keeps its number of
  /// effects.
  static let isTold = Self(rawValue: 1 << 0)
  /// A state that is not admitted is refused because memory is short.
  static let lacksMemory = Self(rawValue: 1 << 1)
  /// Effects of the session have changed it since the last write.
  static let hasOwnChanges = Self(rawValue: 1 << 2)
  /// The readers were not told of the latest version.
  static let isNews = Self(rawValue: 1 << 3)
}
