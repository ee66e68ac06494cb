import Backstack

extension FeatureSession: CapturableSession {
  func capture(_ begin: () -> Int?) throws -> SessionCapture? {
    try store.withExclusiveAccess {
      guard let stored = begin() else { return nil }
      let version = version
      guard version > stored else {
        return SessionCapture(version: stored, state: nil, nextElementID: 0, entries: [])
      }
      let state = try store.withState { try encodeOnce($0, of: version) }
      let next = store.withDependencies { DependencyValues.ambient?.stackElementID?.peek() }
      return SessionCapture(
        version: version, state: state, nextElementID: next?.generation ?? 0,
        entries: recorder.read { Array($0.page(after: stored, limit: .max)) })
    }
  }
}
