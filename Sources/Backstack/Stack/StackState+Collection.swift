extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ids.count }

  public subscript(position: Int) -> Element { self[at: position] }

  /// Removes a range of elements with their ids, and gives each new element a new id.
  ///
  /// - Complexity: O(*m*) at the end of the stack, where *m* is the number of elements replaced and
  ///   inserted; O(*n*) elsewhere.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with newElements: some Collection<Element>
  ) {
    let newElements = Array(newElements)
    replace(range, with: newElements, ids: mintIDs(newElements.count))
  }

  /// Removes the elements that a predicate accepts; the others keep their ids.
  ///
  /// - Complexity: O(*n*).
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let stack = self
    try keep { try !shouldBeRemoved(stack[$0]) }
  }

  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    replace(0..<count, with: [], ids: [])
  }

  /// Returns new ids from the store's generator; outside of a store, they continue this stack's
  /// own.
  private func mintIDs(_ count: Int) -> [StackElementID] {
    guard count > 0 else { return [] }
    let generator = DependencyValues.ambient?.stackElementID ?? StackElementIDGenerator()
    let greatest = greatestID
    return (0..<count).map { _ in generator.next(above: greatest) }
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: Equatable where Element: Equatable {
  /// Returns whether both stacks have the same ids in the same order, with equal elements.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    (lhs.ids == rhs.ids || DependencyValues.ambient?.ignoresStackElementIDs == true)
      && lhs.elementsEqual(rhs)
  }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(elements)
  }
}

extension StackState: CustomStringConvertible {
  public var description: String { elements.description }
}
