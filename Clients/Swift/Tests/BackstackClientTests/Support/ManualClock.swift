import Foundation

/// A clock that moves when a test says so.
///
/// Sound: `state` is only used while `lock` is locked.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset = Swift.Duration.zero
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = NSLock()
  private var time = Instant()
  private var sleepers: [UUID: Sleeper] = [:]
  private let slept: AsyncStream<Swift.Duration>
  private let sleeps: AsyncStream<Swift.Duration>.Continuation

  let minimumResolution = Swift.Duration.nanoseconds(1)

  init() {
    (slept, sleeps) = AsyncStream.makeStream()
  }

  var now: Instant { lock.withLock { time } }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        lock.withLock { () -> Void in
          // A task that is cancelled before it sleeps has called the handler already.
          if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
          sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          sleeps.yield(deadline.offset)
        }
      }
    } onCancel: {
      let sleeper = lock.withLock { sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns once something sleeps until a time.
  func hasSleeper(until time: Swift.Duration) async {
    for await deadline in slept where deadline == time { return }
  }

  func advance(by duration: Swift.Duration) {
    let due: [Sleeper] = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= time }
      for id in due.keys { sleepers[id] = nil }
      return Array(due.values)
    }
    for sleeper in due.sorted(by: { $0.deadline < $1.deadline }) { sleeper.continuation.resume() }
  }
}
