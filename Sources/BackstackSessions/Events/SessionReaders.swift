import BackstackPlatform

/// What a session keeps for its readers, each part from when it is first needed.
final class SessionReaders: Sendable {
  private struct Parts {
    var ofStates: SessionEvents?
    var ofScreens: SessionEvents?
    var screens: Screens?
  }

  private let parts = Guarded(Parts())
  private let make: @Sendable (Representation) -> SessionEvents

  /// - Parameter make: Makes the events of a representation.
  init(_ make: @escaping @Sendable (Representation) -> SessionEvents) { self.make = make }

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
      let screens = parts.screens ?? Screens()
      parts.screens = screens
      return screens
    }
  }

  /// The events that were read.
  var readEvents: [SessionEvents] {
    parts.withLock { [$0.ofStates, $0.ofScreens].compactMap(\.self) }
  }
}
