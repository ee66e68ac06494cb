#if SQLite

import BackstackLocking
import BackstackStorage
import Dispatch

/// What waits for some threads to do it, in order; bounded.
final class WorkQueue<Item: Sendable>: Sendable {
  private struct State: Sendable {
    var items: [Item] = []
    /// How many bytes each of them has.
    var sizes: [Int] = []
    var bytes = 0
    var isClosed = false
    /// How many threads wait for `wake`.
    var sleepers = 0

    /// The first items, and at least one if there is any.
    mutating func take(count: Int, bytes limit: Int) -> [Item] {
      var taken: [Item] = []
      if items.count <= count, bytes <= limit {
        swap(&taken, &items)
        sizes.removeAll(keepingCapacity: true)
        bytes = 0
        return taken
      }
      var (number, size) = (0, 0)
      while number < min(count, items.count), number == 0 || size + sizes[number] <= limit {
        size += sizes[number]
        number += 1
      }
      taken = Array(items[..<number])
      items.removeFirst(number)
      sizes.removeFirst(number)
      bytes -= size
      return taken
    }
  }

  private let maximumCount: Int
  private let maximumBytes: Int
  private let state = Guarded(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - maximumCount: How many items can wait.
  ///   - maximumBytes: How many bytes they can have together, if there is more than one.
  init(maximumCount: Int, maximumBytes: Int = .max) {
    self.maximumCount = max(1, maximumCount)
    self.maximumBytes = maximumBytes
  }

  /// Adds an item; never waits.
  ///
  /// - Throws: ``StorageError/overloaded``, or ``StorageError/unavailable(_:)`` after ``close()``.
  func add(_ item: Item, size: Int = 0) throws(StorageError) {
    let outcome = state.withLock { state -> Result<Bool, StorageError> in
      if state.isClosed { return .failure(.closed) }
      guard state.items.count < maximumCount,
        state.items.isEmpty || state.bytes + size <= maximumBytes
      else { return .failure(.overloaded) }
      state.items.append(item)
      state.sizes.append(size)
      state.bytes += size
      guard state.sleepers > 0 else { return .success(false) }
      state.sleepers -= 1
      return .success(true)
    }
    if try outcome.get() { wake.signal() }
  }

  /// Waits until there is something to do, and takes it.
  ///
  /// - Parameters:
  ///   - count: How many items are taken at most, at least 1.
  ///   - bytes: How many bytes they have together at most, if there is more than one.
  /// - Returns: Nothing after ``close()``, when all was taken.
  func take(count: Int, bytes: Int = .max) -> [Item] {
    while true {
      let taken = state.withLock { state -> [Item]? in
        guard state.items.isEmpty, !state.isClosed else {
          return state.take(count: max(1, count), bytes: bytes)
        }
        state.sleepers += 1
        return nil
      }
      if let taken { return taken }
      wake.wait()
    }
  }

  /// Whether nothing waits.
  var isEmpty: Bool { state.withLock { $0.items.isEmpty } }

  /// Takes no more items; threads that wait go on.
  func close() {
    let sleepers = state.withLock { state in
      state.isClosed = true
      defer { state.sleepers = 0 }
      return state.sleepers
    }
    for _ in 0..<sleepers { wake.signal() }
  }
}

#endif
