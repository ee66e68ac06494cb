import BackstackPlatform

/// The parts of a session that serve its readers, each made when it is first needed.
final class SessionReaders: Sendable {
  private struct Parts {
    var ofStates: SessionEvents?
    var ofScreens: SessionEvents?
    var screens: Screens?
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

  /// Publishes a new version to those who read events. Called under the lock of the session's store.
  func sessionChanged() { for events in readEvents { events.sessionChanged() } }

  /// The events that were read.
  var readEvents: [SessionEvents] {
    parts.withLock { [$0.ofStates, $0.ofScreens].compactMap(\.self) }
  }
}
