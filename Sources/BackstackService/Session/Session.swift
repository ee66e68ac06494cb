import Backstack
import BackstackStorage
import FoundationEssentials

/// A navigation session, whatever its feature: a store and what surrounds it.
protocol Session: AnyObject, Sendable {
  var context: SessionContext { get }

  /// The session as it is now.
  func snapshot() throws(Problem) -> Snapshot

  /// The session as it is now, to ask later for a patch from there.
  func patchBase() throws(Problem) -> PatchBase

  /// What has changed since an earlier version, which is the next one's base.
  ///
  /// - Parameter wantsSnapshot: Whether the whole snapshot is wanted, too.
  func news(since base: PatchBase?, wantsSnapshot: Bool) throws(Problem) -> SessionNews

  /// What another process needs to go on with it.
  func save() throws(Problem) -> SavedSession.Content

  /// Checks that the state has a navigation stack.
  ///
  /// - Parameter name: Its name; `nil` for the one that is meant where none is named.
  /// - Throws: ``Problem``, `no-stack`.
  func requirePath(named name: String?) throws(Problem)

  /// A navigation stack of the state, as JSON, and the version it is of.
  ///
  /// - Parameter name: Its name; `nil` for the one that is meant where none is named.
  /// - Throws: ``Problem``, `no-stack` where there is none.
  func path(named name: String?) throws(Problem) -> (json: [UInt8], version: Int)

  /// Processes an action that a client sent.
  ///
  /// - Parameters:
  ///   - json: The action.
  ///   - condition: The version that the session must be at.
  ///   - issues: Gets the issues that the action causes.
  /// - Throws: ``Problem`` when nothing was changed.
  func send(
    _ json: [UInt8], if condition: VersionCondition, issues: IssueCollector
  ) throws(Problem)

  /// Processes an action, or an array of them as one step, that a client sent: all or none.
  ///
  /// - Returns: The effects that each of them started.
  /// - Throws: ``Problem`` when nothing was changed.
  func sendTogether(
    _ json: [UInt8], if condition: VersionCondition, issues: IssueCollector
  ) throws(Problem) -> [StoreTask]

  /// Whether all that was caused without waiting for anything has happened.
  var isSettled: Bool { get }

  /// Calls back once, from another thread, when that is so.
  ///
  /// - Returns: `false`, without a call, when that is so now.
  func whenSettled(_ completion: @escaping @Sendable () -> Void) -> Bool

  /// How many actions were processed.
  var version: Int { get }

  /// Has a closure called once when there is another version than this one, or the session has ended;
  /// it must not wait, and must not use the session.
  ///
  /// - Returns: What forgets the closure, or `nil`, without a call, when that is so now.
  func onChange(
    after version: Int, _ callback: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)?

  /// What happened after a version, as far as it is remembered.
  func history(after version: Int, limit: Int) -> HistoryPage

  /// The session as it was at a version, if that is remembered.
  func snapshot(of version: Int) -> Snapshot?

  /// Goes back to the state of a version, as a new version: effects of what it does not present end.
  ///
  /// - Throws: ``Problem`` when nothing was changed.
  func restore(_ version: Int, if condition: VersionCondition) throws(Problem)

  /// The answers that were given to requests with a key.
  var answers: AnswerMemory { get }
  /// What happens in it, for those who want to be told.
  var events: SessionEvents { get }

  /// Calls back after each change for as long as the token lives, from whatever thread made it.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken

  /// What stores the session, if it is stored.
  var writer: SessionWriter? { get }
  /// Whether the session does nothing, nobody waits for it, and all of it is stored.
  var canBePutAside: Bool { get }
  /// Whether the session may be put aside although effects are in flight, as nobody has read its events
  /// since a date, and nobody waits for it.
  func canBeSuspended(since date: Date) -> Bool
  /// Cancels the effects; the session goes on when it is brought back from the storage.
  func putAside()

  /// Cancels the effects of a session that found no place; what is stored of it stays.
  func discard()

  /// Why the session was ended for what it did, if it was; it may not have been taken out yet.
  var misconduct: SessionEndReason? { get }
  /// Cancels the effects; no action is processed any more.
  func end(_ reason: SessionEndReason)
}

extension Session {
  /// Calls back once, on another thread, when all that has happened so far is stored, or can't be.
  ///
  /// - Returns: `false`, without a call, when it is stored now.
  func whenStored(_ completion: @escaping @Sendable (StorageError?) -> Void) -> Bool {
    writer?.whenStored(completion) ?? false
  }
}

/// How a session starts.
enum SessionStart: Sendable {
  /// In the feature's initial state.
  case initial
  /// In the state that is the member `state` of what the client sent.
  case state(content: [UInt8])
  /// In the state that a link leads to.
  case link(String)
  /// As it was saved.
  case saved(SavedSession)
}

/// A session at one version.
struct Snapshot: Sendable {
  let version: Int
  let state: [UInt8]
  let effects: Int
}

/// What has changed in a session.
struct SessionNews: Sendable {
  /// The present version, and the base of the next patch.
  let base: PatchBase
  /// The way there (RFC 6902); empty when there was no base.
  let patch: [UInt8]
  /// How many bytes the whole state has.
  let stateSize: Int
  let snapshot: Snapshot?
}

/// A demand on the version of a session (RFC 9110 §13.1.1).
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
