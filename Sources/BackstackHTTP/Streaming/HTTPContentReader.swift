import BackstackLocking

/// The streamed content of a request as a sequence of pieces, for a handler that works in a task.
///
/// ```swift
/// let content = HTTPContentReader()
/// responder.receive(content)
/// Task {
///   for try await piece in content { … }
///   responder.respond(…)
/// }
/// ```
///
/// While nobody asks for a piece the client is not read, so that its sending stops. It can be
/// iterated once, by one task.
public final class HTTPContentReader: HTTPStreamSink, AsyncSequence {
  public typealias Element = [UInt8]

  private struct State: Sendable {
    var pieces: [UInt8] = []
    var outcome: HTTPStreamOutcome?
    var waiting: CheckedContinuation<[UInt8]?, any Error>?
    var waker: HTTPStreamWaker?
  }

  private let state = Guarded(State())

  public init() {}

  public func start(_ waker: HTTPStreamWaker) { state.withLock { $0.waker = waker } }

  public func receive(_ content: borrowing Span<UInt8>) -> HTTPStreamDemand {
    let waiting = state.withLock { state in
      state.pieces.append(content, content.indices)
      return state.waiting.take()
    }
    // Whoever waits takes what there is; the next who asks wakes the stream.
    if let waiting { deliver(to: waiting) }
    return .pause
  }

  public func finish(_ outcome: HTTPStreamOutcome) {
    let waiting = state.withLock { state in
      state.outcome = outcome
      state.waker = nil
      return state.waiting.take()
    }
    if let waiting { deliver(to: waiting) }
  }

  /// The next piece, or `nil` at the end of the content.
  ///
  /// - Throws: ``HTTPContentError`` when the content was not complete.
  func next() async throws -> [UInt8]? {
    try await withCheckedThrowingContinuation { continuation in
      deliver(to: continuation)
    }
  }

  /// Resumes a task with what there is, or keeps it until there is something.
  private func deliver(to continuation: CheckedContinuation<[UInt8]?, any Error>) {
    let waker = state.withLock { state -> HTTPStreamWaker? in
      if !state.pieces.isEmpty {
        continuation.resume(returning: state.pieces)
        state.pieces = []
      } else if let outcome = state.outcome {
        if outcome == .complete {
          continuation.resume(returning: nil)
        } else {
          continuation.resume(throwing: HTTPContentError(outcome: outcome))
        }
      } else {
        precondition(state.waiting == nil, "Content is read by one task only.")
        state.waiting = continuation
        return state.waker
      }
      return nil
    }
    waker?.wake()
  }

  public func makeAsyncIterator() -> Iterator { Iterator(reader: self) }

  public struct Iterator: AsyncIteratorProtocol {
    let reader: HTTPContentReader

    /// The next piece, or `nil` at the end of the content.
    ///
    /// - Throws: ``HTTPContentError`` when the content was not complete.
    public mutating func next() async throws -> [UInt8]? { try await reader.next() }
  }
}

/// Content of a request that was not complete.
public struct HTTPContentError: Error, Hashable {
  public let outcome: HTTPStreamOutcome
}
