import BackstackPlatform

/// A token that keeps an observation of a store alive: the observation ends when the token is
/// cancelled or deallocated.
///
/// The token does not retain the store.
public final class ObserveToken: Sendable {
  private let observer: Guarded<Held?>

  /// The object that only the token keeps alive.
  private struct Held: @unchecked Sendable {
    // Sound: never read, only released.
    let object: AnyObject?
  }

  init(_ observer: AnyObject?) { self.observer = Guarded(Held(object: observer)) }

  /// Ends the observation. A call that is in progress on another thread may end after this returns.
  public func cancel() {
    // Released outside of the lock: a deinit of a captured object may run any code.
    let held = observer.withLock { held in
      defer { held = nil }
      return held
    }
    withExtendedLifetime(held) {}
  }
}
