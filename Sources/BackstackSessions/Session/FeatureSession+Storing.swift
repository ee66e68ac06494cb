import Backstack
import BackstackStorage

/// The parts of a session that are stored.
extension FeatureSession {
  func capture(isForClient: Bool, _ begin: () -> Int?) throws -> SessionCapture? {
    try withLock { session throws(SessionError) in
      let monitor = session.monitor
      // A session whose effects have made it too large is ended here at the latest.
      try? session.encode()
      if !monitor.chargeWrite(isForClient: isForClient) { store.end() }
      // A session that exceeded a limit is ended in the storage, too, and not written before.
      guard monitor.lifecycle.exceededLimit == nil, let stored = begin() else { return nil }
      guard session.version > stored else {
        return SessionCapture(
          version: stored, state: nil, nextElementID: nextElementID,
          pending: session.pendingEffects, screens: shownScreens, entries: [])
      }
      monitor.tellEffects()
      let state = try session.saved().stored
      // The response may have the state, and a version whose state a client got can be restored. The
      // storage has the state anyway.
      if isForClient { monitor.keep(state) }
      return SessionCapture(
        version: session.version, state: state, nextElementID: nextElementID,
        pending: session.pendingEffects, screens: shownScreens,
        entries: monitor.journal.stored(after: stored, now: context.runtime.now))
    }
  }

  func save() throws(SessionError) -> SavedSession.Content {
    try withLock { session throws(SessionError) in
      session.monitor.tellEffects()
      return SavedSession.Content(
        version: session.version, state: try session.saved(), nextElementID: nextElementID,
        history: session.monitor.journal.versions(after: -1),
        pending: session.pendingEffects.all, screens: shownScreens)
    }
  }
}
