import BackstackHTTP
import BackstackStorage
import FoundationEssentials

/// The enforcement of quotas, before a request has any effect.
extension SessionService {
  private var time: Double { configuration.now().timeIntervalSince1970 }

  /// Continues a request to create a session once its principal's stored usage is known.
  func whenCounted(
    for request: HTTPRequest, _ responder: HTTPResponder,
    then next: @escaping @Sendable () throws(Problem) -> Void
  ) throws(Problem) {
    guard let usage = usages.usage(of: request.principal?.id),
      usage.storedUsage.step(usages.quotas, isCreation: true, at: time) == .count
    else { return try next() }
    count(usage) { isCounted in
      responder.respond { () throws(Problem) in
        guard isCounted else {
          throw .storageUnavailable("The stored sessions of this client can't be counted now.")
        }
        try next()
      }
    }
  }

  /// Checks that there may be room for a session, before the content of its creation is read.
  ///
  /// - Throws: ``Problem`` when there is certainly no room.
  func requireRoom(of principal: HTTPPrincipal?) throws(Problem) {
    guard let usage = usages.usage(of: principal?.id) else { return }
    try requireEffects(usage)
    if case .refuse(let quota) = usage.storedUsage.step(
      usages.quotas, isCreation: true, at: time)
    {
      throw usages.refusal(for: quota)
    }
  }

  /// Reserves room for a session that is to be created.
  ///
  /// - Returns: The usage that counts the session, if anything is limited. The caller must report
  ///   to it how the creation ended.
  /// - Throws: ``Problem`` when there is no room.
  func admitSession(of principal: HTTPPrincipal?) throws(Problem) -> PrincipalUsage? {
    guard let usage = usages.usage(of: principal?.id) else { return nil }
    try requireEffects(usage)
    switch usage.admit(usages.quotas, isCreation: true, at: time) {
    case .admit: return usage
    case .refuse(let quota): throw usages.refusal(for: quota)
    case .count:
      throw .storageUnavailable("The stored sessions of this client can't be counted now.")
    }
  }

  /// Checks the owner's quotas before a request changes a session.
  ///
  /// While the stored usage is not known, as after the start of the server, the request is
  /// admitted.
  ///
  /// - Throws: ``Problem`` when a quota is reached.
  func admit(_ operation: SessionOperation, to context: SessionContext) throws(Problem) {
    guard operation == .act || operation == .restore, let usage = context.usage else { return }
    if operation == .act { try requireEffects(usage) }
    guard usages.quotas.storedBytes != nil else { return }
    var step = usage.admit(usages.quotas, isCreation: false, at: time)
    if step == .count {
      count(usage) { _ in }
      step = usage.admit(usages.quotas, isCreation: false, at: time)
    }
    if case .refuse(let quota) = step { throw usages.refusal(for: quota) }
  }

  /// Reserves room for a stream of events.
  ///
  /// - Returns: The permit that the stream keeps while it is open, if streams are limited.
  /// - Throws: ``Problem`` when there is no room.
  func admitStream(
    of principal: HTTPPrincipal?
  ) throws(Problem) -> PrincipalUsage.StreamPermit? {
    guard let limit = usages.quotas.streams, let usage = usages.usage(of: principal?.id) else {
      return nil
    }
    guard let permit = usage.openStream(limit: limit) else { throw usages.refusal(for: .streams) }
    return permit
  }

  private func requireEffects(_ usage: PrincipalUsage) throws(Problem) {
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
    let query = StorageQuery.usage(owner: usage.principal) { [self] result in
      switch result {
      case .success(let counted): usage.endCount((counted.sessions, counted.bytes), at: time)
      case .failure(let error):
        storageHealth.note(error)
        usage.endCount(nil, at: time)
      }
    }
    storage.ask(query)
  }
}
