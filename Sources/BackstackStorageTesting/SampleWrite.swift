import BackstackPlatform
package import BackstackStorage

/// A write as a value: it can be printed, submitted to several storages, and collected with other
/// kinds of writes.
package enum SampleWrite: Hashable, Sendable {
  case create(NewSession)
  case claim(SessionClaim)
  case update(SessionUpdate)
  case end(SessionRevision, reason: String, rememberedUntil: StorageTime)
  case delete(SessionRevision)
  case expire(StorageWrite.Expiry)

  /// The result of a write of any kind.
  package typealias Result = Swift.Result<Output, StorageError>

  /// The result of a successful write.
  package enum Output: Hashable, Sendable {
    /// The revision of a session that was created or changed.
    case revision(SessionRevision)
    /// A session that was claimed.
    case claimed(ClaimedSession)
    /// The sessions that expired.
    case expired(ExpiredSessions)
    /// Nothing: the session is gone.
    case none
  }

  /// Submits the write to a storage.
  package func submit(
    to storage: any SessionStorage, completion: @escaping @Sendable (Result) -> Void
  ) {
    switch self {
    case .create(let new):
      storage.submit(.create(new) { completion($0.map { .revision($0) }) })
    case .claim(let claim):
      storage.submit(.claim(claim) { completion($0.map { .claimed($0) }) })
    case .update(let update):
      storage.submit(.update(update) { completion($0.map { .revision($0) }) })
    case .end(let revision, let reason, let until):
      storage.submit(
        .end(revision, reason: reason, rememberedUntil: until) { completion($0.map { .none }) })
    case .delete(let revision):
      storage.submit(.delete(revision) { completion($0.map { .none }) })
    case .expire(let expiry):
      storage.submit(.expire(expiry) { completion($0.map { .expired($0) }) })
    }
  }
}

extension SessionStorage {
  /// Returns the result of a write.
  func result(of write: SampleWrite) async -> SampleWrite.Result {
    await withCheckedContinuation { continuation in
      write.submit(to: self) { continuation.resume(returning: $0) }
    }
  }

  /// Submits writes one after another without waiting, then waits for all of them.
  ///
  /// - Parameter then: Called once all writes are submitted.
  /// - Returns: The result of each write, and the order of the completions.
  package func submitAll(
    _ writes: [SampleWrite], then: () -> Void = {}
  ) async -> (results: [SampleWrite.Result], order: [Int]) {
    await withCheckedContinuation { continuation in
      let results = Gathering(count: writes.count) { continuation.resume(returning: $0) }
      for (index, write) in writes.enumerated() {
        write.submit(to: self) { results.add($0, at: index) }
      }
      then()
    }
  }
}

/// A collector of the results of several writes.
private final class Gathering: Sendable {
  typealias All = (results: [SampleWrite.Result], order: [Int])

  private struct State: Sendable {
    var results: [SampleWrite.Result?]
    var order: [Int] = []
  }

  private let state: Guarded<State>
  private let whenDone: @Sendable (All) -> Void

  /// - Parameter whenDone: Called once all results are in, with the results and the order in which
  ///   they came.
  init(count: Int, whenDone: @escaping @Sendable (All) -> Void) {
    state = Guarded(State(results: Array(repeating: nil, count: count)))
    self.whenDone = whenDone
    if count == 0 { whenDone(([], [])) }
  }

  func add(_ result: SampleWrite.Result, at index: Int) {
    let all = state.withLock { state -> All? in
      state.results[index] = result
      state.order.append(index)
      guard state.order.count == state.results.count else { return nil }
      return (state.results.compactMap(\.self), state.order)
    }
    if let all { whenDone(all) }
  }
}
