extension Task where Failure == Never {
  /// Waits until the task that calls this is cancelled: `try await Task.never()`.
  ///
  /// - Throws: `CancellationError`, always.
  public static func never() async throws -> Success {
    for await value in AsyncStream<Success>.never { return value }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task that calls this is cancelled: `try await Task.never()`.
  ///
  /// - Throws: `CancellationError`, always.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }

  /// Lets other tasks run some times, in tests of code that offers nothing better to wait for.
  ///
  /// A `TestStore` and a `TestClock` wait for effects by themselves, and need none of this.
  ///
  /// - Parameter count: How often.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<max(0, count) {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension Task where Failure == any Error {
  /// The task's value; a cancellation of the task that waits cancels this one.
  ///
  /// - Throws: The error of the task.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The task's value; a cancellation of the task that waits cancels this one.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}
