import BackstackPlatform
import FoundationEssentials

/// A feature in a directory, with the objects that all its sessions share.
package final class FeatureRuntime: Sendable {
  private struct Owner {
    /// Weak, as the directory owns the sessions.
    weak var directory: SessionDirectory?
  }

  package let feature: Feature
  package let counters = FeatureCounters()
  let effectLimits: EffectLimits
  let journalLimits: Shared<JournalLimits>
  let answerLimits: AnswerLimits
  let maximumStateBytes: Int
  let memoryOfEnded: Double
  /// Returns the current date.
  let now: @Sendable () -> Date
  /// Returns the time of a clock that is never set.
  let steady: @Sendable () -> MonotonicInstant
  /// The sessions whose events are being read.
  let streams: EventStreams
  /// The feature's part of crash reports; `nil` if crashes are not reported.
  let crashLabel: CrashLabel?
  /// The same, without reference counting. Sound: the label lives as long as this object.
  nonisolated(unsafe) let crashHeader: UnsafeMutablePointer<CrashLabel.Header>?
  /// The threads for work on large sessions.
  package let large: LargeWork
  private let owner = Guarded(Owner())

  /// The directory, while it exists.
  var directory: SessionDirectory? { owner.withLock { $0.directory } }

  init(
    _ feature: Feature, configuration: SessionConfiguration, streams: EventStreams, large: LargeWork
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

  /// Sets the directory. Called once, before there are sessions.
  func attach(to directory: SessionDirectory) { owner.withLock { $0.directory = directory } }
}
