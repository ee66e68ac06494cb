import Backstack
import BackstackStorage
import FoundationEssentials

/// A navigation session of any feature: a store and its surroundings.
protocol Session: AnyObject, Sendable {
  var context: SessionContext { get }

  /// Returns the latest version.
  func snapshot() throws(Problem) -> Snapshot

  /// Returns the latest version as the base of a later patch.
  func patchBase() throws(Problem) -> PatchBase

  /// Returns the changes since an earlier version, and the base of the next patch.
  ///
  /// - Parameter wantsSnapshot: Whether to include the whole snapshot.
  func changes(since base: PatchBase?, wantsSnapshot: Bool) throws(Problem) -> SessionChanges

  /// Returns the data that another process needs to resume the session.
  func save() throws(Problem) -> SavedSession.Content

  /// Checks that the state has a navigation stack.
  ///
  /// - Parameter name: Its name; `nil` for the feature's default stack.
  /// - Throws: ``Problem``, `no-stack`.
  func requirePath(named name: String?) throws(Problem)

  /// Returns a navigation stack of the state, as JSON, and its version.
  ///
  /// - Parameter name: Its name; `nil` for the feature's default stack.
  /// - Throws: ``Problem``, `no-stack` if there is none.
  func path(named name: String?) throws(Problem) -> (json: [UInt8], version: Int)

  /// Processes an action that a client sent.
  ///
  /// - Parameters:
  ///   - json: The action.
  ///   - condition: The version that the session must have.
  ///   - issues: Receives the issues that the action causes.
  /// - Throws: ``Problem``; then nothing was changed.
  func send(
    _ json: [UInt8], if condition: VersionCondition, issues: IssueCollector
  ) throws(Problem)

  /// Processes an action or a batch (a JSON array of actions) that a client sent: all or none.
  ///
  /// - Returns: The effects that each of them started.
  /// - Throws: ``Problem``; then nothing was changed.
  func sendBatch(
    _ json: [UInt8], if condition: VersionCondition, issues: IssueCollector
  ) throws(Problem) -> [StoreTask]

  /// Whether the effects in flight have ended or wait for something.
  var isSettled: Bool { get }

  /// Calls back once, from another thread, when the session is settled.
  ///
  /// - Returns: `false`, without calling back, if it is settled now.
  func whenSettled(_ completion: @escaping @Sendable () -> Void) -> Bool

  /// The latest version.
  var version: Int { get }

  /// Calls a closure once when there is another version than this one, or the session has ended. It
  /// must not block, and must not use the session.
  ///
  /// - Returns: A function that removes the closure, or `nil`, without a call, if there is another
  ///   version already or the session has ended.
  func onChange(
    after version: Int, _ callback: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)?

  /// Returns the entries after a version, as far as the journal has them.
  func history(after version: Int, limit: Int) -> HistoryPage

  /// Returns the snapshot of a version, if the journal has it.
  func snapshot(of version: Int) -> Snapshot?

  /// Restores the state of a version, as a new version. Effects of features that it does not
  /// present end.
  ///
  /// - Throws: ``Problem``; then nothing was changed.
  func restore(_ version: Int, if condition: VersionCondition) throws(Problem)

  /// The kept answers of requests with a key.
  var answers: AnswerMemory { get }
  /// The events of the session, for their readers.
  var events: SessionEvents { get }

  /// Calls back after each change while the token lives, on the thread that made the change.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken

  /// The writer of the session, if it is stored.
  var writer: SessionWriter? { get }
  /// Whether the session is idle: no effect is in flight, nothing waits for it, and all of it is
  /// stored.
  var canPassivate: Bool { get }
  /// Returns whether the session may be passivated although effects are in flight: its events were
  /// not read since a date, and nothing waits for it.
  func canBeSuspended(since date: Date) -> Bool
  /// Cancels the effects; the session resumes when it is activated.
  func passivate()

  /// Cancels the effects of a session that could not be added; its stored data stays.
  func discard()

  /// The reason why the session was ended, if it exceeded a limit; it may still be in the registry.
  var terminationReason: SessionEndReason? { get }
  /// Cancels the effects, and processes no further action.
  func end(_ reason: SessionEndReason)
}

extension Session {
  /// Calls back once, on another thread, when all changes so far are stored, or can't be.
  ///
  /// - Returns: `false`, without calling back, if they are stored already.
  func whenStored(_ completion: @escaping @Sendable (StorageError?) -> Void) -> Bool {
    writer?.whenStored(completion) ?? false
  }
}

/// The start of a session.
enum SessionStart: Sendable {
  /// The feature's initial state.
  case initial
  /// The member `state` of the content that the client sent.
  case state(content: [UInt8])
  /// The state that a link leads to.
  case link(String)
  /// A saved session.
  case saved(SavedSession)
}

/// A session at one version.
struct Snapshot: Sendable {
  let version: Int
  let state: [UInt8]
  let effects: Int
}

/// The changes of a session.
struct SessionChanges: Sendable {
  /// The present version, and the base of the next patch.
  let base: PatchBase
  /// The patch from the earlier base (RFC 6902); empty if there was no base.
  let patch: [UInt8]
  /// The size of the whole state in bytes.
  let stateSize: Int
  let snapshot: Snapshot?
}

/// A condition on the version of a session (RFC 9110 §13.1.1).
enum VersionCondition: Sendable, Hashable {
  case any
  case oneOf([Int])

  func isMet(by version: Int) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let versions): versions.contains(version)
    }
  }
}
