import BackstackHTTP
import BackstackPlatform

/// A store for the kept answers of requests with a key.
protocol AnswerKeeper: AnyObject, Sendable {
  /// Pauses storing until ``endRequest(_:answer:isProcessed:forgetting:)``.
  func beginRequest()

  /// Ends a ``beginRequest()``.
  ///
  /// - Parameters:
  ///   - answer: The response, if there is one already.
  ///   - isProcessed: Whether the request was processed.
  ///   - forgotten: The answers that are not kept any longer.
  func endRequest(
    _ key: IdempotencyKey, answer: HTTPResponse?, isProcessed: Bool,
    forgetting forgotten: ForgottenAnswers)
}

/// The time in which a request with a key is processed: its changes are stored together with its
/// kept answer or, if the response takes longer, with the fact that it was processed.
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
    keeper.beginRequest()
  }

  /// Records the response.
  func note(_ answer: HTTPResponse, forgetting forgotten: ForgottenAnswers) {
    state.withLock { state in
      if answer.status.code < 300 { state.answer = answer } else { state.isRefused = true }
      state.forgotten = forgotten
    }
  }

  func end(isProcessed: Bool) {
    let state = state.withLock { $0 }
    keeper.endRequest(
      key, answer: state.answer, isProcessed: isProcessed && !state.isRefused,
      forgetting: state.forgotten)
  }
}
