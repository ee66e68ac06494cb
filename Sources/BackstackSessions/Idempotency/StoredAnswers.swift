import BackstackStorage

/// The stored answers that only the storage has: those to requests before a session was last
/// activated or the process started.
struct StoredAnswers: Sendable {
  private let storage: StorageAccess?

  init(_ storage: StorageAccess?) { self.storage = storage }

  /// Calls back with the request if it was processed before the session was last activated or, if
  /// it creates sessions, before the process started. The caller stores it in an ``AnswerMemory``.
  ///
  /// - Parameters:
  ///   - scope: The text of the session's id, or ``AnswerMemory/creationScope``.
  ///   - completion: Called at once without a storage, or else on another thread.
  func replay(
    _ key: IdempotencyKey, in scope: String,
    _ completion: @escaping @Sendable (Result<StoredRequest?, SessionError>) -> Void
  ) {
    guard let storage else { return completion(.success(nil)) }
    Self.ask(storage, AnswerKey(scope: scope, key: key.text)) { result in
      guard case .success(let stored?) = result, let fingerprint = stored.fingerprint else {
        return completion(result.map { _ in nil })
      }
      guard stored.hasContentApart else {
        let replay = stored.replay(content: nil)
        return completion(.success(StoredRequest(fingerprint: fingerprint, replay: replay)))
      }
      Self.ask(storage, AnswerKey(contentOf: key.text, in: scope)) { content in
        completion(
          content.map { content in
            StoredRequest(
              fingerprint: fingerprint, replay: stored.replay(content: content))
          })
      }
    }
  }

  private static func ask(
    _ storage: StorageAccess, _ key: AnswerKey,
    then next: @escaping @Sendable (Result<StoredAnswer?, SessionError>) -> Void
  ) {
    let query = StorageQuery.answer(key, at: storage.expiryTime) { result in
      switch result {
      case .success(let stored): storage.schedule { next(.success(stored)) }
      case .failure(let error): next(.failure(storage.failed(error)))
      }
    }
    storage.ask(query)
  }
}
