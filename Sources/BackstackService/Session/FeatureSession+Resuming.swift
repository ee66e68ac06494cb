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

  /// Resumes a saved session, once the store has its state.
  ///
  /// The session keeps its version unless its state has changed.
  ///
  /// - Parameter action: The action that starts the effects again.
  /// - Throws: ``Problem`` if the state has become too large, or has no JSON form any more.
  func resume(from saved: SavedSession, with action: Action?) throws(Problem) {
    try Problem.only {
      try store.withExclusiveAccess {
        if let action {
          let json = context.runtime.crashLabel == nil ? nil : try? WireCoding.encode(action)
          ThreadActivity.perform(
            .resuming, context, version: saved.version, action: json ?? []
          ) {
            monitor.withoutNotes { store.send(action) }
          }
        }
        // A session that exceeded a limit has no state to check. It is ended once it is in the
        // registry.
        if monitor.reason != nil { return }
        try requireAdmissibleState()
        if !JSONText.isSame(try encodedState(), Array(saved.state.utf8)) {
          let json = action.flatMap { try? WireCoding.encode($0) }
          monitor.record(.resume, json ?? [], effects: store.effectCount)
          writer?.markDirty(for: .effect)
        }
        keepSnapshot()
      }
    }
  }
}
