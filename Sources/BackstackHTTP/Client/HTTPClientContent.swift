import BackstackPlatform

/// The content of a response that is passed on while it arrives.
final class HTTPClientContent: HTTPStreamSource {
  private struct State: Sendable {
    var bytes: [UInt8] = []
    var isComplete = false
    var isFailed = false
    /// Whether the client reads nothing more from the server until there is room again.
    var isPaused = false
    var waker: HTTPStreamWaker?
  }

  /// The number of bytes beyond which the client pauses.
  private static let room = 64 * 1024

  private let state = Guarded(State())
  /// Asks the client to read on, or to give the rest up.
  private let resume: @Sendable () -> Void
  private let abandon: @Sendable () -> Void

  init(resume: @escaping @Sendable () -> Void, abandon: @escaping @Sendable () -> Void) {
    self.resume = resume
    self.abandon = abandon
  }

  // A response that nobody sends has content that nobody reads.
  deinit { abandon() }

  // MARK: Filling

  /// Adds content.
  ///
  /// - Returns: Whether there is room for more.
  func append(_ bytes: [UInt8]) -> Bool {
    let (waker, hasRoom) = state.withLock { state in
      state.bytes += bytes
      // Only the reader ends the pause, who tells the client so.
      if state.bytes.count >= Self.room { state.isPaused = true }
      return (state.waker, !state.isPaused)
    }
    waker?.wake()
    return hasRoom
  }

  /// Ends the content.
  ///
  /// - Parameter isComplete: Whether all of it has come.
  func end(isComplete: Bool) {
    let waker = state.withLock { state in
      if isComplete { state.isComplete = true } else { state.isFailed = true }
      return state.waker
    }
    waker?.wake()
  }

  // MARK: HTTPStreamSource

  func start(_ waker: HTTPStreamWaker) { state.withLock { $0.waker = waker } }

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    let (content, progress, resumes) = state.withLock {
      state -> ([UInt8], HTTPStreamProgress, Bool) in
      var content: [UInt8] = []
      if state.bytes.count <= room {
        swap(&content, &state.bytes)
      } else {
        content = Array(state.bytes.prefix(room))
        state.bytes.removeFirst(room)
      }
      guard state.bytes.isEmpty else { return (content, .more, false) }
      let resumes = state.isPaused
      state.isPaused = false
      let progress: HTTPStreamProgress =
        state.isComplete ? .end : state.isFailed ? .failed : .waiting
      return (content, progress, resumes)
    }
    output += content
    if resumes { resume() }
    return progress
  }

  func finish(_ outcome: HTTPStreamOutcome) {
    state.withLock { $0.waker = nil }
    abandon()
  }
}
