import BackstackHTTP
import BackstackLocking

/// Stores the answers of requests with a key.
protocol AnswerKeeper: AnyObject, Sendable {
  /// Has nothing stored until ``release(_:answer:isProcessed:forgetting:)``.
  func hold()

  /// Ends a ``hold()``.
  ///
  /// - Parameters:
  ///   - answer: The request's answer, if there is one already.
  ///   - isProcessed: Whether the request was processed.
  ///   - forgotten: What is not kept any longer.
  func release(
    _ key: IdempotencyKey, answer: HTTPResponse?, isProcessed: Bool,
    forgetting forgotten: ForgottenAnswers)
}

/// The time in which a request with a key is processed: what it changes is stored together with its
/// answer, or, when that takes longer, with the fact that it was processed.
final class AnswerTurn: Sendable {
  private struct State: Sendable {
    var answer: HTTPResponse?
    var isRefused = false
    var forgotten = ForgottenAnswers()
  }

  private let key: IdempotencyKey
  private let keeper: any AnswerKeeper
  private let state = Guarded(State())

  init(_ key: IdempotencyKey, keeper: any AnswerKeeper) {
    self.key = key
    self.keeper = keeper
    keeper.hold()
  }

  /// Notes the answer.
  func note(_ answer: HTTPResponse, forgetting forgotten: ForgottenAnswers) {
    state.withLock { state in
      if answer.status.code < 300 { state.answer = answer } else { state.isRefused = true }
      state.forgotten = forgotten
    }
  }

  func end(isProcessed: Bool) {
    let state = state.withLock { $0 }
    keeper.release(
      key, answer: state.answer, isProcessed: isProcessed && !state.isRefused,
      forgetting: state.forgotten)
  }
}
