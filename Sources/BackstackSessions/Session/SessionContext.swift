import Backstack
import BackstackDependencies
import BackstackStorage
package import FoundationEssentials
import Synchronization

/// The identity of a session, and what it shares with others.
package final class SessionContext: LocaleSource {
  package let id: SessionID
  /// The person whose session it is, if anything is known of them.
  private let person: Person?
  /// Whether the session continues one that was saved or stored.
  package let isResumed: Bool
  /// The weight of the requests so far, whatever the size of the state. Here, where it needs no room
  /// of its own.
  private let requestWeight = LearnedWeight()
  /// The objects that it shares with other sessions.
  package let runtime: FeatureRuntime
  private let workload = Atomic(0)
  /// The session, for its effects; weak, because it has the context. Sound: set once, before its
  /// effects run, and read atomically from then on.
  nonisolated(unsafe) private(set) weak var session: (any Session)?
  /// The durable effects that are pending. Sound: accessed under the lock of the session's store.
  nonisolated(unsafe) var pendingEffects = PendingEffects()

  /// The data that few sessions have, in a separate object so that others need no memory for it.
  private final class Person: Sendable {
    let principal: SessionPrincipal?
    let usage: PrincipalUsage?
    let language: LanguageTag?
    let byAgent: Bool

    init(
      _ principal: SessionPrincipal?, _ usage: PrincipalUsage?, _ language: LanguageTag?,
      byAgent: Bool
    ) {
      self.principal = principal
      self.usage = usage
      self.language = language
      self.byAgent = byAgent
    }
  }

  init(
    id: SessionID, principal: SessionPrincipal?, byAgent: Bool = false,
    usage: PrincipalUsage? = nil,
    language: LanguageTag? = nil, isResumed: Bool, runtime: FeatureRuntime
  ) {
    self.id = id
    person =
      principal == nil && language == nil && !byAgent
      ? nil : Person(principal, usage, language, byAgent: byAgent)
    self.isResumed = isResumed
    self.runtime = runtime
  }

  /// Sets the session. Called once, before it processes an action.
  func attach(_ session: any Session) { self.session = session }

  package var feature: String { runtime.feature.name }
  /// The principal that created the session, according to the middleware.
  package var principal: SessionPrincipal? { person?.principal }
  /// The client that created the session, unless it is resumed.
  var author: VersionAuthor? {
    person.flatMap { VersionAuthor(principal: $0.principal?.id, isAgent: $0.byAgent) }
  }
  /// The principal's usage of everything that has a quota; `nil` if nothing has one.
  package var usage: PrincipalUsage? { person?.usage }
  /// The language that the client gave when it created the session.
  var language: LanguageTag? { person?.language }
  package var locale: Locale? { language?.locale }
  /// The weight of a request to the session, for ``LargeWork``: that of a response with the state, or
  /// what earlier requests have taken; approximate.
  package var weight: Int { max(workload.load(ordering: .relaxed), requestWeight.weight) }

  func note(weight: Int) { workload.store(weight, ordering: .relaxed) }

  /// Processes a request or evaluates a screen, and learns how long that takes.
  package func measure<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try requestWeight.measure(runtime.workClocks, work)
  }

  /// The public description. It is created on demand, so that no session keeps the text of its id.
  package var info: SessionInfo {
    SessionInfo(
      id: id.description, feature: feature, principal: principal, isResumed: isResumed,
      locale: language?.text)
  }
  /// Until when the directory remembers the session if it ends now.
  var endedUntil: Date { runtime.now().addingTimeInterval(runtime.memoryOfEnded) }

  /// Reports an issue of the session's reducers or effects.
  func report(_ issue: Issue) {
    runtime.counters.countIssue()
    runtime.log.report(issue, of: self)
  }

  /// Removes the session from the directory after it exceeded a limit and its store was ended.
  func terminate(_ reason: SessionEndReason) { runtime.evict(self, .exceeded(reason)) }

  /// Runs a closure on a storage thread, which no effect can occupy.
  func storageQueue(_ work: @escaping @Sendable () -> Void) {
    if !runtime.large.offload(from: self, work) { runtime.streams.schedule(work) }
  }

  /// Drops the session, which is ahead of the storage, from memory. Clients lose nothing: every
  /// change that a response contained is stored.
  ///
  /// - Parameter isNew: Whether it was never stored.
  func drop(_ error: StorageError, isNew: Bool = false) {
    runtime.storageHealth.note(error)
    runtime.evict(self, .notStored(error, isNew: isNew))
  }

  /// Records that the storage has lost confirmed changes.
  func noteWentBack(to earlier: String) {
    runtime.storageHealth.noteWentBack()
    runtime.log.warn("storage-went-back", of: self) { line in
      line.member("message", "The storage went back to \(earlier): confirmed changes are lost.")
    }
  }

  /// Records that the overloaded storage refused a write.
  func noteRefusal() { runtime.storageHealth.note(.overloaded) }

  /// Records that the session was passivated.
  func didPassivate() { runtime.counters.countPause() }

  /// Records that the session is in the directory.
  func didEnter() { runtime.counters.countStart() }

  /// Runs the hooks of a session that starts or resumes; one with a storage is stored by then.
  func didStart() {
    let hooks = isResumed ? runtime.feature.hooks.resumed : runtime.feature.hooks.started
    if hooks.isEmpty { return }
    let info = info
    ThreadActivity.perform(.hook, self) { for hook in hooks { hook(info) } }
  }

  /// Records that the session's end could not be stored: the next request activates it again.
  func didNotEnd(_ failure: StorageError) {
    runtime.counters.countPause()
    runtime.log.warn("session-not-ended", of: self) { $0.member("message", failure.description) }
  }

  /// Logs a stored durable effect that this program can't start.
  func warnOfUnreadableEffect(_ effect: String, _ error: SessionError) {
    runtime.log.warn("durable-effect-unreadable", of: self) { line in
      line.member("effect", effect)
      line.member("message", error.excerpt)
    }
  }

  /// Records that the session has ended.
  func didEnd(_ reason: SessionEndReason) {
    runtime.counters.countEnd(reason)
    usage?.addSessions(-1)
    let hooks = runtime.feature.hooks.ended
    if hooks.isEmpty { return }
    let info = info
    ThreadActivity.perform(.hook, self) { for hook in hooks { hook(info, reason) } }
  }
}
