/// An element of a heap.
public protocol HeapElement {
  /// Returns whether it comes before another element: a strict weak ordering.
  func isBefore(_ other: Self) -> Bool
}

/// A binary heap: a collection that gives its first element soonest.
// Public and inlinable, because generic code of the package is not specialized across modules.
public struct Heap<Element: HeapElement> {
  @usableFromInline var elements: [Element]

  /// Creates a heap.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ elements: [Element] = []) {
    self.elements = elements
    for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(index) }
  }

  /// The number of elements.
  @inlinable public var count: Int { elements.count }

  /// An element that no other comes before; `nil` if there is none.
  @inlinable public var first: Element? { elements.first }

  /// The element at a position, in no particular order.
  @inlinable
  public subscript(position: Int) -> Element { elements[position] }

  /// Adds an element.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insert(_ element: Element) {
    var index = elements.count
    elements.append(element)
    while index > 0, elements[index].isBefore(elements[(index - 1) / 2]) {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes and returns the first element; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func popFirst() -> Element? {
    guard let first = elements.first else { return nil }
    elements.swapAt(0, elements.count - 1)
    elements.removeLast()
    sink(0)
    return first
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) -> Bool) {
    self = Self(elements.filter { !isRemoved($0) })
  }

  @inlinable
  mutating func sink(_ start: Int) {
    var index = start
    while true {
      var first = index
      for child in (2 * index + 1)...(2 * index + 2)
      where child < elements.count && elements[child].isBefore(elements[first]) { first = child }
      if first == index { return }
      elements.swapAt(first, index)
      index = first
    }
  }
}

extension Heap: Sendable where Element: Sendable {}
