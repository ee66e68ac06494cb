import BackstackPlatform
import BackstackStorage
import FoundationEssentials
import Synchronization

/// The usages of all principals with sessions or streams in memory, if there are quotas, which are
/// enforced before a request has any effect.
package final class PrincipalUsages: Sendable {
  private let quotas: PrincipalQuotas
  /// Where the sessions are stored, if they are.
  private let storage: StorageAccess?
  private let now: @Sendable () -> Date
  private let usages = Guarded<[String: PrincipalUsage]>([:])
  private let refusals: [Counter] = Quota.allCases.map { _ in Counter() }

  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  init(
    _ quotas: PrincipalQuotas, storage: StorageAccess?, now: @escaping @Sendable () -> Date
  ) {
    self.quotas = quotas
    self.storage = storage
    self.now = now
  }

  /// The number of known principals.
  var count: Int { usages.withLock { $0.count } }

  /// Returns the usage of a principal; `nil` if nothing is limited.
  func usage(of principal: String?) -> PrincipalUsage? {
    guard !quotas.isNone, let principal else { return nil }
    return usages.withLock { usages in
      if let known = usages[principal] { return known }
      let usage = PrincipalUsage(principal, isStored: storage != nil)
      usages[principal] = usage
      return usage
    }
  }

  /// Removes the principals that have nothing in memory. Their stored usage is counted again when
  /// it is needed.
  ///
  /// - Complexity: O(*n*) in the number of principals.
  func forgetUnused() {
    usages.withLock { usages in
      var unused: [String] = []
      var index = usages.startIndex
      while index != usages.endIndex {
        if isKnownUniquelyReferenced(&usages.values[index]) { unused.append(usages.keys[index]) }
        usages.formIndex(after: &index)
      }
      for principal in unused { usages[principal] = nil }
    }
  }

  // MARK: Refusals

  /// Returns the number of requests that were refused for a quota.
  package func refusals(for quota: Quota) -> Int {
    refusals[quota.rawValue].count.load(ordering: .relaxed)
  }

  /// Counts and returns a refusal.
  private func refusal(for quota: Quota) -> SessionError {
    refusals[quota.rawValue].count.wrappingAdd(1, ordering: .relaxed)
    let limit =
      switch quota {
      case .sessions: quotas.sessions
      case .storedBytes: quotas.storedBytes
      case .streams: quotas.streams
      case .effects: quotas.effects
      }
    return .quotaExceeded(quota, limit: limit ?? 0)
  }

  // MARK: Admission

  private var seconds: Double { now().timeIntervalSince1970 }

  /// Calls back once the stored usage of a principal is known that wants to create a session; with
  /// an error if it can't be counted.
  func whenCounted(
    for principal: SessionPrincipal?, _ completion: @escaping @Sendable (SessionError?) -> Void
  ) {
    guard let usage = usage(of: principal?.id),
      usage.storedUsage.step(quotas, isCreation: true, at: seconds) == .count
    else { return completion(nil) }
    count(usage) { completion($0 ? nil : .unknownUsage) }
  }

  /// Checks that there may be room for a session, before the content of its creation is read.
  ///
  /// - Throws: ``SessionError`` when there is certainly no room.
  package func requireRoom(of principal: SessionPrincipal?) throws(SessionError) {
    guard let usage = usage(of: principal?.id) else { return }
    try requireEffects(usage)
    if case .refuse(let quota) = usage.storedUsage.step(
      quotas, isCreation: true, at: seconds)
    {
      throw refusal(for: quota)
    }
  }

  /// Reserves room for a session that is to be created.
  ///
  /// - Returns: The usage that counts the session, if anything is limited. The caller must report
  ///   to it how the creation ended.
  /// - Throws: ``SessionError`` when there is no room.
  func admitSession(of principal: SessionPrincipal?) throws(SessionError) -> PrincipalUsage? {
    guard let usage = usage(of: principal?.id) else { return nil }
    try requireEffects(usage)
    switch usage.admit(quotas, isCreation: true, at: seconds) {
    case .admit: return usage
    case .refuse(let quota): throw refusal(for: quota)
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
    guard quotas.storedBytes != nil else { return }
    var step = usage.admit(quotas, isCreation: false, at: seconds)
    if step == .count {
      count(usage) { _ in }
      step = usage.admit(quotas, isCreation: false, at: seconds)
    }
    if case .refuse(let quota) = step { throw refusal(for: quota) }
  }

  /// Reserves room for a stream of events.
  ///
  /// - Returns: The permit that the stream keeps while it is open, if streams are limited.
  /// - Throws: ``SessionError`` when there is no room.
  package func admitStream(
    of principal: SessionPrincipal?
  ) throws(SessionError) -> PrincipalUsage.StreamPermit? {
    guard let limit = quotas.streams, let usage = usage(of: principal?.id) else {
      return nil
    }
    guard let permit = usage.openStream(limit: limit) else { throw refusal(for: .streams) }
    return permit
  }

  private func requireEffects(_ usage: PrincipalUsage) throws(SessionError) {
    if let limit = quotas.effects, usage.effects >= limit {
      throw refusal(for: .effects)
    }
  }

  /// Asks the storage for the usage of a principal. Requests that come meanwhile wait for the same
  /// result.
  private func count(
    _ usage: PrincipalUsage, then completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard let storage, usage.beginCount(completion) else { return }
    let answers = AnswerKey(
      scope: AnswerMemory.creationScope,
      key: IdempotencyKey.beginning(ofPrincipal: usage.principal) + " ")
    let query = StorageQuery.usage(owner: usage.principal, answers: answers) { [self] result in
      switch result {
      case .success(let counted): usage.endCount((counted.sessions, counted.bytes), at: seconds)
      case .failure(let error):
        storage.failed(error)
        usage.endCount(nil, at: seconds)
      }
    }
    storage.ask(query)
  }
}
