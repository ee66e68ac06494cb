/// The closures that are called when a feature's sessions begin, resume and end.
struct SessionHooks: Sendable {
  typealias Hook = @Sendable (SessionInfo) -> Void

  var started: [Hook] = []
  var resumed: [Hook] = []
  var ended: [@Sendable (SessionInfo, SessionEndReason) -> Void] = []
}

extension Feature {
  /// Returns the feature with a hook that is called when a session was created.
  ///
  /// The hook is called once for each session: after its dependencies were made and, if sessions
  /// are stored, the session was stored, and before the response to the client. It may be called on
  /// any thread, and must not block. Several hooks are called in the order in which they were
  /// added.
  public func onSessionStart(_ hook: @escaping @Sendable (SessionInfo) -> Void) -> Feature {
    var feature = self
    feature.hooks.started.append(hook)
    return feature
  }

  /// Returns the feature with a hook that is called when a saved session is resumed.
  /// ``onSessionStart(_:)`` is not called then.
  public func onSessionResume(_ hook: @escaping @Sendable (SessionInfo) -> Void) -> Feature {
    var feature = self
    feature.hooks.resumed.append(hook)
    return feature
  }

  /// Returns the feature with a hook that is called when a session has ended: its effects are
  /// cancelled, it processes no more actions, and its end is stored if sessions are stored.
  ///
  /// The hook is called once for each session that was started or resumed, also if it expires while
  /// only the storage has it; then its principal has no attributes. It is not
  /// called for a session that an operator ends in the storage, nor by a process that is killed just
  /// after the end was stored. It may be called on any thread, and must not block.
  public func onSessionEnd(
    _ hook: @escaping @Sendable (SessionInfo, SessionEndReason) -> Void
  ) -> Feature {
    var feature = self
    feature.hooks.ended.append(hook)
    return feature
  }
}
