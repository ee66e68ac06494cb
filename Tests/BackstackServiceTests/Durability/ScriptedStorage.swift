import BackstackPlatform
import BackstackStorage

@testable import BackstackService
@testable import BackstackSessions

/// A storage in memory that delays and fails operations when a test asks for it.
final class ScriptedStorage: SessionStorage {
  private struct State {
    var isHolding = false
    var error: StorageError?
    var questionError: StorageError?
    var held: [@Sendable () -> Void] = []
    var writes: [StorageWrite] = []
    var questions = 0
  }

  private let base = MemoryStorage()
  private let state = Guarded(State())

  /// The writes that were submitted.
  var writes: [StorageWrite] { state.withLock { $0.writes } }
  /// The number of queries.
  var questions: Int { state.withLock { $0.questions } }
  /// The number of writes that are not completed.
  var heldCount: Int { state.withLock { $0.held.count } }

  /// Delays the completion of writes from now on.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Completes the delayed writes, in order, and delays no further ones.
  func release() {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held
    }
    for complete in held { complete() }
  }

  /// Makes writes fail from now on, or succeed again.
  func fail(_ error: StorageError?) { state.withLock { $0.error = error } }

  /// Makes queries fail from now on, or succeed again.
  func failQuestions(_ error: StorageError?) { state.withLock { $0.questionError = error } }

  func submit(
    _ write: StorageWrite, completion: @escaping StorageCompletion<StorageReceipt>
  ) {
    let (error, isHeld) = state.withLock { state in
      state.writes.append(write)
      return (state.error, state.isHolding)
    }
    if let error {
      complete(isHeld) { completion(.failure(error)) }
    } else {
      base.submit(write) { [self] result in complete(isHeld) { completion(result) } }
    }
  }

  private func complete(_ isHeld: Bool, _ completion: @escaping @Sendable () -> Void) {
    if isHeld { state.withLock { $0.held.append(completion) } } else { completion() }
  }

  func ask(_ query: StorageQuery, completion: @escaping StorageCompletion<StorageResult>) {
    let error = state.withLock { state in
      state.questions += 1
      return state.questionError
    }
    if let error { return completion(.failure(error)) }
    base.ask(query, completion: completion)
  }

  func close() async { await base.close() }
}

extension ErrandService {
  /// Creates the service as it is after a restart with a storage.
  init(storage: any SessionStorage, _ configure: (inout ServiceConfiguration) -> Void = { _ in }) {
    self.init { configuration in
      configuration.storage = storage
      configure(&configuration)
    }
  }
}
