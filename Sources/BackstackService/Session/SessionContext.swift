import Backstack
import BackstackHTTP
import BackstackSchema
import BackstackStorage
import FoundationEssentials

/// What a session knows of its place in the service.
final class SessionContext: Sendable {
  let id: SessionID
  let info: SessionInfo
  /// The shape of the feature's state.
  let stateShape: SchemaFingerprint
  let counters: FeatureCounters
  let hooks: SessionHooks
  /// Weak, as the service has the sessions.
  private weak let service: SessionService?

  /// Who reads the events of which session.
  let streams: EventStreams
  /// Where the session is stored, if it is.
  let storing: SessionStoring?
  let effectLimits: EffectLimits
  let journalLimits: JournalLimits
  let answerLimits: AnswerLimits
  private let memoryOfEnded: Double
  /// Where the current date comes from.
  let now: @Sendable () -> Date

  var feature: String { info.feature }
  /// Until when it is remembered of a session that ends now.
  var endedUntil: Date { now().addingTimeInterval(memoryOfEnded) }

  init(
    id: SessionID, feature: Feature, principal: HTTPPrincipal?, isResumed: Bool,
    storing: SessionStoring?, service: SessionService
  ) {
    self.id = id
    self.service = service
    info = SessionInfo(
      id: id.description, feature: feature.name, principal: principal, isResumed: isResumed)
    counters = service.counters[feature.name] ?? FeatureCounters()
    stateShape = feature.stateShape
    hooks = feature.hooks
    streams = service.streams
    self.storing = storing
    effectLimits = service.configuration.effectLimits
    journalLimits = service.configuration.journalLimits
    answerLimits = service.configuration.answerLimits
    memoryOfEnded = service.configuration.memoryOfEndedSessions
    now = service.configuration.now
  }

  /// Notes a misuse that the session's reducers or effects reported.
  func report(_ issue: Issue) {
    counters.countIssue()
    service?.report(self, issue)
  }

  /// Has the session taken out of the service, which the store has ended already.
  func runAway(_ reason: SessionEndReason) { service?.runAway(self, reason) }

  /// Runs something on a thread for storing, which no effect can occupy.
  func storageQueue(_ work: @escaping @Sendable () -> Void) {
    if let service { service.storageQueue(work) } else { work() }
  }

  /// Has the session let go of, which is ahead of the storage.
  func drop(_ session: any Session, _ error: StorageError) { service?.drop(session, error) }

  /// Notes that the session was put aside.
  func didPutAside() { counters.countPause() }

  /// Notes that the session is in the service.
  func didStart() {
    counters.countStart()
    for hook in info.isResumed ? hooks.resumed : hooks.started { hook(info) }
  }

  /// Notes that the session has ended.
  func didEnd(_ reason: SessionEndReason) {
    counters.countEnd(reason)
    for hook in hooks.ended { hook(info, reason) }
  }
}
