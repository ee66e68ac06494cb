import BackstackHTTP
import BackstackPlatform

/// The content of a response that a script writes: a stream of events, or one that is cut off.
final class ScriptedStream: HTTPStreamSource {
  private struct State {
    var bytes: [UInt8] = []
    /// Whether the content is complete; `nil` while more comes.
    var end: Bool?
    var waker: HTTPStreamWaker?
  }

  private let state = Guarded(State())
  private let onFinish: @Sendable () -> Void

  /// - Parameter onFinish: Called once the connection asks for nothing more.
  init(onFinish: @escaping @Sendable () -> Void = {}) { self.onFinish = onFinish }

  /// Adds bytes; a script writes little.
  func write(_ bytes: [UInt8]) {
    change { $0.bytes += bytes }
  }

  /// Ends the content.
  ///
  /// - Parameter isComplete: Whether the client learns that it is complete; otherwise the connection
  ///   breaks.
  func end(isComplete: Bool) {
    change { $0.end = isComplete }
  }

  private func change(_ body: (inout State) -> Void) {
    let waker = state.withLock { state in
      body(&state)
      return state.waker
    }
    waker?.wake()
  }

  func start(_ waker: HTTPStreamWaker) {
    state.withLock { $0.waker = waker }
  }

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    state.withLock { state in
      let count = min(room, state.bytes.count)
      output += state.bytes[..<count]
      state.bytes.removeFirst(count)
      guard state.bytes.isEmpty else { return .more }
      return state.end.map { $0 ? .end : .failed } ?? .waiting
    }
  }

  func finish(_ outcome: HTTPStreamOutcome) {
    state.withLock { $0 = State() }
    onFinish()
  }
}
