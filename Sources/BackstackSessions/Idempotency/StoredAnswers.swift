import BackstackStorage

/// The kept answers that only the storage has: those to requests before a session was last
/// activated or the process started.
struct StoredAnswers: Sendable {
  private let storage: StorageAccess?

  init(_ storage: StorageAccess?) { self.storage = storage }

  /// Asks the storage whether a request was processed before the session was last activated or, if
  /// it creates sessions, before the process started. The caller remembers the result.
  ///
  /// - Parameters:
  ///   - scope: The text of the session's id, or ``AnswerMemory/creationScope``.
  ///   - completion: Called at once without a storage, or else on another thread.
  func recall(
    _ key: IdempotencyKey, in scope: String,
    _ completion: @escaping @Sendable (Result<RecalledRequest?, SessionError>) -> Void
  ) {
    guard let storage else { return completion(.success(nil)) }
    Self.ask(storage, AnswerKey(scope: scope, key: key.text)) { result in
      guard case .success(let kept?) = result, let fingerprint = kept.fingerprint else {
        return completion(result.map { _ in nil })
      }
      guard kept.hasContentApart else {
        let known = kept.known(content: nil)
        return completion(.success(RecalledRequest(fingerprint: fingerprint, known: known)))
      }
      Self.ask(storage, AnswerKey(contentOf: key.text, in: scope)) { content in
        completion(
          content.map { content in
            RecalledRequest(fingerprint: fingerprint, known: kept.known(content: content))
          })
      }
    }
  }

  private static func ask(
    _ storage: StorageAccess, _ key: AnswerKey,
    then next: @escaping @Sendable (Result<KeptAnswer?, SessionError>) -> Void
  ) {
    let query = StorageQuery.answer(key, at: storage.expiryTime) { result in
      switch result {
      case .success(let kept): storage.schedule { next(.success(kept)) }
      case .failure(let error): next(.failure(storage.failed(error)))
      }
    }
    storage.ask(query)
  }
}
