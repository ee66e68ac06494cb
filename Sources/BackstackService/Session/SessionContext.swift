import Backstack
import BackstackHTTP
import FoundationEssentials

/// What a session knows of its place in the service.
final class SessionContext: Sendable {
  let id: SessionID
  let info: SessionInfo
  let counters: FeatureCounters
  let hooks: SessionHooks
  /// Weak, as the service has the sessions.
  private weak let service: SessionService?

  /// Who reads the events of which session.
  let streams: EventStreams
  let effectLimits: EffectLimits
  let journalLimits: JournalLimits
  let answerLimits: AnswerLimits
  /// Where the current date comes from.
  let now: @Sendable () -> Date

  var feature: String { info.feature }

  init(
    id: SessionID, feature: Feature, principal: HTTPPrincipal?, isResumed: Bool,
    service: SessionService
  ) {
    self.id = id
    self.service = service
    info = SessionInfo(
      id: id.description, feature: feature.name, principal: principal, isResumed: isResumed)
    counters = service.counters[feature.name] ?? FeatureCounters()
    hooks = feature.hooks
    streams = service.streams
    effectLimits = service.configuration.effectLimits
    journalLimits = service.configuration.journalLimits
    answerLimits = service.configuration.answerLimits
    now = service.configuration.now
  }

  /// Notes a misuse that the session's reducers or effects reported.
  func report(_ issue: Issue) {
    counters.countIssue()
    service?.report(self, issue)
  }

  /// Has the session taken out of the service, which the store has ended already.
  func runAway(_ reason: SessionEndReason) { service?.runAway(self, reason) }

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
