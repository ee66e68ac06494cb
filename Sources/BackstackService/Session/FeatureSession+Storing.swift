import Backstack

extension FeatureSession: StorableSession {
  func capture(_ begin: () -> Int?) throws -> SessionCapture? {
    try Problem.only {
      try store.withExclusiveAccess {
        // A session whose effects have made it too large is ended here at the latest.
        try? encodeState()
        // A session that exceeded a limit is ended in the storage, too, and not written before.
        guard monitor.reason == nil, let stored = begin() else { return nil }
        let version = monitor.recorder.journal.latest
        guard version > stored else {
          return SessionCapture(version: stored, state: nil, nextElementID: 0, entries: [])
        }
        return SessionCapture(
          version: version, state: try encodedState(), nextElementID: nextElementID,
          entries: monitor.recorder.journal.stored(after: stored, now: context.runtime.now))
      }
    }
  }
}
