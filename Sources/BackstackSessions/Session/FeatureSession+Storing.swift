import Backstack
import BackstackStorage

/// What the storage gets of a session.
extension FeatureSession {
  func capture(isForClient: Bool, _ begin: () -> Int?) throws -> SessionCapture? {
    try store.withExclusiveAccess { () throws(SessionError) in
      // A session whose effects have made it too large is ended here at the latest.
      try? encodeState()
      if !monitor.admitsWrite(isForClient: isForClient) { store.end() }
      // A session that exceeded a limit is ended in the storage, too, and not written before.
      guard monitor.lifecycle.exceededLimit == nil, let stored = begin() else { return nil }
      let version = monitor.recorder.journal.latest
      guard version > stored else {
        return SessionCapture(
          version: stored, state: nil, nextElementID: nextElementID,
          pending: context.pendingEffects, entries: [])
      }
      monitor.tellEffects()
      return SessionCapture(
        version: version, state: try encodedState(), nextElementID: nextElementID,
        pending: context.pendingEffects,
        entries: monitor.recorder.journal.stored(after: stored, now: context.runtime.now))
    }
  }

  func save() throws(SessionError) -> SavedSession.Content {
    try store.withExclusiveAccess { () throws(SessionError) in
      monitor.tellEffects()
      return SavedSession.Content(
        version: monitor.recorder.journal.latest, state: try encodedState(),
        nextElementID: nextElementID, history: monitor.recorder.journal.versions(after: -1),
        pending: context.pendingEffects.all)
    }
  }
}
