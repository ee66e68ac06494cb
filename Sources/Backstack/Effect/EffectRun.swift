import BackstackDependencies

/// The asynchronous work of an effect, with the dependencies in force where it was made.
struct EffectRun<Action: Sendable>: Sendable {
  let name: String?
  let priority: TaskPriority?
  let values: DependencyValues?
  let location: SourceLocation
  let operation: @Sendable (Send<Action>) async throws -> Void
  let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

  func map<Mapped: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Mapped
  ) -> EffectRun<Mapped> {
    var mappedHandler: (@Sendable (any Error, Send<Mapped>) async -> Void)?
    if let handler {
      mappedHandler = { error, send in await handler(error, send.pullback(transform)) }
    }
    return EffectRun<Mapped>(
      name: name,
      priority: priority,
      values: values,
      location: location,
      operation: { [operation] send in try await operation(send.pullback(transform)) },
      handler: mappedHandler)
  }

  /// Runs the work until it ends.
  func perform(_ send: Send<Action>) async {
    do {
      try await operation(send)
    } catch is CancellationError {
      return
    } catch {
      guard !Task.isCancelled else { return }
      guard let handler else {
        return reportIssue(
          "An effect threw an unhandled error: \(error). Handle it in 'catch:'.",
          at: location)
      }
      await handler(error, send)
    }
  }
}
