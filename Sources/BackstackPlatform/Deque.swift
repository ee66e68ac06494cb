/// A first-in, first-out collection in one array.
///
/// Elements at the front are skipped when they are removed, and their memory is freed once they are
/// at least half of the array. So an element may live longer than it is in the collection.
// Public and inlinable, because generic code of the package is not specialized across modules.
public struct Deque<Element> {
  @usableFromInline var elements: [Element]
  /// The number of removed elements at the front of the array.
  @usableFromInline var head = 0

  @inlinable
  public init() { elements = [] }

  /// The number of removed elements up to which the array is not compacted.
  @inlinable static var leastCompacted: Int { 32 }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(1) amortized.
  @inlinable
  public mutating func append(_ element: Element) { elements.append(element) }

  /// Adds an element at the front.
  ///
  /// - Complexity: O(1) if an element was removed from the front before, else O(*n*).
  @inlinable
  public mutating func prepend(_ element: Element) {
    if head > 0 {
      head -= 1
      elements[head] = element
    } else {
      elements.insert(element, at: 0)
    }
  }

  /// Removes and returns the first element; `nil` if there is none.
  ///
  /// - Complexity: O(1) amortized.
  @inlinable
  public mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    removeFirst()
    return element
  }

  /// Removes the first element.
  ///
  /// - Precondition: The collection is not empty.
  /// - Complexity: O(1) amortized.
  @inlinable
  public mutating func removeFirst() {
    precondition(head < elements.count, "The collection is empty.")
    head += 1
    if head == elements.count {
      removeAll(keepingCapacity: head <= 2 * Self.leastCompacted)
    } else if head >= Self.leastCompacted, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) -> Bool) {
    elements.removeFirst(head)
    head = 0
    elements.removeAll(where: isRemoved)
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepingCapacity)
    head = 0
  }
}

extension Deque: RandomAccessCollection, MutableCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { elements.count - head }

  /// The element at a position, counted from the first element.
  @inlinable
  public subscript(position: Int) -> Element {
    get { elements[head + position] }
    _modify { yield &elements[head + position] }
  }
}

extension Deque: Sendable where Element: Sendable {}
