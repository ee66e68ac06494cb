import Backstack
import BackstackHTTP
import BackstackStorage
import FoundationEssentials
import Synchronization

/// Which session it is, and its place in the service.
final class SessionContext: Sendable {
  let id: SessionID
  /// Whom the session belongs to.
  private let owner: Owner?
  /// Whether the session goes on from what was saved or stored.
  let isResumed: Bool
  /// What it shares with other sessions.
  let host: FeatureHost
  private let workload = Atomic(0)

  /// What few sessions have: apart, so that others need no room for it.
  private final class Owner: Sendable {
    let principal: HTTPPrincipal
    let usage: PrincipalUsage?

    init(_ principal: HTTPPrincipal, _ usage: PrincipalUsage?) {
      self.principal = principal
      self.usage = usage
    }
  }

  init(
    id: SessionID, principal: HTTPPrincipal?, usage: PrincipalUsage? = nil, isResumed: Bool,
    host: FeatureHost
  ) {
    self.id = id
    owner = principal.map { Owner($0, usage) }
    self.isResumed = isResumed
    self.host = host
  }

  var feature: String { host.feature.name }
  /// Who created the session, as middleware found out.
  var principal: HTTPPrincipal? { owner?.principal }
  /// What the principal has of what is limited; `nil` where nothing is.
  var usage: PrincipalUsage? { owner?.usage }
  /// How much there is to do for an answer with the state, as far as is known: as much as encoding so many
  /// bytes.
  var weight: Int { workload.load(ordering: .relaxed) }

  func note(weight: Int) { workload.store(weight, ordering: .relaxed) }

  /// Made when it is asked for: no session has the text of its id lying around.
  var info: SessionInfo {
    SessionInfo(
      id: id.description, feature: feature, principal: principal, isResumed: isResumed)
  }
  /// Until when it is remembered of a session that ends now.
  var endedUntil: Date { host.now().addingTimeInterval(host.memoryOfEnded) }

  /// Notes a misuse that the session's reducers or effects reported.
  func report(_ issue: Issue) {
    host.counters.countIssue()
    host.service?.report(self, issue)
  }

  /// Has the session taken out of the service, which the store has ended already.
  func runAway(_ reason: SessionEndReason) { host.service?.runAway(self, reason) }

  /// Runs something on a thread for storing, which no effect can occupy.
  func storageQueue(_ work: @escaping @Sendable () -> Void) {
    if host.large.take(from: self, work) { return }
    if let service = host.service { service.storageQueue(work) } else { work() }
  }

  /// Has the session let go of, which is ahead of the storage.
  func drop(_ session: any Session, _ error: StorageError) { host.service?.drop(session, error) }

  /// Notes that the storage had too much to do to take a write.
  func noteRefusal() { host.service?.storageHealth.note(.overloaded) }

  /// Notes that the session was put aside.
  func didPutAside() { host.counters.countPause() }

  /// Notes that the session is in the service.
  func didEnter() { host.counters.countStart() }

  /// Notes that the session goes on from now on; one that is stored is by then.
  func didStart() {
    let hooks = isResumed ? host.feature.hooks.resumed : host.feature.hooks.started
    if hooks.isEmpty { return }
    let info = info
    ThreadActivity.perform(.hook, self) { for hook in hooks { hook(info) } }
  }

  /// Notes that the session's end could not be stored: it goes on when somebody asks for it.
  func didNotEnd(_ failure: StorageError) {
    host.counters.countPause()
    host.service?.log("session-not-ended", self) { $0.member("message", failure.description) }
  }

  /// Notes that the session has ended.
  func didEnd(_ reason: SessionEndReason) {
    host.counters.countEnd(reason)
    usage?.addSessions(-1)
    let hooks = host.feature.hooks.ended
    if hooks.isEmpty { return }
    let info = info
    ThreadActivity.perform(.hook, self) { for hook in hooks { hook(info, reason) } }
  }
}
