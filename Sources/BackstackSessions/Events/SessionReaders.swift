import BackstackPlatform

/// What a session keeps for its readers, each part from when it is first needed.
final class SessionReaders: Sendable {
  private struct Parts {
    var ofStates: SessionEvents?
    var ofScreens: SessionEvents?
    var screens: Screens?
  }

  private let parts = Guarded(Parts())
  private let storedPresentations: [String: Int]
  private let make: @Sendable (Representation) -> SessionEvents

  /// - Parameters:
  ///   - presentations: What was presented when the session was stored; see ``Screens``.
  ///   - make: Makes the events of a representation.
  init(
    presentations: [String: Int], _ make: @escaping @Sendable (Representation) -> SessionEvents
  ) {
    storedPresentations = presentations
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
      let screens = parts.screens ?? Screens(presentations: storedPresentations)
      parts.screens = screens
      return screens
    }
  }

  /// What is presented on screens. Called under the lock of the session's store.
  var presentations: [String: Int] {
    parts.withLock { $0.screens }?.presentations ?? storedPresentations
  }

  /// The events that were read.
  var readEvents: [SessionEvents] {
    parts.withLock { [$0.ofStates, $0.ofScreens].compactMap(\.self) }
  }
}
