import BackstackPlatform
package import BackstackStorage

/// A storage in memory that delays and fails operations when a test asks for it.
package final class ScriptedStorage: SessionStorage {
  private struct State {
    var isHolding = false
    var error: StorageError?
    var questionError: StorageError?
    var held: [@Sendable () -> Void] = []
    var writes: [Write] = []
    var questions = 0
  }

  /// A write that was submitted. Without its completion, which would keep the session in memory.
  package enum Write {
    case create(NewSession)
    case claim
    case update(SessionUpdate)
    case end, delete, expire, recordCrash
    case release, probe
  }

  private let base = MemoryStorage()
  private let state = Guarded(State())

  package init() {}

  /// The writes that were submitted.
  package var writes: [Write] { state.withLock { $0.writes } }
  /// The number of queries.
  package var questions: Int { state.withLock { $0.questions } }
  /// The number of writes that are not completed.
  package var heldCount: Int { state.withLock { $0.held.count } }

  /// Delays the completion of writes from now on.
  package func hold() { state.withLock { $0.isHolding = true } }

  /// Completes the delayed writes, in order, and delays no further ones.
  package func release() {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held
    }
    for complete in held { complete() }
  }

  /// Makes writes fail from now on, or succeed again.
  package func fail(_ error: StorageError?) { state.withLock { $0.error = error } }

  /// Makes queries fail from now on, or succeed again.
  package func failQuestions(_ error: StorageError?) { state.withLock { $0.questionError = error } }

  package func submit(_ write: StorageWrite) {
    let (error, isHeld) = state.withLock { state in
      state.writes.append(Write(write))
      return (state.error, state.isHolding)
    }
    if let error {
      complete(isHeld) { write.fail(with: error) }
    } else {
      base.submit(delaying(write, isHeld))
    }
  }

  /// Returns a write whose completion is called when the script allows it.
  private func delaying(_ write: StorageWrite, _ isHeld: Bool) -> StorageWrite {
    func late<Value: Sendable>(
      _ completion: @escaping StorageCompletion<Value>
    ) -> StorageCompletion<Value> {
      { [self] result in complete(isHeld) { completion(result) } }
    }
    return switch write {
    case .create(let new, let completion): .create(new, late(completion))
    case .claim(let claim, let completion): .claim(claim, late(completion))
    case .update(let update, let completion): .update(update, late(completion))
    case .end(let revision, let reason, let until, let completion):
      .end(revision, reason: reason, rememberedUntil: until, late(completion))
    case .delete(let revision, let completion): .delete(revision, late(completion))
    case .expire(let expiry, let completion): .expire(expiry, late(completion))
    case .recordCrash(let crash, let completion): .recordCrash(crash, late(completion))
    case .release(let id, let time, let completion):
      .release(id: id, at: time, late(completion))
    case .probe(let completion): .probe(late(completion))
    }
  }

  private func complete(_ isHeld: Bool, _ completion: @escaping @Sendable () -> Void) {
    if isHeld { state.withLock { $0.held.append(completion) } } else { completion() }
  }

  package func ask(_ query: StorageQuery) {
    let error = state.withLock { state in
      state.questions += 1
      return state.questionError
    }
    if let error { query.fail(with: error) } else { base.ask(query) }
  }

  package func close() async { await base.close() }
}

extension ScriptedStorage.Write {
  init(_ write: StorageWrite) {
    self =
      switch write {
      case .create(let new, _): .create(new)
      case .claim: .claim
      case .update(let update, _): .update(update)
      case .end: .end
      case .delete: .delete
      case .expire: .expire
      case .recordCrash: .recordCrash
      case .release: .release
      case .probe: .probe
      }
  }
}
