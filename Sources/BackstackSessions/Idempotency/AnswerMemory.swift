import BackstackPlatform

/// The kept answers of a session or of creations, for requests on any thread.
package final class AnswerMemory: Sendable {
  /// The scope under which the answers to creations are stored; those of a session are stored under
  /// its id.
  static let creationScope = "/sessions"

  private let ledger: Guarded<AnswerLedger>

  /// Stores answers together with the changes of their requests.
  private let writer: SessionWriter?

  init(limits: AnswerLimits, writer: SessionWriter? = nil) {
    ledger = Guarded(AnswerLedger(limits: limits))
    self.writer = writer
  }

  /// Returns whether a key is known.
  package func knows(_ key: IdempotencyKey) -> Bool { ledger.withLock { $0.knows(key.text) } }

  /// Keeps what is known of a request that was processed before the session was activated or the
  /// server was started.
  package func remember(_ key: IdempotencyKey, _ request: RecalledRequest) {
    ledger.withLock { ledger in
      guard case .new = ledger.begin(key.text, fingerprint: request.fingerprint) else { return }
      _ = ledger.finish(key.text, with: request.known)
    }
  }

  /// The number of known keys.
  var count: Int { ledger.withLock { $0.count } }

  /// Begins to process a request, unless it was processed before.
  ///
  /// - Throws: ``SessionError`` for a key that is in use.
  package func begin(_ key: IdempotencyKey) throws(SessionError) -> RequestClaim {
    switch ledger.withLock({ $0.begin(key.text, fingerprint: key.fingerprint) }) {
    case .known(let known): return .known(known)
    case .inProgress: throw .requestInProgress
    case .otherRequest: throw .reusedKey
    case .new:
      writer?.beginRequest()
      return .new(KeyedRequest(key, in: self))
    }
  }

  /// Keeps the answer of a request that was processed; `nil` forgets a request that was refused.
  ///
  /// - Returns: The answers that are not kept any longer.
  fileprivate func keep(_ answer: Answer?, of key: IdempotencyKey) -> ForgottenAnswers {
    ledger.withLock { ledger in
      if let answer { return ledger.finish(key.text, with: .answered(answer)) }
      ledger.forget(key.text)
      return ForgottenAnswers()
    }
  }

  fileprivate func endRequest(
    _ key: IdempotencyKey, answer: Answer?, isProcessed: Bool,
    forgetting forgotten: ForgottenAnswers
  ) {
    writer?.endRequest(key, answer: answer, isProcessed: isProcessed, forgetting: forgotten)
  }
}

/// The right to process a request with a key, or what is known of it.
package enum RequestClaim {
  case known(KnownRequest)
  /// The caller processes the request, and then calls ``KeyedRequest/end(isProcessed:)``.
  case new(KeyedRequest)
}

/// A request with a key while it is processed: its changes are stored together with its kept answer
/// or, if the answer takes longer, with the fact that it was processed.
package final class KeyedRequest: Sendable {
  private struct State: Sendable {
    var answer: Answer?
    var isRefused = false
    var forgotten = ForgottenAnswers()
  }

  private let key: IdempotencyKey
  private let state = Guarded(State())
  // Weak: a response that waits for effects must not keep the answers of a session that has ended.
  private struct Memory { weak var answers: AnswerMemory? }
  private let memory: Guarded<Memory>

  fileprivate init(_ key: IdempotencyKey, in answers: AnswerMemory) {
    self.key = key
    memory = Guarded(Memory(answers: answers))
  }

  /// Keeps the answer once the request was processed; `nil` if it was refused after all, so that the
  /// same request may come again. Called at most once, before or after ``end(isProcessed:)``.
  package func keep(_ answer: Answer?) {
    guard let answers = memory.withLock({ $0.answers }) else { return }
    let forgotten = answers.keep(answer, of: key)
    state.withLock { state in
      state.answer = answer
      state.isRefused = answer == nil
      state.forgotten = forgotten
    }
  }

  /// Ends the processing.
  ///
  /// - Parameter isProcessed: Whether the request was processed; an error changes nothing, so that
  ///   the same request may come again.
  package func end(isProcessed: Bool) {
    let (state, answers) = (state.withLock { $0 }, memory.withLock { $0.answers })
    answers?.endRequest(
      key, answer: state.answer, isProcessed: isProcessed && !state.isRefused,
      forgetting: state.forgotten)
    if !isProcessed { _ = answers?.keep(nil, of: key) }
  }
}
