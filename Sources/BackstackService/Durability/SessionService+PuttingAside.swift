import Dispatch
import FoundationEssentials

extension SessionService {
  /// Lets go of stored sessions that nobody has used for a while, and that do nothing.
  ///
  /// - Parameter seconds: For how long.
  func putAsideIdle(for seconds: Double, atMost limit: Int = .max) {
    guard configuration.storage != nil else { return }
    let candidates = registry.idle(since: configuration.now().addingTimeInterval(-seconds))
    var count = 0
    for entry in candidates where count < limit && entry.session.canBePutAside {
      guard registry.remove(entry) else { continue }
      entry.session.putAside()
      count += 1
    }
  }

  /// Makes room for a session to come when there are as many as there may be.
  func makeRoom() {
    let limit = max(1, configuration.maximumSessions / 16)
    putAsideIdle(for: Self.leastIdleSeconds, atMost: limit)
  }

  /// A session that was used since is not put aside for want of room.
  private static let leastIdleSeconds = 1.0

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
