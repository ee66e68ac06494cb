import BackstackPlatform

/// A source whose content a task writes.
final class WriterSource: HTTPStreamSource {
  private enum Phase: Sendable {
    case writing
    case written
    case failed
    /// The connection asks for no more content.
    case finished
  }

  private struct State: Sendable {
    var phase = Phase.writing
    var isDraining = false
    var buffer: [UInt8] = []
    var start = 0
    var waiting: [CheckedContinuation<Void, any Error>] = []
    var waker: HTTPStreamWaker?
    var task: Task<Void, Never>?

    var count: Int { buffer.count - start }
  }

  private let state = Guarded(State())
  private let capacity: Int
  private let body: @Sendable (HTTPBodyWriter) async throws -> Void

  init(capacity: Int, _ body: @escaping @Sendable (HTTPBodyWriter) async throws -> Void) {
    self.capacity = max(1, capacity)
    self.body = body
  }

  var isDraining: Bool { state.withLock { $0.isDraining } }

  // MARK: The task's side

  func write(_ bytes: [UInt8]) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      let waker = state.withLock { state -> HTTPStreamWaker? in
        guard state.phase == .writing else {
          continuation.resume(throwing: CancellationError())
          return nil
        }
        state.buffer += bytes
        if state.count > capacity {
          state.waiting.append(continuation)
        } else {
          continuation.resume()
        }
        return state.waker
      }
      waker?.wake()
    }
  }

  private func run() async {
    var last = Phase.written
    do { try await body(HTTPBodyWriter(source: self)) } catch { last = .failed }
    let waker = state.withLock { state in
      if state.phase == .writing { state.phase = last }
      return state.waker
    }
    waker?.wake()
  }

  // MARK: The connection's side

  func start(_ waker: HTTPStreamWaker) {
    state.withLock { state in
      state.waker = waker
      state.task = Task { await self.run() }
    }
  }

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    var waiting: [CheckedContinuation<Void, any Error>] = []
    let progress = state.withLock { state -> HTTPStreamProgress in
      let count = min(room, state.count)
      output += state.buffer[state.start..<(state.start + count)]
      state.start += count
      if state.count <= capacity { swap(&waiting, &state.waiting) }
      if state.count > 0 {
        if state.start > state.buffer.count / 2 {
          state.buffer.removeFirst(state.start)
          state.start = 0
        }
        return .more
      }
      state.buffer = []
      state.start = 0
      switch state.phase {
      case .writing: return .waiting
      case .written: return .end
      case .failed, .finished: return .failed
      }
    }
    for continuation in waiting { continuation.resume() }
    return progress
  }

  func drain() { state.withLock { $0.isDraining = true } }

  func finish(_ outcome: HTTPStreamOutcome) {
    let (task, waiting) = state.withLock { state in
      let old = (state.task, state.waiting)
      state = State(phase: .finished, isDraining: state.isDraining)
      return old
    }
    task?.cancel()
    for continuation in waiting { continuation.resume(throwing: CancellationError()) }
  }
}
