package import Backstack
package import BackstackStorage
package import FoundationEssentials

/// A navigation session of any feature: a store and its surroundings.
package protocol Session: AnyObject, Sendable {
  var context: SessionContext { get }

  /// Returns the latest version.
  func snapshot(_ representation: Representation) throws(SessionError) -> Snapshot

  /// Returns the present state as JSON.
  func encodedState() throws(SessionError) -> [UInt8]

  /// Returns the session's entry in a list. It may wait for an action that is being processed.
  func outline() -> SessionOutline

  /// Returns the effects in flight. It may wait for an action that is being processed.
  func effectsInFlight() -> SessionEffects

  /// Returns the latest version as the base of a later patch.
  func patchBase(_ representation: Representation) throws(SessionError) -> PatchBase

  /// Returns the changes since an earlier version, and the base of the next patch.
  ///
  /// - Parameters:
  ///   - base: The earlier version, in the same representation.
  ///   - wantsSnapshot: Whether to include the whole snapshot.
  func changes(
    of representation: Representation, since base: PatchBase?, wantsSnapshot: Bool
  ) throws(SessionError) -> SessionChanges

  /// Returns the issue of a view that depends on more than the state; `nil` if there is none.
  func screenIssue() -> Issue?

  /// Returns the data that another process needs to resume the session.
  func save() throws(SessionError) -> SavedSession.Content

  /// Checks that the state has a navigation stack.
  ///
  /// - Parameter name: Its name; `nil` for the feature's default stack.
  /// - Throws: ``SessionError/noStack(name:known:)``.
  func requirePath(named name: String?) throws(SessionError)

  /// Returns a navigation stack of the state, as JSON, and its version.
  ///
  /// - Parameter name: Its name; `nil` for the feature's default stack.
  /// - Throws: ``SessionError/noStack(name:known:)`` if there is none.
  func path(named name: String?) throws(SessionError) -> (json: [UInt8], version: Int)

  /// Processes an action of a client, or a batch of them (a JSON array): all or none.
  ///
  /// - Parameters:
  ///   - json: The action or the batch.
  ///   - trace: What the actions and their effects belong to.
  ///   - awaitsEffects: Whether the client waits for the effects that the actions start.
  ///   - condition: The version that the session must have.
  ///   - issues: Receives the issues that the actions cause.
  /// - Returns: The effects that each action started, if the client waits for them.
  /// - Throws: ``SessionError``; then nothing was changed.
  func send(
    _ json: [UInt8], in trace: TraceContext?, awaitsEffects: Bool, if condition: VersionCondition,
    issues: IssueCollector
  ) throws(SessionError) -> [StoreTask]

  /// Restores the state of a version, as a new version. Effects of features that it does not present
  /// end.
  ///
  /// - Parameter author: The client that restores it; `nil` if it is not known.
  /// - Throws: ``SessionError``; then nothing was changed.
  func restore(
    _ version: Int, by author: VersionAuthor?, if condition: VersionCondition
  ) throws(SessionError)

  /// Makes a version in which the screen asks a person to confirm an action. Whatever makes the next
  /// version, the question is gone then.
  ///
  /// - Parameter author: The client that proposes the action; `nil` if it is not known.
  /// - Throws: ``SessionError``; then nothing was changed.
  func propose(
    _ proposal: Proposal, by author: VersionAuthor?, if condition: VersionCondition
  ) throws(SessionError)

  /// Processes an action of the program that hosts the session.
  ///
  /// - Parameters:
  ///   - action: The action, if the state is one that it is for.
  ///   - condition: The version that the session must have.
  /// - Returns: The number of bytes that were encoded or have to be stored; `nil` if the action was
  ///   not for this state.
  /// - Throws: ``SessionError``; then nothing was changed.
  func process(_ action: HostAction, if condition: VersionCondition) throws(SessionError) -> Int?

  /// Counts actions that its effects are about to send to other sessions, and bytes that these have
  /// encoded for actions before.
  ///
  /// Waits while the session is being created.
  ///
  /// - Throws: ``SessionError`` if the session has ended or is passive, or ends now because its effects
  ///   send too many actions or cause too many bytes.
  func countSend(actions: Int, bytes: Int) throws(SessionError)

  /// The tasks of the effects in flight.
  var tasks: [StoreTask] { get }

  /// Whether a durable effect has not sent an action yet.
  var hasPendingEffects: Bool { get }

  /// Whether the effects in flight have ended or wait for something.
  var isSettled: Bool { get }

  /// Calls back once when the session is settled: at once, or from another thread.
  func whenSettled(_ completion: @escaping @Sendable () -> Void)

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
  func history(after version: Int, limit: Int) -> HistoryPage<SessionJournal.Entry>

  /// Returns the entries after a version with their states, as far as the journal has them.
  func versions(after version: Int, limit: Int) -> HistoryPage<SessionJournal.Version>

  /// Returns the snapshot of a version, if the journal has it.
  func snapshot(of version: Int) -> Snapshot?

  /// The stored answers of requests with a key.
  var answers: AnswerMemory { get }
  /// The events of the session, for their readers.
  func events(_ representation: Representation) -> SessionEvents

  /// From now on, tells the session's events of each version; returns why there is no further one if the
  /// session has ended or left the memory.
  func tellReaders() -> SessionEndReason?

  /// The writer of the session, if it is stored.
  var writer: SessionWriter? { get }

  /// Keeps the session's history in less memory, until it has another version.
  func compact()

  /// Captures the changes since the stored version.
  ///
  /// - Parameters:
  ///   - isForClient: Whether a client waits for the write.
  ///   - begin: Called between two actions; returns the stored version, or `nil` to capture nothing.
  /// - Throws: The error of encoding the state.
  func capture(isForClient: Bool, _ begin: () -> Int?) throws -> SessionCapture?
  /// Whether the session is idle: no effect is in flight, nothing waits for it, and all of it is
  /// stored.
  var canPassivate: Bool { get }
  /// Returns whether the session may be passivated although effects are in flight: its events were
  /// not read since a date, and nothing waits for it.
  func canBeSuspended(since date: Date) -> Bool
  /// Holds the actions of effects, so that the session can be passivated once their changes are
  /// stored.
  ///
  /// - Returns: `false`, with nothing done, if that has begun already or the session is over.
  func suspend() -> Bool

  /// Lets the actions of effects pass again.
  func resumeEffects()

  /// Cancels the effects; the session resumes when it is activated.
  func passivate()

  /// Cancels the effects of a session that could not be added; its stored data stays.
  func discard()

  /// The limit that the session has exceeded, if it has; it may still be in the registry.
  var exceededLimit: SessionEndReason? { get }
  /// Cancels the effects, and processes no further action.
  func end(_ reason: SessionEndReason)
  /// Begins the end at a version, so that no action comes in between; ``end(_:)`` does the rest.
  ///
  /// - Throws: ``SessionError/versionMismatch``, or the reason why nothing can be done with the session.
  func end(_ reason: SessionEndReason, if condition: VersionCondition) throws(SessionError)
}

