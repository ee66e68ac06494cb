import Dispatch

/// Runs what blocks on a thread of a queue, so that the tasks of other tests go on meanwhile.
func offPool<Result: Sendable>(
  on queue: DispatchQueue = DispatchQueue(label: "off-pool"),
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    queue.async { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// Why a test could not go on.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
