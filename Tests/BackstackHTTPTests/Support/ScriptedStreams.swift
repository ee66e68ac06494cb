import BackstackPlatform
import Synchronization

@testable import BackstackHTTP

/// A source that produces the pieces that a test has given it.
final class ScriptedSource: HTTPStreamSource {
  struct State: Sendable {
    var pieces: [[UInt8]] = []
    /// The progress to return when no piece is left.
    var atEnd = HTTPStreamProgress.waiting
    var rooms: [Int] = []
    var waker: HTTPStreamWaker?
    var starts = 0
    var drains = 0
    var outcomes: [HTTPStreamOutcome] = []
  }

  let state: Guarded<State>
  private let onDrain: @Sendable (inout State) -> Void
  private let onFinish: @Sendable (HTTPStreamOutcome) -> Void

  init(
    _ pieces: [String] = [], atEnd: HTTPStreamProgress = .end,
    onDrain: @escaping @Sendable (inout State) -> Void = { _ in },
    onFinish: @escaping @Sendable (HTTPStreamOutcome) -> Void = { _ in }
  ) {
    state = Guarded(State(pieces: pieces.map { Array($0.utf8) }, atEnd: atEnd))
    self.onDrain = onDrain
    self.onFinish = onFinish
  }

  var outcomes: [HTTPStreamOutcome] { state.withLock { $0.outcomes } }
  var starts: Int { state.withLock { $0.starts } }
  var drains: Int { state.withLock { $0.drains } }
  var rooms: [Int] { state.withLock { $0.rooms } }

  func add(_ piece: String) { state.withLock { $0.pieces.append(Array(piece.utf8)) } }
  func setEnd(_ progress: HTTPStreamProgress) { state.withLock { $0.atEnd = progress } }
  func wake() { state.withLock { $0.waker }?.wake() }

  func start(_ waker: HTTPStreamWaker) {
    state.withLock { state in
      state.starts += 1
      state.waker = waker
    }
  }

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    state.withLock { state in
      state.rooms.append(room)
      guard !state.pieces.isEmpty else { return state.atEnd }
      output += state.pieces.removeFirst()
      return state.pieces.isEmpty ? state.atEnd : .more
    }
  }

  func drain() {
    state.withLock { state in
      state.drains += 1
      onDrain(&state)
    }
  }

  func finish(_ outcome: HTTPStreamOutcome) {
    state.withLock { $0.outcomes.append(outcome) }
    onFinish(outcome)
  }
}

/// An endless source that fills any room.
final class EndlessSource: HTTPStreamSource {
  private static let block = [UInt8](repeating: UInt8(ascii: "x"), count: 64 * 1024)
  private let produced = Atomic<Int>(0)
  private let onFinish: @Sendable (HTTPStreamOutcome) -> Void

  init(onFinish: @escaping @Sendable (HTTPStreamOutcome) -> Void = { _ in }) {
    self.onFinish = onFinish
  }

  func start(_ waker: HTTPStreamWaker) {}

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    output += EndlessSource.block[..<min(room, EndlessSource.block.count)]
    produced.add(output.count, ordering: .relaxed)
    return .more
  }

  func finish(_ outcome: HTTPStreamOutcome) { onFinish(outcome) }

  /// The number of bytes that it has produced.
  var count: Int { produced.load(ordering: .relaxed) }
}

/// A sink that keeps its content and pauses as configured.
final class ScriptedSink: HTTPStreamSink {
  struct State: Sendable {
    var content: [UInt8] = []
    var pieces: [Int] = []
    /// The number of pieces before each pause; `nil` for no pause.
    var piecesBeforePause: Int?
    var waker: HTTPStreamWaker?
    var starts = 0
    var outcomes: [HTTPStreamOutcome] = []
  }

  let state: Guarded<State>
  private let onFinish: @Sendable (HTTPStreamOutcome) -> Void

  init(
    piecesBeforePause: Int? = nil,
    onFinish: @escaping @Sendable (HTTPStreamOutcome) -> Void = { _ in }
  ) {
    state = Guarded(State(piecesBeforePause: piecesBeforePause))
    self.onFinish = onFinish
  }

  var text: String { state.withLock { String(decoding: $0.content, as: UTF8.self) } }
  var count: Int { state.withLock { $0.content.count } }
  var largestPiece: Int { state.withLock { $0.pieces.max() ?? 0 } }
  var outcomes: [HTTPStreamOutcome] { state.withLock { $0.outcomes } }
  var starts: Int { state.withLock { $0.starts } }

  func wake() { state.withLock { $0.waker }?.wake() }
  func neverPause() { state.withLock { $0.piecesBeforePause = nil } }

  func start(_ waker: HTTPStreamWaker) {
    state.withLock { state in
      state.starts += 1
      state.waker = waker
    }
  }

  func receive(_ content: borrowing Span<UInt8>) -> HTTPStreamDemand {
    state.withLock { state in
      for index in content.indices { state.content.append(content[index]) }
      state.pieces.append(content.count)
      guard let pieces = state.piecesBeforePause else { return .more }
      return state.pieces.count % pieces == 0 ? .pause : .more
    }
  }

  func finish(_ outcome: HTTPStreamOutcome) {
    state.withLock { $0.outcomes.append(outcome) }
    onFinish(outcome)
  }
}
