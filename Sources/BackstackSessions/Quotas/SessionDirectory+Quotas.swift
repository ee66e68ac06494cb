import BackstackStorage
import FoundationEssentials

/// The enforcement of quotas, before a request has any effect.
extension SessionDirectory {
  private var seconds: Double { configuration.now().timeIntervalSince1970 }

  /// Calls back once the stored usage of a principal is known that wants to create a session; with
  /// an error if it can't be counted.
  func whenCounted(
    for principal: SessionPrincipal?, _ completion: @escaping @Sendable (SessionError?) -> Void
  ) {
    guard let usage = usages.usage(of: principal?.id),
      usage.storedUsage.step(usages.quotas, isCreation: true, at: seconds) == .count
    else { return completion(nil) }
    count(usage) { completion($0 ? nil : .unknownUsage) }
  }

  /// Checks that there may be room for a session, before the content of its creation is read.
  ///
  /// - Throws: ``SessionError`` when there is certainly no room.
  package func requireRoom(of principal: SessionPrincipal?) throws(SessionError) {
    guard let usage = usages.usage(of: principal?.id) else { return }
    try requireEffects(usage)
    if case .refuse(let quota) = usage.storedUsage.step(
      usages.quotas, isCreation: true, at: seconds)
    {
      throw usages.refusal(for: quota)
    }
  }

  /// Reserves room for a session that is to be created.
  ///
  /// - Returns: The usage that counts the session, if anything is limited. The caller must report
  ///   to it how the creation ended.
  /// - Throws: ``SessionError`` when there is no room.
  func admitSession(of principal: SessionPrincipal?) throws(SessionError) -> PrincipalUsage? {
    guard let usage = usages.usage(of: principal?.id) else { return nil }
    try requireEffects(usage)
    switch usage.admit(usages.quotas, isCreation: true, at: seconds) {
    case .admit: return usage
    case .refuse(let quota): throw usages.refusal(for: quota)
    case .count: throw .unknownUsage
    }
  }

  /// Checks the owner's quotas before a request changes a session.
  ///
  /// While the stored usage is not known, as after the start of the server, the request is
  /// admitted.
  ///
  /// - Parameter startsEffects: Whether the change may start effects.
  /// - Throws: ``SessionError`` when a quota is reached.
  package func admitChange(
    to context: SessionContext, startsEffects: Bool
  ) throws(SessionError) {
    guard let usage = context.usage else { return }
    if startsEffects { try requireEffects(usage) }
    guard usages.quotas.storedBytes != nil else { return }
    var step = usage.admit(usages.quotas, isCreation: false, at: seconds)
    if step == .count {
      count(usage) { _ in }
      step = usage.admit(usages.quotas, isCreation: false, at: seconds)
    }
    if case .refuse(let quota) = step { throw usages.refusal(for: quota) }
  }

  /// Reserves room for a stream of events.
  ///
  /// - Returns: The permit that the stream keeps while it is open, if streams are limited.
  /// - Throws: ``SessionError`` when there is no room.
  package func admitStream(
    of principal: SessionPrincipal?
  ) throws(SessionError) -> PrincipalUsage.StreamPermit? {
    guard let limit = usages.quotas.streams, let usage = usages.usage(of: principal?.id) else {
      return nil
    }
    guard let permit = usage.openStream(limit: limit) else { throw usages.refusal(for: .streams) }
    return permit
  }

  private func requireEffects(_ usage: PrincipalUsage) throws(SessionError) {
    if let limit = usages.quotas.effects, usage.effects >= limit {
      throw usages.refusal(for: .effects)
    }
  }

  /// Asks the storage for the usage of a principal. Requests that come meanwhile wait for the same
  /// result.
  private func count(
    _ usage: PrincipalUsage, then completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard let storage = configuration.storage, usage.beginCount(completion) else { return }
    let answers = AnswerKey(
      scope: AnswerMemory.creationScope,
      key: IdempotencyKey.beginning(ofPrincipal: usage.principal) + " ")
    let query = StorageQuery.usage(owner: usage.principal, answers: answers) { [self] result in
      switch result {
      case .success(let counted): usage.endCount((counted.sessions, counted.bytes), at: seconds)
      case .failure(let error):
        storageHealth.note(error)
        usage.endCount(nil, at: seconds)
      }
    }
    storage.ask(query)
  }
}
