import BackstackPlatform

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
/// While no task asks for a piece, nothing is read from the client, which has to stop sending. One
/// task can iterate over the content, once.
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
    // The waiting task takes all pieces; the next call of `next` wakes the stream.
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

  /// Returns the next piece, or `nil` at the end of the content.
  ///
  /// - Throws: ``HTTPContentError`` if the content is incomplete.
  func next() async throws -> [UInt8]? {
    try await withCheckedThrowingContinuation { continuation in
      deliver(to: continuation)
    }
  }

  /// Resumes a task with the pieces, or keeps it until there are some.
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

    /// Returns the next piece, or `nil` at the end of the content.
    ///
    /// - Throws: ``HTTPContentError`` if the content is incomplete.
    public mutating func next() async throws -> [UInt8]? { try await reader.next() }
  }
}

/// The error for a request's content that is incomplete.
public struct HTTPContentError: Error, Hashable {
  public let outcome: HTTPStreamOutcome
}
