import BackstackPlatform
import Dispatch
import FoundationEssentials

/// How sessions leave the memory whose changes are stored: because they are idle, because there is
/// too little room, or because the process stops. Idle sessions first keep their history in less memory.
final class Passivation: Sendable {
  private let configuration: SessionConfiguration
  private let registry: SessionRegistry
  private let clock: SessionClock
  private let streams: EventStreams
  private let suspendsEffects: Bool
  /// Sessions that were not used since this instant keep their history in less memory.
  private let compacted = Guarded<MonotonicInstant?>(nil)

  init(
    _ configuration: SessionConfiguration, of features: some Sequence<Feature>,
    in registry: SessionRegistry, clock: SessionClock, streams: EventStreams
  ) {
    self.configuration = configuration
    self.registry = registry
    self.clock = clock
    self.streams = streams
    suspendsEffects = features.contains(where: \.suspendsEffects)
  }

  /// Lets stored sessions that were not used for some seconds keep their history in less memory, each once.
  func compactIdle() {
    guard configuration.storage != nil else { return }
    let end = instant(before: Self.secondsToCompacting)
    let begin = compacted.withLock { compacted in
      defer { compacted = end }
      return compacted
    }
    for entry in registry.idle(since: end) where begin.map({ !entry.isIdle(since: $0) }) ?? true {
      entry.session.compact()
    }
  }

  /// The number of seconds without use after which a session's history takes less memory.
  private static let secondsToCompacting = 10.0

  /// Passivates stored sessions that are idle and have not been used for a while.
  ///
  /// - Parameter seconds: The minimum time without use.
  func passivateIdle(for seconds: Double) {
    guard configuration.storage != nil else { return }
    passivate(registry.idle(since: instant(before: seconds)), atMost: .max)
  }

  /// Makes room for a new session when the limit is reached: passivates a few idle sessions if a
  /// bounded search finds some.
  ///
  /// - Complexity: O(1).
  func makeRoom() {
    guard configuration.storage != nil else { return }
    let candidates = registry.idle(
      since: instant(before: Self.minimumIdleSeconds), among: Self.maximumExamined)
    passivate(
      candidates, atMost: max(1, min(Self.maximumPassivated, configuration.maximumSessions / 16)))
  }

  /// Passivates sessions that are idle, those first that were not used for longest, until memory is
  /// not tight any more. Returns freed memory to the system.
  func relieve(_ memory: MemoryBound) {
    streams.schedule { [self] in
      var candidates: [SessionRegistry.Entry] = []
      if configuration.storage != nil {
        candidates = registry.idle(since: instant(before: Self.minimumIdleSeconds))
          .sorted { $0.lastUse > $1.lastUse }
      }
      let portion = max(Self.maximumPassivated, candidates.count / Self.reliefPortions)
      repeat {
        passivateLast(portion, of: &candidates)
        SystemProcess.returnFreedMemory()
      } while memory.isTight() && !candidates.isEmpty
      memory.endRelief()
    }
  }

  /// The number of parts in which idle sessions are passivated while memory is tight.
  private static let reliefPortions = 8

  /// Passivates the last sessions of a list and removes them from it, so that nothing keeps them.
  private func passivateLast(_ count: Int, of candidates: inout [SessionRegistry.Entry]) {
    passivate(candidates.suffix(count), atMost: .max)
    candidates.removeLast(min(count, candidates.count))
  }

  func passivate(_ candidates: some Sequence<SessionRegistry.Entry>, atMost limit: Int) {
    var count = 0
    for entry in candidates where count < limit {
      entry.session.writer?.renew()
      guard entry.session.canPassivate else { continue }
      guard registry.remove(entry) else { continue }
      entry.session.passivate()
      count += 1
    }
  }

  /// Passivates stored sessions that have effects, but were neither used nor watched for a while,
  /// if their features suspend effects.
  ///
  /// - Parameter seconds: The minimum time without use, raised to the time that a request may wait
  ///   for effects.
  func suspendIdle(for seconds: Double) {
    guard configuration.storage != nil, suspendsEffects else { return }
    let seconds = max(seconds, Double(configuration.maximumWait))
    let date = configuration.now().addingTimeInterval(-seconds)
    for entry in registry.idle(since: instant(before: seconds))
    where entry.session.canBeSuspended(since: date) {
      suspend(entry, since: date)
    }
  }

  /// Passivates a session once the changes of its effects are stored, unless it is used meanwhile.
  private func suspend(_ entry: SessionRegistry.Entry, since date: Date) {
    let session = entry.session
    // Otherwise further changes of the effects would not be stored by then.
    guard let writer = session.writer, session.suspend() else { return }
    let passivate: @Sendable () -> Void = { [self] in
      if writer.isIdle, session.canBeSuspended(since: date), registry.remove(entry) {
        session.passivate()
      } else {
        session.resumeEffects()
      }
    }
    session.whenStored { [streams] _ in streams.schedule(passivate) }
  }

  private func instant(before seconds: Double) -> MonotonicInstant {
    clock.steady().later(by: -Int64(nanosecondsIn: seconds))
  }

  /// The minimum time without use before a session is passivated to make room.
  private static let minimumIdleSeconds = 1.0
  /// The number of sessions that are examined to make room before a request is refused: examining
  /// all would cost more than creating one.
  private static let maximumExamined = 128
  /// The maximum number of sessions that are passivated to make room.
  private static let maximumPassivated = 16

  /// Passivates all sessions, and waits until they are stored.
  func passivateAll() {
    let group = DispatchGroup()
    for entry in registry.removeAll() {
      entry.session.passivate()
      group.enter()
      entry.session.whenStored { _ in group.leave() }
    }
    _ = group.wait(timeout: .now() + Self.storingTimeout)
  }

  /// The maximum number of seconds for which a server that stops waits for its storage.
  private static let storingTimeout = 10.0
}
