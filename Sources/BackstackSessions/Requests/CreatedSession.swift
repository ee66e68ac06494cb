import Synchronization

/// A session that was just created, which is stored together with the answer for the same request that
/// comes again.
final class CreatedSession: Sendable {
  private let entry: SessionRegistry.Entry
  private let usage: PrincipalUsage?
  private let key: IdempotencyKey?
  private let keyed: KeyedRequest?
  private let starter: SessionStarter
  private let hasBegun = Atomic(false)

  init(
    _ entry: SessionRegistry.Entry, by key: IdempotencyKey?, _ keyed: KeyedRequest?,
    storedBy starter: SessionStarter
  ) {
    self.entry = entry
    usage = entry.session.context.usage
    self.key = key
    self.keyed = keyed
    self.starter = starter
    // From now on, callers of `whenStored` wait for the creation.
    entry.session.writer?.beginCreation()
  }

  /// Stores the session, unless that has begun.
  ///
  /// - Parameter answer: The answer to store, if the request has a key.
  func store(_ answer: @autoclosure () -> Answer?) {
    guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
    let answer = key == nil ? nil : answer()
    starter.storeBegun(entry, key: key, answer: answer)
    // Replayed once it is stored, and before the client gets the answer, as it may repeat the request
    // immediately.
    entry.session.whenStored { [usage, keyed] failure in
      usage?.endCreation(isStored: failure == nil)
      if failure == nil {
        keyed?.store(answer.map { .answered($0) } ?? .processed(head: nil))
      } else {
        keyed?.end(isProcessed: false)
      }
    }
  }
}
