package import Dispatch

/// Runs blocking code on a dispatch queue, so that it does not block the tasks of other tests.
package func offPool<Result: Sendable>(
  on queue: DispatchQueue = DispatchQueue(label: "off-pool"),
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withTaskExecutorPreference(BlockingExecutor(queue: queue)) { try body() }
}

/// Runs a task's jobs on a queue where they may block. The task stays the same, so failures are
/// attributed to its test.
private final class BlockingExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
