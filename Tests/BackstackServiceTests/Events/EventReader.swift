import BackstackTestSupport
import Synchronization

@testable import BackstackHTTP

/// Reads a stream as a connection does.
final class EventReader: HTTPResponseSink {
  private struct State: Sendable {
    var activationCount = 0
    var woken: HTTPStreamWaker?
    var hasEnded = false
  }

  private let source: any HTTPStreamSource
  private let state = Mutex(State())

  init(_ source: any HTTPStreamSource) {
    self.source = source
    source.start(HTTPStreamWaker(responseSink: self, token: 0, number: 0))
  }

  var isOnOwnThread: Bool { false }

  func post(_ message: HTTPExchangeMessage) -> Bool {
    guard case .wake(let waker) = message else { return true }
    state.withLock { state in
      state.activationCount += 1
      state.woken = waker
    }
    return true
  }

  /// The number of times that the reader was woken.
  var activationCount: Int { state.withLock { $0.activationCount } }
  /// Whether the source has ended the stream.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Reads everything that is available, including events that are produced because of the read, in
  /// pieces of at most `room` bytes.
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

  /// Reads until a text has arrived. The text must not depend on time.
  func read(until part: String) async -> String {
    var text = read()
    while text.firstRange(of: part) == nil {
      await letOthersWork()
      text += read()
    }
    return text
  }

  /// Simulates a lost connection.
  func leave() { source.finish(.cancelled) }

  /// Simulates a server that drains.
  func drain() { source.drain() }
}
