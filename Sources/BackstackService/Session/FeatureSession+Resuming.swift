import Backstack

extension FeatureSession {
  func save() throws(Problem) -> SavedSession.Content {
    let next = store.withDependencies { DependencyValues.ambient?.stackElementID?.peek() }
    let snapshot = try snapshot()
    return SavedSession.Content(
      version: snapshot.version, state: snapshot.state, nextElementID: next?.generation ?? 0,
      history: recorder.read { $0.all.filter { $0.version <= snapshot.version } })
  }

  /// Goes on from what was saved, once the store is in its state.
  ///
  /// The session stays at its version unless its state is another one by now.
  ///
  /// - Parameter action: What is sent to start again what effects did.
  /// - Throws: ``Problem`` when the state has no JSON form any more.
  func resume(from saved: SavedSession, with action: Action?) throws(Problem) {
    let state: [UInt8]
    do {
      state = try store.withExclusiveAccess {
        if let action { recorder.withoutNotes { store.send(action) } }
        let state = try store.withState { try WireCoding.encode($0) }
        let isSame = SnapshotPatch.isEmpty(from: Array(saved.state.utf8), to: state)
        firstVersion = saved.version + (isSame ? 0 : 1) - store.actionCount
        if !isSame {
          let json = action.flatMap { try? WireCoding.encode($0) }
          recorder.record(.resume, json ?? [], effects: store.effectCount)
          writer?.noteChange()
        }
        return state
      }
    } catch {
      throw Problem(.stateNotEncodable, "\(error)")
    }
    recorder.keep(state, of: version)
  }
}
