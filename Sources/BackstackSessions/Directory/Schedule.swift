import BackstackPlatform

/// A binary heap of items by the instant at which they are due.
///
/// Items are neither moved nor removed when they become invalid: the caller checks an item that is
/// due.
struct Schedule<ID: Sendable>: Sendable {
  struct Item: Sendable {
    let instant: MonotonicInstant
    let id: ID
  }

  private var items: [Item] = []

  /// Creates a schedule of items.
  ///
  /// - Complexity: O(*n*).
  init(_ items: [Item] = []) {
    self.items = items
    for index in stride(from: items.count / 2 - 1, through: 0, by: -1) { sink(index) }
  }

  var count: Int { items.count }
  var first: Item? { items.first }

  /// The item at an index, in no particular order.
  subscript(index: Int) -> Item { items[index] }

  /// Removes the items that are not valid any more.
  ///
  /// - Complexity: O(*n*).
  mutating func keep(where isKept: (ID) -> Bool) { self = Self(items.filter { isKept($0.id) }) }

  /// - Complexity: O(log *n*).
  mutating func insert(_ item: Item) {
    var index = items.count
    items.append(item)
    while index > 0, items[index].instant < items[(index - 1) / 2].instant {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes and returns the first item if it is due.
  ///
  /// - Complexity: O(log *n*).
  mutating func popFirst(until instant: MonotonicInstant) -> Item? {
    guard let first = items.first, first.instant <= instant else { return nil }
    items.swapAt(0, items.count - 1)
    items.removeLast()
    sink(0)
    return first
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in (2 * index + 1)...(2 * index + 2) where child < items.count {
        if items[child].instant < items[least].instant { least = child }
      }
      if least == index { return }
      items.swapAt(least, index)
      index = least
    }
  }
}
