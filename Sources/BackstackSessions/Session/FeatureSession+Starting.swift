import Backstack

/// How a session begins: as a new one, or from what was saved.
extension FeatureSession {
  /// Begins a new session, once the store has its state: as version 0, or as version 1 if the feature
  /// has a start action.
  ///
  /// - Parameters:
  ///   - action: The action that the feature itself sends first.
  ///   - register: Makes the session known. The effects of the action can't send before.
  /// - Throws: ``SessionError`` if the state is too large, the action has no target, or its effects
  ///   exceed a limit at once. Then there is no session.
  func begin<Entry>(
    with action: Action?, register: () throws(SessionError) -> Entry
  ) throws(SessionError) -> Entry {
    do throws(SessionError) {
      return try store.withExclusiveAccess { () throws(SessionError) in
        monitor.record(.creation, effects: 0)
        try requireAdmissibleState()
        if let action { try start(with: action) }
        monitor.enter()
        return try register()
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Processes the feature's start action. Called under the store's lock.
  private func start(with action: Action) throws(SessionError) {
    // The version before the action, which a client may want to restore.
    keepSnapshot()
    let mark = ThreadActivity.begin(.creation, context, action: journalText(of: action))
    defer { mark.end() }
    guard let refusal = process(action, as: .start, mark, issues: IssueCollector()) else { return }
    if case .ended(.stateTooLarge) = refusal { throw stateTooLarge }
    throw refusal
  }

  /// Resumes a saved session, once the store has its state.
  ///
  /// The session keeps its version unless its state or its number of effects has changed: a version
  /// stands for one snapshot, also for clients that got it before a restart.
  ///
  /// - Parameter action: The action that starts the effects again.
  /// - Throws: ``SessionError`` if the state has become too large, or has no JSON form any more.
  func resume(from saved: SavedSession, with action: Action?) throws(SessionError) {
    try store.withExclusiveAccess { () throws(SessionError) in
      if let action {
        ThreadActivity.perform(
          .resuming, context, version: saved.version, action: journalText(of: action)
        ) {
          _ = store.send(action)
        }
      }
      for effect in context.pendingEffects.all { restart(effect) }
      // A session that exceeded a limit has no state to check. It is ended once it is in the
      // registry.
      guard monitor.lifecycle.isRunning else { return }
      try requireAdmissibleState()
      let isSame = JSONText.isSame(try encodedState(), Array(saved.state.utf8))
      if !isSame || store.effectCount != monitor.recorder.journal.latestEffects {
        let json = action.flatMap { try? WireCoding.encode($0) }
        monitor.record(.resume, json ?? [], effects: store.effectCount)
        writer?.markDirty(for: .effect)
      }
      keepSnapshot()
      monitor.enter()
    }
  }

  /// Starts a durable effect again. One that can't be started stays pending: another version of the
  /// program may be able to.
  private func restart(_ effect: PendingEffect) {
    let json = Array(effect.action.utf8)
    do {
      let action = try decoder.action(saved: json)
      ThreadActivity.perform(.resuming, context, version: version, action: json) {
        store.restart(durableEffect: effect.id, action)
      }
    } catch {
      context.warnOfUnreadableEffect(effect.id, error)
    }
  }
}
