import BackstackHTTP
import BackstackLocking
import FoundationEssentials

/// A feature in a service: what all its sessions share.
final class FeatureHost: Sendable {
  private struct Owner {
    /// Weak, as the service has the sessions.
    weak var service: SessionService?
  }

  let feature: Feature
  let counters = FeatureCounters()
  let effectLimits: EffectLimits
  let journalLimits: Shared<JournalLimits>
  let answerLimits: AnswerLimits
  let maximumStateBytes: Int
  let memoryOfEnded: Double
  /// Where the current date comes from.
  let now: @Sendable () -> Date
  /// A clock that nobody sets.
  let steady: @Sendable () -> MonotonicInstant
  /// Who reads the events of which session.
  let streams: EventStreams
  /// What is told of the feature when the process dies; `nil` when that is not wanted.
  let crashLabel: CrashLabel?
  /// The same, without a reference to count. Sound: the label lives as long as this.
  nonisolated(unsafe) let crashHeader: UnsafeMutablePointer<CrashLabel.Header>?
  /// Where work on large sessions is done.
  let large: LargeWork
  private let owner = Guarded(Owner())

  /// The service, for as long as it is there.
  var service: SessionService? { owner.withLock { $0.service } }

  init(
    _ feature: Feature, configuration: ServiceConfiguration, streams: EventStreams, large: LargeWork
  ) {
    self.feature = feature
    effectLimits = configuration.effectLimits
    journalLimits = Shared(configuration.journalLimits)
    answerLimits = configuration.answerLimits
    maximumStateBytes = configuration.maximumStateBytes
    memoryOfEnded = configuration.memoryOfEndedSessions
    now = configuration.now
    steady = configuration.steady
    self.streams = streams
    let label =
      configuration.crashReporting == nil
      ? nil : CrashLabel(name: feature.name, cases: feature.actionCases())
    crashLabel = label
    crashHeader = label?.header
    self.large = large
  }

  /// Says which service it is. Called once, before there are sessions.
  func attach(to service: SessionService) { owner.withLock { $0.service = service } }
}
