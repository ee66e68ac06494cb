extension DependencyValues {
  /// A way to start work that nobody waits for, such as reporting to an analytics service.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// …
  /// await fireAndForget { try await analytics.track("bought") }
  /// ```
  ///
  /// In a live program the call returns at once, and the work goes on when its feature is gone. In a
  /// test it returns when the work is done.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}

/// A way to start work that nobody waits for; see ``DependencyValues/fireAndForget``.
public struct FireAndForget: Sendable {
  private let start:
    @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// Creates a way to start work.
  public init(
    _ start:
      @escaping @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void
  ) {
    self.start = start
  }

  /// Starts work. Its errors are dropped.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) async {
    await start(priority, work)
  }
}

private enum FireAndForgetKey: DependencyKey {
  static var liveValue: FireAndForget {
    FireAndForget { priority, work in Task(priority: priority) { try await work() } }
  }
  static var testValue: FireAndForget {
    FireAndForget { priority, work in
      _ = await Task(priority: priority) { try await work() }.cancellableResult
    }
  }
}

extension Task where Failure == any Error {
  /// The task's result; a cancellation of the task that waits cancels this one.
  fileprivate var cancellableResult: Result<Success, any Error> {
    get async {
      do {
        return .success(try await cancellableValue)
      } catch {
        return .failure(error)
      }
    }
  }
}

/// Whether the code runs in a test: the dependencies have their test values.
public var isTesting: Bool { DependencyValues.current.context == .test }
