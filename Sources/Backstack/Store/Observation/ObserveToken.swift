import BackstackLocking

/// Keeps an observation of a store going: it ends when the token is cancelled or let go of.
///
/// The token does not keep the store.
public final class ObserveToken: Sendable {
  private let observer: Guarded<Held?>

  /// What the token alone keeps alive.
  private struct Held: @unchecked Sendable {
    // Sound: only let go of, never read.
    let object: AnyObject?
  }

  init(_ observer: AnyObject?) { self.observer = Guarded(Held(object: observer)) }

  /// Ends the observation. A call that is under way on another thread may end after this returns.
  public func cancel() {
    // Let go of outside of the lock: what the callback captured may do as it likes in its deinit.
    let held = observer.withLock { held in
      defer { held = nil }
      return held
    }
    withExtendedLifetime(held) {}
  }
}
