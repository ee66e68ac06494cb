import Synchronization

@testable import BackstackHTTP

/// Keeps what a responder asks of its connection.
final class RecordingSink: HTTPAnswerSink {
  private let messages = Mutex<[HTTPExchangeMessage]>([])

  var isOnOwnThread: Bool { false }

  func post(_ message: HTTPExchangeMessage) -> Bool {
    messages.withLock { $0.append(message) }
    return true
  }

  var answers: [HTTPAnswer] {
    messages.withLock { $0 }.compactMap { message in
      guard case .answer(let answer, _, _) = message else { return nil }
      return answer
    }
  }

  var responses: [HTTPResponse] {
    answers.compactMap { answer in
      guard case .response(let response) = answer else { return nil }
      return response
    }
  }

  var limits: [Int64] {
    messages.withLock { $0 }.compactMap { message in
      guard case .limitAnswer(let limit, _, _) = message else { return nil }
      return limit
    }
  }

  func cancelAll() {
    for case .watch(let cancellation, _, _) in messages.withLock({ $0 }) { cancellation.cancel() }
  }
}
