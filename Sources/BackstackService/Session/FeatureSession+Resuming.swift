import Backstack

extension FeatureSession {
  func save() throws(Problem) -> SavedSession.Content {
    try Problem.only {
      try store.withExclusiveAccess {
        SavedSession.Content(
          version: monitor.recorder.journal.latest, state: try encodedState(),
          nextElementID: nextElementID, history: monitor.recorder.journal.versions(after: -1))
      }
    }
  }

  /// Goes on from what was saved, once the store is in its state.
  ///
  /// The session stays at its version unless its state is another one by now.
  ///
  /// - Parameter action: What is sent to start again what effects did.
  /// - Throws: ``Problem`` when the state has no JSON form any more.
  func resume(from saved: SavedSession, with action: Action?) throws(Problem) {
    try Problem.only {
      try store.withExclusiveAccess {
        if let action {
          let json = context.host.crashLabel == nil ? nil : try? WireCoding.encode(action)
          ThreadActivity.perform(
            .resuming, context, version: saved.version, action: json ?? []
          ) {
            monitor.withoutNotes { store.send(action) }
          }
        }
        // One that has run away has no state to look at, and is ended once it has found its place.
        if monitor.reason != nil { return }
        try requireAdmissibleState()
        if !JSONText.isSame(try encodedState(), Array(saved.state.utf8)) {
          let json = action.flatMap { try? WireCoding.encode($0) }
          monitor.record(.resume, json ?? [], effects: store.effectCount)
          writer?.noteChange(for: .effect)
        }
        keepSnapshot()
      }
    }
  }
}
