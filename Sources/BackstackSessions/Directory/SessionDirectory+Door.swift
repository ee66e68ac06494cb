/// The door to the sessions of this process.
extension SessionDirectory: SessionDoor {
  package func perform(
    _ request: consuming SessionRequest, _ reply: @escaping @Sendable (SessionOutcome) -> Void
  ) {
    RequestInProgress(request, at: self, reply).find()
  }

  /// Processes a request to a session that was found just before.
  package func perform(
    _ request: consuming SessionRequest, in entry: SessionRegistry.Entry,
    _ reply: @escaping @Sendable (SessionOutcome) -> Void
  ) {
    // There is nothing to replay, and nobody waits.
    if case .read = request.command, case .settled = request.wait,
      !LargeWork.isLarge(entry.session.context.weight)
    {
      return reply(.processed(SessionReply(entry)))
    }
    RequestInProgress(request, at: self, reply).loadReplay(entry)
  }

  package func create(
    _ request: CreationRequest, _ reply: @escaping @Sendable (SessionOutcome) -> Void
  ) {
    CreationInProgress(request, at: self, reply).begin()
  }
}
