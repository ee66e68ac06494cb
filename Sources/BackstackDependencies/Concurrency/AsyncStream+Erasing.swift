extension AsyncStream {
  /// A stream without elements that ends when the task that reads it is cancelled.
  public static var never: Self { AsyncStream { _ in } }

  /// Returns a stream without elements that has ended.
  public static func finished() -> Self { AsyncStream { $0.finish() } }

  /// Creates a stream of the elements of a sequence, which ends at the sequence's first error.
  ///
  /// The sequence is read by a task of its own, as fast as it has elements, and no more once the
  /// stream is not read any more.
  public init<S: AsyncSequence & Sendable>(_ sequence: S)
  where S.Element == Element, Element: Sendable {
    self.init { continuation in
      let task = Task {
        do {
          for try await element in sequence { continuation.yield(element) }
        } catch {
          // The stream has no place for an error.
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements that ends when the task that reads it is cancelled.
  public static var never: Self { AsyncThrowingStream { _ in } }

  /// Returns a stream without elements that has ended.
  ///
  /// - Parameter error: The error with which it ended; `nil` for none.
  public static func finished(throwing error: Failure? = nil) -> Self {
    AsyncThrowingStream { $0.finish(throwing: error) }
  }

  /// Creates a stream of the elements of a sequence, and of its error.
  ///
  /// The sequence is read by a task of its own, as fast as it has elements, and no more once the
  /// stream is not read any more.
  public init<S: AsyncSequence & Sendable>(_ sequence: S)
  where S.Element == Element, Element: Sendable {
    self.init { continuation in
      let task = Task {
        do {
          for try await element in sequence { continuation.yield(element) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a stream of the sequence's elements, which ends at the sequence's first error.
  public func eraseToStream() -> AsyncStream<Element> { AsyncStream(self) }

  /// Returns a stream of the sequence's elements and of its error.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}
