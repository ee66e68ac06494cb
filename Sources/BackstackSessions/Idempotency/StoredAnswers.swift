import BackstackStorage

/// The stored answers that only the storage has: those to requests before a session was last
/// activated or the process started.
struct StoredAnswers: Sendable {
  private let storage: StorageAccess?

  init(_ storage: StorageAccess?) { self.storage = storage }

  /// Loads the requests into a session's memory that were processed before it was last activated.
  ///
  /// - Parameters:
  ///   - entry: A session that is stored.
  ///   - completion: Called on another thread, with an error if the storage can't be read.
  func load(
    _ entry: SessionRegistry.Entry, _ completion: @escaping @Sendable (SessionError?) -> Void
  ) {
    guard let storage else { return completion(nil) }
    let answers = entry.session.answers
    let scope = entry.session.context.id.description
    let query = StorageQuery.answers(
      // All of them, of which there may be more than the limits allow now: the storage would refuse each write
      // under a key of which the memory does not know.
      scope: scope, at: storage.expiryTime, limit: .max
    ) { result in
      switch result {
      case .success(let rows):
        if rows.contains(where: \.body.isEmpty) {
          storage.failed(reading: .corrupted("a stored answer of a session is damaged"))
        }
        storage.schedule {
          answers.store(rows)
          completion(nil)
        }
      case .failure(let error): completion(storage.failed(reading: error))
      }
    }
    storage.ask(query)
  }

  /// Calls back with a creation if it was processed before the process started. The caller stores it
  /// in an ``AnswerMemory``.
  ///
  /// - Parameter completion: Called at once without a storage, or else on another thread.
  func creation(
    _ key: IdempotencyKey,
    _ completion: @escaping @Sendable (Result<StoredRequest?, SessionError>) -> Void
  ) {
    guard let storage else { return completion(.success(nil)) }
    let stored = AnswerKey(scope: AnswerMemory.creationScope, key: key.text)
    let query = StorageQuery.answer(stored, at: storage.expiryTime) { result in
      switch result {
      case .success(let answer):
        storage.schedule { completion(.success(answer?.request(content: nil))) }
      case .failure(let error): completion(.failure(storage.failed(reading: error)))
      }
    }
    storage.ask(query)
  }
}
