import Synchronization

@testable import BackstackHTTP

/// A connection's part in reading a stream, which a test plays.
final class EventReader: HTTPAnswerSink {
  private struct State: Sendable {
    var wakeCount = 0
    var woken: HTTPStreamWaker?
    var hasEnded = false
  }

  private let source: any HTTPStreamSource
  private let state = Mutex(State())

  init(_ source: any HTTPStreamSource) {
    self.source = source
    source.start(HTTPStreamWaker(host: self, token: 0, number: 0))
  }

  var isOnOwnThread: Bool { false }

  func post(_ message: HTTPExchangeMessage) -> Bool {
    guard case .wake(let waker) = message else { return true }
    state.withLock { state in
      state.wakeCount += 1
      state.woken = waker
    }
    return true
  }

  /// How often the reader was woken.
  var wakeCount: Int { state.withLock { $0.wakeCount } }
  /// Whether the stream has ended by itself.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Takes all that there is, in pieces as large as the connection has room for, and what is made
  /// because it was asked for.
  func read(room: Int = 64 * 1024) -> String {
    state.withLock { $0.woken.take() }?.rearm()
    var text = ""
    while true {
      var piece: [UInt8] = []
      let progress = source.produce(into: &piece, upTo: room)
      text += String(decoding: piece, as: UTF8.self)
      if progress == .more { continue }
      if progress != .waiting {
        state.withLock { $0.hasEnded = true }
        source.finish(.complete)
      } else if let waker = state.withLock({ $0.woken.take() }) {
        waker.rearm()
        continue
      }
      return text
    }
  }

  /// Takes what there is until some text has come, which has to happen without time passing.
  func read(until part: String) async -> String {
    var text = read()
    while text.firstRange(of: part) == nil {
      await Task.yield()
      text += read()
    }
    return text
  }

  /// The connection is lost.
  func leave() { source.finish(.cancelled) }

  /// The server is about to stop.
  func drain() { source.drain() }
}
