import BackstackPlatform
import Dispatch

/// A bounded queue of work for some threads.
// Specialized: otherwise the functions of a stored action would look up types 20 times.
package final class WorkQueue<Item: Sendable>: Sendable {
  private struct State: Sendable {
    var items: [Item] = []
    /// The number of bytes of each item.
    var sizes: [Int] = []
    var bytes = 0
    var isClosed = false
    /// The number of threads that wait for `wake`.
    var sleepers = 0

    /// Removes and returns the first items, at least one if there is any.
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
  ///   - maximumCount: The maximum number of items in the queue.
  ///   - maximumBytes: The maximum number of bytes of all items together; a single item may be
  ///     larger.
  package init(maximumCount: Int, maximumBytes: Int = .max) {
    self.maximumCount = max(1, maximumCount)
    self.maximumBytes = maximumBytes
  }

  /// Adds an item; never blocks.
  ///
  /// - Throws: ``StorageError/overloaded``, or ``StorageError/unavailable(_:)`` after ``close()``.
  @_specialize(where Item == StorageWrite)
  @_specialize(where Item == StorageQuery)
  package func add(_ item: Item, size: Int = 0) throws(StorageError) {
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

  /// Waits until the queue has items, and takes the first ones.
  ///
  /// - Parameters:
  ///   - count: The maximum number of items to take, at least 1.
  ///   - bytes: The maximum number of bytes of these items together; a single item may be larger.
  /// - Returns: An empty array if the queue is closed and empty.
  @_specialize(where Item == StorageWrite)
  @_specialize(where Item == StorageQuery)
  package func take(count: Int, bytes: Int = .max) -> [Item] {
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

  /// Whether the queue has no items.
  package var isEmpty: Bool {
    @_specialize(where Item == StorageWrite)
    @_specialize(where Item == StorageQuery)
    get { state.withLock { $0.items.isEmpty } }
  }

  /// Refuses further items, and wakes the waiting threads.
  package func close() {
    let sleepers = state.withLock { state in
      state.isClosed = true
      return state.sleepers
    }
    for _ in 0..<sleepers { wake.signal() }
  }
}
