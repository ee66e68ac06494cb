extension BackstackServer {
  /// The sessions that live, each as it is between two actions.
  ///
  /// One whose state has no JSON form is left out. Before ``shutdown(graceSeconds:)`` it has what
  /// another process needs to go on.
  ///
  /// - Complexity: O(size of all states).
  public func savedSessions() -> [SavedSession] {
    service.registry.all.compactMap { entry in
      guard let content = try? entry.session.save() else { return nil }
      let context = entry.session.context
      return SavedSession(
        content, of: context.info, timeToLive: entry.timeToLive,
        shape: context.host.feature.stateShape)
    }
  }

  /// Goes on with a session that was saved; its life begins anew.
  ///
  /// The closure that overrides dependencies runs again; then the hooks of
  /// ``Feature/onSessionResume(_:)`` are called.
  ///
  /// - Throws: ``SessionResumeError`` when its id is none that a server makes, when its feature is not
  ///   hosted or has another state by now, when there is a session with its id, or when there are too
  ///   many sessions.
  public func resume(_ session: SavedSession) throws(SessionResumeError) {
    do throws(Problem) {
      try service.resume(session)
    } catch {
      throw SessionResumeError(message: error.detail)
    }
  }
}