extension Session {
  /// Calls back once when all changes so far are stored, or can't be: at once, or on another thread.
  ///
  /// - Parameter priority: Whether a client waits: the changes are written before others.
  package func whenStored(
    for priority: WritePriority = .effect, _ completion: @escaping @Sendable (StorageError?) -> Void
  ) {
    if let writer { writer.whenStored(for: priority, completion) } else { completion(nil) }
  }
}

/// An action that the program sends to sessions which it hosts.
package struct HostAction: Sendable {
  /// The action, of the type that the session's feature has.
  package let action: any Sendable
  /// Whether it is for a session with this state, or `nil` if the state is of another type than the
  /// caller expects. Called under the store's lock.
  package let isForState: (@Sendable (any Sendable) -> Bool?)?
  /// The session whose effect sends it; `nil` if the program itself does.
  let sender: SessionContext?

  package init(
    _ action: any Sendable, from sender: SessionContext? = nil,
    isForState: (@Sendable (any Sendable) -> Bool?)? = nil
  ) {
    self.action = action
    self.sender = sender
    self.isForState = isForState
  }

  /// Whether a client waits for the action's changes, or only an effect does.
  var priority: WritePriority { sender == nil ? .client : .effect }
}

/// An action of the program itself as JSON, as another process has sent it.
package struct EncodedAction: Sendable {
  let json: [UInt8]

  package init(json: [UInt8]) { self.json = json }
}

/// A closure that makes a session known to a directory.
typealias SessionRegistration = (any Session) throws(SessionError) -> SessionRegistry.Entry

/// The start of a session.
package enum SessionStart: Sendable {
  /// The feature's initial state.
  case initial
  /// The member `state` of the content that the client sent.
  case state(content: [UInt8])
  /// A state as JSON.
  case json([UInt8])
  /// The state that a link leads to.
  case link(String)
  /// A saved session.
  case saved(SavedSession)
}

/// A session at one version.
package struct Snapshot: Sendable {
  package let version: Int
  package var representation = Representation.state
  /// The state or the screen, as JSON.
  package let content: [UInt8]
  /// The number of effects that were in flight when the version was first sent to anyone.
  package let effects: Int
  /// The link to the shown state; `nil` if the feature has no links, or the version is an
  /// earlier one.
  package var link: String?
  /// The shared values that have a key, as an object of JSON; `nil` if there are none, or the version is
  /// an earlier one.
  package var shared: [UInt8]?
}

/// The changes of a session.
package struct SessionChanges: Sendable {
  /// The present version, and the base of the next patch.
  package let base: PatchBase
  /// The patch from the earlier base (RFC 6902); empty if there was no base.
  package let patch: [UInt8]
  /// The size of the whole state in bytes.
  package let stateSize: Int
  package let snapshot: Snapshot?
}

/// A condition on the version of a session (RFC 9110 §13.1.1, §13.1.2).
package enum VersionCondition: Sendable, Hashable {
  case any
  case oneOf([Int])
  case noneOf([Int])

  package func isMet(by version: Int) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let versions): versions.contains(version)
    case .noneOf(let versions): !versions.contains(version)
    }
  }
}

/// A page of a session's history: entries, or versions with their states.
package struct HistoryPage<Entry: Sendable>: Sendable {
  package let entries: [Entry]
  /// The oldest version in the journal.
  package let oldest: Int
  package let latest: Int

  init(_ entries: [Entry], of journal: SessionJournal) {
    self.entries = entries
    oldest = journal.oldest
    latest = journal.latest
  }
}
