import Synchronization

@testable import BackstackHTTP

/// A sink that records a responder's messages to its connection.
final class RecordingSink: HTTPResponseSink {
  private let messages = Mutex<[HTTPExchangeMessage]>([])

  var isOnOwnThread: Bool { false }

  private let given = Mutex<[HTTPResponderResult]>([])

  func post(_ message: HTTPExchangeMessage) -> Bool {
    switch message {
    case .result(let responder):
      if let answer = responder.takeResult() { given.withLock { $0.append(answer) } }
    case .noResponse: given.withLock { $0.append(.noResponse) }
    default: messages.withLock { $0.append(message) }
    }
    return true
  }

  var answers: [HTTPResponderResult] { given.withLock { $0 } }

  var responses: [HTTPResponse] {
    answers.compactMap { answer in
      guard case .response(let response) = answer else { return nil }
      return response
    }
  }

  var limits: [Int64] {
    messages.withLock { $0 }.compactMap { message in
      guard case .limitResponseTime(let limit, _, _) = message else { return nil }
      return limit
    }
  }

  func cancelAll() {
    for case .watch(let cancellation, _, _) in messages.withLock({ $0 }) { cancellation.cancel() }
  }
}
