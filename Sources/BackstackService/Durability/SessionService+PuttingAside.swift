import BackstackHTTP
import Dispatch
import FoundationEssentials

extension SessionService {
  /// Lets go of stored sessions that nobody has used for a while, and that do nothing.
  ///
  /// - Parameter seconds: For how long.
  func putAsideIdle(for seconds: Double) {
    guard configuration.storage != nil else { return }
    putAside(registry.idle(since: instant(before: seconds)), atMost: .max)
  }

  /// Makes room for a session to come when there are as many as there may be, if it is found soon.
  ///
  /// - Complexity: O(1).
  func makeRoom() {
    guard configuration.storage != nil else { return }
    let candidates = registry.idle(
      since: instant(before: Self.leastIdleSeconds), among: Self.sessionsLookedAt)
    putAside(candidates, atMost: max(1, min(Self.placesMade, configuration.maximumSessions / 16)))
  }

  private func putAside(_ candidates: [SessionRegistry.Entry], atMost limit: Int) {
    var count = 0
    for entry in candidates where count < limit && entry.session.canBePutAside {
      guard registry.remove(entry) else { continue }
      entry.session.putAside()
      count += 1
    }
  }

  /// Removes stored sessions with effects from memory that nobody has used or watched for a while,
  /// if their features suspend effects.
  ///
  /// - Parameter seconds: For how long; for as long as a request may wait for effects, if that is more.
  func suspendIdle(for seconds: Double) {
    guard configuration.storage != nil, features.values.contains(where: \.suspendsEffects) else {
      return
    }
    let seconds = max(seconds, Double(configuration.maximumWait))
    let date = configuration.now().addingTimeInterval(-seconds)
    for entry in registry.idle(since: instant(before: seconds))
    where entry.session.canBeSuspended(since: date) {
      suspend(entry, since: date)
    }
  }

  /// Puts a session aside once what its effects have done is stored, unless it is used meanwhile.
  private func suspend(_ entry: SessionRegistry.Entry, since date: Date) {
    let session = entry.session
    guard let writer = session.writer else { return }
    // Or else what they do next would be to be stored by then.
    writer.suspendEffects()
    let putAside: @Sendable () -> Void = { [self] in
      if writer.isIdle, session.canBeSuspended(since: date), registry.remove(entry) {
        session.putAside()
      } else {
        writer.resumeEffects()
      }
    }
    let isWaiting = session.whenStored { [self] _ in storageQueue(putAside) }
    if !isWaiting { putAside() }
  }

  private func instant(before seconds: Double) -> MonotonicInstant {
    clock.steady().later(by: -Int64(nanosecondsIn: seconds))
  }

  /// A session that was used since is not put aside for want of room.
  private static let leastIdleSeconds = 1.0
  /// How many sessions are looked at for want of room before the next is refused: to look at them all
  /// would cost more than to create one.
  private static let sessionsLookedAt = 128
  /// How many of them are put aside at most.
  private static let placesMade = 16

  /// Lets go of all sessions, which are stored, and waits until they are.
  func putAsideAll() {
    let group = DispatchGroup()
    for entry in registry.removeAll() {
      entry.session.putAside()
      group.enter()
      let isWaiting = entry.session.whenStored { _ in group.leave() }
      if !isWaiting { group.leave() }
    }
    _ = group.wait(timeout: .now() + Self.storingTimeout)
  }

  /// How long a server that stops waits for its storage, in seconds.
  private static let storingTimeout = 10.0
}
