import Synchronization

/// Counts the instances that are alive.
final class InstanceCounter: Sendable {
  private let count = Mutex(0)
  private let emptied = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  var living: Int { count.withLock { $0 } }

  /// Waits until no instance is alive: the tasks of cancelled effects end on other threads.
  ///
  /// - Returns: Whether the count reached zero before the waiting task was cancelled.
  func isZero() async -> Bool {
    if living == 0 { return true }
    for await _ in emptied.stream where living == 0 { return true }
    return false
  }

  private func add(_ number: Int) {
    let isEmpty = count.withLock { count in
      count += number
      return count == 0
    }
    if isEmpty { emptied.continuation.yield() }
  }

  /// An object that is counted while it is alive.
  final class Instance: Sendable {
    private let counter: InstanceCounter

    init(_ counter: InstanceCounter) {
      self.counter = counter
      counter.add(1)
    }

    deinit { counter.add(-1) }
  }
}
