import BackstackHTTP
import Synchronization

@testable import BackstackService
@testable import BackstackSessions

/// The response to a request that was sent, which may still be pending.
final class PendingReply: Sendable {
  private struct State: Sendable {
    var answer: ServiceClient.Answer?
    var continuation: CheckedContinuation<ServiceClient.Answer, Never>?
  }

  private let state = Mutex(State())

  /// Whether the response has arrived.
  var isFinished: Bool { state.withLock { $0.answer != nil } }

  func receive(_ answer: ServiceClient.Answer) {
    let continuation = state.withLock { state in
      state.answer = answer
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: answer)
  }

  /// The response, once it has arrived.
  var answer: ServiceClient.Answer {
    get async {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> ServiceClient.Answer? in
          if state.answer == nil { state.continuation = continuation }
          return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
      }
    }
  }
}
