extension BackstackServer {
  /// Returns the active sessions, each as it is between two actions.
  ///
  /// Sessions whose state has no JSON form are left out. Called before ``shutdown(graceSeconds:)``,
  /// the result contains everything that another process needs to resume the sessions.
  ///
  /// - Complexity: O(size of all states).
  public func savedSessions() -> [SavedSession] {
    service.registry.all.compactMap { entry in
      guard let content = try? entry.session.save() else { return nil }
      let context = entry.session.context
      return SavedSession(
        content, of: context.info, timeToLive: entry.timeToLive,
        shape: context.runtime.feature.stateShape)
    }
  }

  /// Resumes a session that was saved; its time to live begins again.
  ///
  /// Overrides the session's dependencies again, then calls the hooks of
  /// ``Feature/onSessionResume(_:)``.
  ///
  /// - Throws: ``SessionResumeError`` when the id has not the form of a server's ids, when the
  ///   feature is not hosted or its state has changed incompatibly, when there is a session with
  ///   the id already, or when there are too many sessions.
  public func resume(_ session: SavedSession) throws(SessionResumeError) {
    do throws(Problem) {
      try service.resume(session)
    } catch {
      throw SessionResumeError(message: error.detail)
    }
  }
}
