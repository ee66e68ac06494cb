package import Dispatch

/// Runs what blocks on a thread of a queue, so that the tasks of other tests go on meanwhile.
package func offPool<Result: Sendable>(
  on queue: DispatchQueue = DispatchQueue(label: "off-pool"),
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withTaskExecutorPreference(BlockingExecutor(queue: queue)) { try body() }
}

/// Has a task run where it may block; as it stays the same task, what fails there is its test's.
private final class BlockingExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
