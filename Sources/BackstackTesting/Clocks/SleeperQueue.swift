import BackstackPlatform

/// The sleepers of a clock, ordered by deadline and, for the same deadline, by insertion.
struct SleeperQueue<Deadline: Comparable & Sendable, Sleeper> {
  private struct Entry: HeapElement {
    let deadline: Deadline
    let id: Int

    func isBefore(_ other: Entry) -> Bool {
      deadline == other.deadline ? id < other.id : deadline < other.deadline
    }
  }

  private var sleepers: [Int: Sleeper] = [:]
  /// The order of the sleepers; those that were removed by id stay in it until they come first.
  private var heap = Heap<Entry>()

  var count: Int { sleepers.count }

  /// Adds a sleeper under an id that is greater than all previous ones.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ sleeper: Sleeper, id: Int, deadline: Deadline) {
    sleepers[id] = sleeper
    heap.insert(Entry(deadline: deadline, id: id))
  }

  /// Removes a sleeper from any position.
  ///
  /// - Complexity: O(1).
  mutating func remove(id: Int) -> Sleeper? { sleepers.removeValue(forKey: id) }

  /// The first deadline.
  ///
  /// - Complexity: O(log *n*), amortized over the removals.
  var firstDeadline: Deadline? {
    mutating get {
      while let first = heap.first, sleepers[first.id] == nil { _ = heap.popFirst() }
      return heap.first?.deadline
    }
  }

  /// Removes and returns the first sleeper, unless its deadline is later than `end`.
  ///
  /// - Complexity: O(log *n*), amortized.
  mutating func popFirst(until end: Deadline) -> (sleeper: Sleeper, deadline: Deadline)? {
    guard let deadline = firstDeadline, deadline <= end, let id = heap.first?.id,
      let sleeper = sleepers.removeValue(forKey: id)
    else { return nil }
    _ = heap.popFirst()
    return (sleeper, deadline)
  }
}
