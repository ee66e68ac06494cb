import Backstack

/// How a session begins: as a new one, or from a saved session.
extension FeatureSession {
  /// Begins a new session, once the store has its state: as version 0, or as version 1 if the
  /// feature has a start action.
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
      return try withLock { session throws(SessionError) in
        session.monitor.record(.creation, by: context.author, effects: 0)
        try session.requireAdmissibleState()
        if let action { try start(with: action, session) }
        session.monitor.enter()
        return try register()
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Processes the feature's start action.
  private func start(
    with action: Action, _ session: borrowing LockedSession<State, Action>
  ) throws(SessionError) {
    // The version before the action, which a client may want to restore. One without a JSON form
    // can't be.
    _ = try? session.snapshot()
    let mark = ThreadActivity.begin(.creation, context, action: journalText(of: action))
    defer { mark.end() }
    let refusal = session.process(action, as: .start, noted: mark, issues: IssueCollector())
    guard let refusal else { return }
    if case .ended(.stateTooLarge) = refusal { throw session.monitor.stateTooLarge }
    throw refusal
  }

  /// Resumes a saved session, once the store has its state.
  ///
  /// The session keeps its version unless its state or its number of effects has changed, or its
  /// screens were shown by another build of the program: a version stands for one snapshot and one
  /// screen, also for clients that got them before a restart.
  ///
  /// - Parameter action: The action that starts the effects again.
  /// - Throws: ``SessionError`` if the state has become too large, or has no JSON form any more.
  func resume(from saved: SavedSession, with action: Action?) throws(SessionError) {
    try withLock { session throws(SessionError) in
      let monitor = session.monitor
      if let action {
        ThreadActivity.perform(
          .resuming, context, version: saved.version, action: journalText(of: action)
        ) {
          _ = store.send(action)
        }
      }
      for effect in session.pendingEffects.all { restart(effect) }
      // A session that exceeded a limit has no state to check. It is ended once it is in the
      // registry.
      guard monitor.lifecycle.isRunning else { return }
      try session.requireAdmissibleState()
      let isSame = JSONText.isSame(try session.json(), Array(saved.state.utf8))
      let isOtherBuild = saved.build != nil && saved.build != context.runtime.build
      if !isSame || isOtherBuild || store.effectCount != monitor.journal.latestEffects {
        let json = action.flatMap { try? WireCoding.encode($0) }
        monitor.record(.resume, json ?? [], effects: store.effectCount)
        writer?.markDirty(for: .effect)
      }
      _ = try? session.snapshot()
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
