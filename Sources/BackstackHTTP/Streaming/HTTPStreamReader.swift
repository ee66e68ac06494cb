import Dispatch
import Synchronization

/// A reader of a stream of content that is not sent to a connection.
///
/// The stream ends when the reader is cancelled, or nothing refers to it any more.
package final class HTTPStreamReader: Sendable {
  /// The source and what is done with its content, both only on the queue.
  private final class Pump: HTTPResponseSink {
    private let source: any HTTPStreamSource
    private let queue = DispatchQueue(label: "backstack.stream-reader")
    private let receive: @Sendable ([UInt8]) -> Void
    private let end: @Sendable (HTTPStreamOutcome) -> Void
    private let isEnded = Atomic(false)

    /// The number of bytes that are asked for at once.
    private static let room = 64 * 1024

    init(
      _ source: any HTTPStreamSource, receive: @escaping @Sendable ([UInt8]) -> Void,
      end: @escaping @Sendable (HTTPStreamOutcome) -> Void
    ) {
      self.source = source
      self.receive = receive
      self.end = end
    }

    func start() {
      queue.async { [self] in
        guard !isEnded.load(ordering: .relaxed) else { return }
        source.start(HTTPStreamWaker(responseSink: self, token: 0, number: 0))
        pump()
      }
    }

    private func pump() {
      while !isEnded.load(ordering: .relaxed) {
        var content: [UInt8] = []
        let progress = source.produce(into: &content, upTo: Self.room)
        if !content.isEmpty { receive(content) }
        switch progress {
        case .more: if content.isEmpty { return }
        case .waiting: return
        case .end: return finish(.complete)
        case .failed: return finish(.failed)
        }
      }
    }

    private func finish(_ outcome: HTTPStreamOutcome) {
      guard !isEnded.exchange(true, ordering: .relaxed) else { return }
      source.finish(outcome)
      end(outcome)
    }

    func cancel() { queue.async { [self] in finish(.cancelled) } }

    // MARK: HTTPResponseSink

    var isOnOwnThread: Bool { false }

    func post(_ message: HTTPExchangeMessage) -> Bool {
      guard case .wake(let waker) = message else { return false }
      queue.async { [self] in
        waker.rearm()
        pump()
      }
      return true
    }
  }

  private let pump: Pump

  /// Begins to read the content of a response, which is used up by that.
  ///
  /// - Parameters:
  ///   - receive: Called with each piece of content, in order, on a queue of the reader.
  ///   - end: Called once, after the last piece, on the same queue.
  /// - Returns: `nil`, with nothing done, if the content is no stream, or was used already.
  package init?(
    _ body: HTTPBody, receive: @escaping @Sendable ([UInt8]) -> Void,
    end: @escaping @Sendable (HTTPStreamOutcome) -> Void
  ) {
    guard let stream = body.stream, stream.take() else { return nil }
    pump = Pump(stream.source, receive: receive, end: end)
    pump.start()
  }

  deinit { pump.cancel() }

  /// Ends the stream, unless it has ended.
  package func cancel() { pump.cancel() }
}
