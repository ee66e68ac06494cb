/// What is called in the life of a feature's sessions.
struct SessionHooks: Sendable {
  typealias Hook = @Sendable (SessionInfo) -> Void

  var started: [Hook] = []
  var resumed: [Hook] = []
  var ended: [@Sendable (SessionInfo, SessionEndReason) -> Void] = []
}

extension Feature {
  /// The feature with something to do when a session was created.
  ///
  /// Called once for each session, after its dependencies were made and, if sessions are stored, it was,
  /// and before the client is answered, on any thread, which must not wait. Of several hooks the first is
  /// called first.
  public func onSessionStart(_ hook: @escaping @Sendable (SessionInfo) -> Void) -> Feature {
    var feature = self
    feature.hooks.started.append(hook)
    return feature
  }

  /// The feature with something to do when a session goes on that was saved; then
  /// ``onSessionStart(_:)`` is not called.
  public func onSessionResume(_ hook: @escaping @Sendable (SessionInfo) -> Void) -> Feature {
    var feature = self
    feature.hooks.resumed.append(hook)
    return feature
  }

  /// The feature with something to do when a session has ended: its effects are cancelled, no action is
  /// processed any more, and its end is stored if sessions are.
  ///
  /// Called once for each session that has started or was resumed, on any thread, which must not wait.
  public func onSessionEnd(
    _ hook: @escaping @Sendable (SessionInfo, SessionEndReason) -> Void
  ) -> Feature {
    var feature = self
    feature.hooks.ended.append(hook)
    return feature
  }
}
