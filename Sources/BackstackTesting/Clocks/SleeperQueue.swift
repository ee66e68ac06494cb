/// The sleepers of a clock, ordered by deadline and, for the same deadline, by insertion.
struct SleeperQueue<Deadline: Comparable & Sendable, Sleeper> {
  private struct Entry {
    let deadline: Deadline
    let id: Int

    func isBefore(_ other: Entry) -> Bool {
      deadline == other.deadline ? id < other.id : deadline < other.deadline
    }
  }

  private var sleepers: [Int: Sleeper] = [:]
  /// A binary heap; sleepers that were removed by id stay in it until they come first.
  private var heap: [Entry] = []

  var count: Int { sleepers.count }

  /// Adds a sleeper under an id that is greater than all previous ones.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ sleeper: Sleeper, id: Int, deadline: Deadline) {
    sleepers[id] = sleeper
    heap.append(Entry(deadline: deadline, id: id))
    var index = heap.count - 1
    while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
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
      while let first = heap.first, sleepers[first.id] == nil { dropFirst() }
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
    dropFirst()
    return (sleeper, deadline)
  }

  private mutating func dropFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) { least = child }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
