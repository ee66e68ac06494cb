import BackstackPlatform

/// The parts of a session that serve its readers, each made when it is first needed.
final class SessionReaders: Sendable {
  private struct Parts {
    var ofStates: SessionEvents?
    var ofScreens: SessionEvents?
    var screens: Screens?
    /// The closures that wait for another version, by their numbers.
    var waiters: [UInt32: @Sendable () -> Void] = [:]
    var lastWaiter: UInt32 = 0

    mutating func takeWaiters() -> [UInt32: @Sendable () -> Void] {
      defer { if !waiters.isEmpty { waiters = [:] } }
      return waiters
    }
  }

  private let parts = Guarded(Parts())
  private let stored: ShownScreens
  private let make: @Sendable (Representation) -> SessionEvents

  /// - Parameters:
  ///   - stored: The screens that were shown before the session was stored.
  ///   - make: Makes the events of a representation.
  init(
    _ stored: ShownScreens, _ make: @escaping @Sendable (Representation) -> SessionEvents
  ) {
    self.stored = stored
    self.make = make
  }

  func events(_ representation: Representation) -> SessionEvents {
    parts.withLock { parts in
      switch representation {
      case .state:
        let events = parts.ofStates ?? make(.state)
        parts.ofStates = events
        return events
      case .screen:
        let events = parts.ofScreens ?? make(.screen)
        parts.ofScreens = events
        return events
      }
    }
  }

  var screens: Screens {
    parts.withLock { parts in
      let screens = parts.screens ?? Screens(stored)
      parts.screens = screens
      return screens
    }
  }

  /// The screens that were shown. Called under the lock of the session's store.
  var shown: ShownScreens { parts.withLock { $0.screens }?.shown ?? stored }

  /// Forgets since when screens show what a presentation showed that is over: what is presented there next is
  /// another level, also if no screen was read in between. Called under the lock of the session's store.
  ///
  /// - Parameter action: Returns the action that would have dismissed it, as JSON.
  func forgetPresentation(dismissedBy action: () -> [UInt8]?) {
    guard !shown.presentations.isEmpty, let action = action() else { return }
    screens.forgetPresentation(dismissedBy: action)
  }

  // MARK: New versions

  /// Tells those who wait, and those who read events, that there is another version. Called under the
  /// lock of the session's store.
  func sessionChanged() {
    let (waiters, ofStates, ofScreens) = parts.withLock {
      ($0.takeWaiters(), $0.ofStates, $0.ofScreens)
    }
    for waiter in waiters.values { waiter() }
    ofStates?.sessionChanged()
    ofScreens?.sessionChanged()
  }

  /// Adds a closure that is called once when there is another version, or the session has ended. It
  /// must not block, and must not use the session.
  ///
  /// - Returns: A function that removes the closure.
  func addWaiter(_ callback: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = parts.withLock { parts in
      // Numbers repeat only after so many that no earlier waiter is left.
      parts.lastWaiter &+= 1
      parts.waiters[parts.lastWaiter] = callback
      return parts.lastWaiter
    }
    return { [weak self] in _ = self?.parts.withLock { $0.waiters.removeValue(forKey: number) } }
  }

  /// The number of closures that wait.
  var waiterCount: Int { parts.withLock { $0.waiters.count } }

  func wakeWaiters() {
    for waiter in parts.withLock({ $0.takeWaiters() }).values { waiter() }
  }

  /// The events that were read.
  var readEvents: [SessionEvents] {
    parts.withLock { [$0.ofStates, $0.ofScreens].compactMap(\.self) }
  }
}
