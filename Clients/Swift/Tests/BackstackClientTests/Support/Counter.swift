import Foundation

/// Counts, from any thread.
///
/// Sound: `count` is only used while `lock` is locked.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count: Int

  init(_ count: Int = 0) { self.count = count }

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
