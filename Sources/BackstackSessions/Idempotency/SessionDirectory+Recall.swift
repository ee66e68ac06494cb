import BackstackStorage

/// The kept answers that only the storage has: those to requests before a session was last activated
/// or the process started.
extension SessionDirectory {
  /// Asks the storage whether a request to a session was processed before the session was last
  /// activated. The caller remembers the result in the session's answers.
  ///
  /// - Returns: `false`, with nothing done, if the answers in memory are enough.
  package func recall(
    _ key: IdempotencyKey, of entry: SessionRegistry.Entry,
    _ completion: @escaping @Sendable (Result<RecalledRequest?, SessionError>) -> Void
  ) -> Bool {
    let context = entry.session.context
    guard context.isResumed, !entry.session.answers.knows(key) else { return false }
    return recall(key, in: context.id.description, completion)
  }

  /// Asks the storage whether a request that creates a session was processed before the process
  /// started. The caller remembers the result in ``creations``.
  ///
  /// - Returns: `false`, with nothing done, if the answers in memory are enough.
  package func recallCreation(
    _ key: IdempotencyKey,
    _ completion: @escaping @Sendable (Result<RecalledRequest?, SessionError>) -> Void
  ) -> Bool {
    guard !creations.knows(key) else { return false }
    return recall(key, in: AnswerMemory.creationScope, completion)
  }

  private func recall(
    _ key: IdempotencyKey, in scope: String,
    _ completion: @escaping @Sendable (Result<RecalledRequest?, SessionError>) -> Void
  ) -> Bool {
    guard let storage = configuration.storage else { return false }
    ask(storage, AnswerKey(scope: scope, key: key.text)) { [self] result in
      guard case .success(let kept?) = result, let fingerprint = kept.fingerprint else {
        return completion(result.map { _ in nil })
      }
      guard kept.hasContentApart else {
        let known = kept.known(content: nil)
        return completion(.success(RecalledRequest(fingerprint: fingerprint, known: known)))
      }
      ask(storage, AnswerKey(contentOf: key.text, in: scope)) { content in
        completion(
          content.map { content in
            RecalledRequest(fingerprint: fingerprint, known: kept.known(content: content))
          })
      }
    }
    return true
  }

  private func ask(
    _ storage: any SessionStorage, _ key: AnswerKey,
    then next: @escaping @Sendable (Result<KeptAnswer?, SessionError>) -> Void
  ) {
    let query = StorageQuery.answer(key, at: StorageTime(clock.expiryDate)) { [self] result in
      switch result {
      case .success(let kept): storageQueue { next(.success(kept)) }
      case .failure(let error): next(.failure(storageError(error)))
      }
    }
    storage.ask(query)
  }
}
