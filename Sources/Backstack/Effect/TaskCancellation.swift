import BackstackDependencies
import BackstackPlatform

/// Runs a part of an effect so that an id can cancel it without the rest of the effect.
///
/// The id is valid within the feature whose effect calls this, like an id of
/// ``Effect/cancellable(id:cancelInFlight:)``: ``Effect/cancel(id:)`` and `Task.cancel(id:)` cancel
/// both. Outside of a store the operation just runs.
///
/// - Parameters:
///   - id: The id; several operations and effects may share it.
///   - cancelInFlight: Whether to cancel what is in flight with the same id first.
///   - operation: The work. It runs in its own task on the store's executor, with the dependencies
///     of the caller.
/// - Returns: The result of the operation, also if the operation was cancelled but still returned
///   one.
/// - Throws: The error that the operation throws.
public func withTaskCancellation<Value: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  guard let node = DependencyValues.ambient?.navigationNode, let engine = node.tree.engine else {
    return try await operation()
  }
  let outcome = Outcome<Value, Failure>()
  let work: @Sendable () async -> Void = {
    let result: Result<Value, Failure>
    do throws(Failure) {
      result = .success(try await operation())
    } catch {
      result = .failure(error)
    }
    outcome.result.withLock { $0 = result }
  }
  let (scope, task) = engine.addScope(CancelID(id), at: node, cancelInFlight: cancelInFlight, work)
  await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  node.tree.withLock { scope.node.remove(scope) }
  guard let result = outcome.result.withLock({ $0 }) else {
    preconditionFailure("A task ended without a result.")
  }
  return try result.get()
}

/// The result of a task, which the task stores here.
private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
  let result = Guarded<Result<Value, Failure>?>(nil)
}

extension Task where Success == Never, Failure == Never {
  /// Cancels, from within an effect, the effects and operations with an id: those of the feature
  /// whose effect calls this, and those of features presented from it.
  ///
  /// Outside of a store there is nothing to cancel, and an issue is reported.
  public static func cancel(
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let node = DependencyValues.ambient?.navigationNode else {
      return reportIssue(
        """
        Task.cancel(id:) was called outside of a store, where no id is known. Call it in an effect, \
        on a task that has the effect's dependencies.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
    // A step, not only the tree's lock: a cancellation starts the effects queued behind.
    node.tree.engine?.step { node.cancellationDomain.cancel(CancelID(id)) }
  }
}

extension StoreEngine {
  /// Starts a task, and registers it under an id in the nearest domain of cancel ids before it can
  /// run.
  fileprivate func addScope(
    _ id: CancelID, at node: NavigationNode, cancelInFlight: Bool,
    _ work: @escaping @Sendable () async -> Void
  ) -> (CancelScope, Task<Void, Never>) {
    var added: (CancelScope, Task<Void, Never>)?
    let outer = CancelScope.current
    step {
      let domain = node.cancellationDomain
      if cancelInFlight { domain.cancel(id, except: outer) }
      let scope = CancelScope(id: id, node: domain)
      domain.add(scope)
      let task = Task(executorPreference: executor) { await scope.run(work) }
      scope.task = task
      added = (scope, task)
    }
    guard let added else { preconditionFailure("A step did not run its body.") }
    return added
  }
}
