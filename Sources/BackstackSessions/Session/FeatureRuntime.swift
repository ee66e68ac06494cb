import BackstackPlatform
import BackstackStorage
import FoundationEssentials

/// A feature in a directory, with the objects that all its sessions share.
package final class FeatureRuntime: Sendable {
  package let feature: Feature
  package let counters = FeatureCounters()
  let screenChecks = ScreenChecks()
  let effectLimits: EffectLimits
  let journalLimits: SharedConstant<JournalLimits>
  let answerLimits: AnswerLimits
  let maximumStateBytes: Int
  let memoryOfEnded: Double
  let build: String?
  /// Returns the current date.
  let now: @Sendable () -> Date
  /// Returns the time of a clock that is never set.
  let steady: @Sendable () -> MonotonicInstant
  let workClocks: LearnedWeight.Clocks
  /// The sessions whose events are being read.
  let streams: EventStreams
  /// The feature's part of crash reports; `nil` if crashes are not reported.
  let crashLabel: CrashLabel?
  /// The same, without reference counting. Sound: the label lives as long as this object.
  nonisolated(unsafe) let crashHeader: UnsafeMutablePointer<CrashLabel.Header>?
  /// The threads for work on large sessions.
  package let large: LargeWork
  let memory: MemoryBound
  let storageHealth: StorageHealth
  let log: SessionLog
  /// Removes a session that can't stay from the directory, soon, on another thread.
  let evict: @Sendable (SessionContext, SessionEviction) -> Void
  /// The directory, for effects that send actions to other sessions.
  let directory: DirectoryReference
  /// The broadcasts to the feature's sessions.
  let broadcasts: BroadcastQueue
  /// The number of broadcasts to them that have not begun.
  package var waitingBroadcasts: Int { broadcasts.waitingCount }

  init(
    _ feature: Feature, configuration: SessionConfiguration, streams: EventStreams,
    large: LargeWork, memory: MemoryBound, timer: any DeadlineTimer, storageHealth: StorageHealth,
    log: SessionLog,
    evict: @escaping @Sendable (SessionContext, SessionEviction) -> Void,
    directory: DirectoryReference
  ) {
    self.feature = feature
    effectLimits = configuration.effectLimits
    journalLimits = SharedConstant(configuration.journalLimits)
    answerLimits = configuration.answerLimits
    maximumStateBytes = configuration.maximumStateBytes
    memoryOfEnded = configuration.memoryOfEndedSessions
    build = configuration.build
    now = configuration.now
    steady = configuration.steady
    workClocks = LearnedWeight.Clocks(configuration)
    self.streams = streams
    let label =
      configuration.crashReporting == nil
      ? nil : CrashLabel(name: feature.name, cases: feature.actionCases())
    crashLabel = label
    crashHeader = label?.header
    self.large = large
    self.memory = memory
    self.storageHealth = storageHealth
    self.log = log
    self.evict = evict
    self.directory = directory
    let key = feature.name.hashValue
    broadcasts = BroadcastQueue(
      limits: effectLimits, now: steady, timer: timer,
      sessions: { [name = feature.name] in directory.directory?.sessions(of: name) ?? [] },
      schedule: { large.offload(.max, from: LargeWorkSource(client: key, subject: key), $0) })
  }
}

/// A reference to a directory, weak because the directory has the sessions whose effects use it.
package final class DirectoryReference: Sendable {
  private struct Reference {
    weak var directory: SessionDirectory?
  }

  private let reference = Guarded(Reference())

  /// Creates a reference to a directory that does not exist yet.
  package init() {}

  /// The directory, while it exists.
  package var directory: SessionDirectory? { reference.withLock { $0.directory } }

  /// Sets the directory. Called once, before there are sessions.
  package func refer(to directory: SessionDirectory) {
    reference.withLock { $0.directory = directory }
  }
}

/// The reason why a session leaves the directory without a request.
enum SessionEviction: Sendable {
  /// It exceeded a limit, and its store was ended.
  case exceeded(SessionEndReason)
  /// It is ahead of the storage, which could not store it, or has never stored it.
  case notStored(StorageError, isNew: Bool)
}
