extension IdentifiedArray {
  /// Swaps two elements.
  ///
  /// - Precondition: There are elements at both positions.
  /// - Complexity: O(*n*).
  public mutating func swapAt(_ first: Int, _ second: Int) {
    checkElement(at: first)
    checkElement(at: second)
    var order = Array(indices)
    order.swapAt(first, second)
    rearrange(order)
  }

  /// Sorts the elements; equal ones keep their order.
  ///
  /// - Throws: The error that the predicate throws; then nothing was changed.
  /// - Complexity: O(*n* log *n*).
  public mutating func sort(
    by precedes: (Element, Element) throws -> Bool
  ) rethrows {
    rearrange(try indices.sorted { try precedes(self[$0], self[$1]) })
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(*n*).
  public mutating func reverse() { rearrange(indices.reversed()) }

  /// Shuffles the elements.
  ///
  /// - Complexity: O(*n*).
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements with a random number generator.
  ///
  /// - Complexity: O(*n*).
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    rearrange(indices.shuffled(using: &generator))
  }

  /// Moves the elements that a predicate accepts behind all others; each part keeps its order.
  ///
  /// - Returns: The position of the first element that the predicate accepts.
  /// - Throws: The error that the predicate throws; then nothing was changed.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    var first: [Int] = []
    var second: [Int] = []
    for position in indices {
      if try belongsInSecondPartition(self[position]) {
        second.append(position)
      } else {
        first.append(position)
      }
    }
    rearrange(first + second)
    return first.count
  }

  /// Moves the elements at some positions in front of the element at another position.
  ///
  /// - Complexity: O(*n*).
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    var order = Array(indices)
    order.move(fromOffsets: source, toOffset: destination)
    rearrange(order)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal ones keep their order.
  ///
  /// - Complexity: O(*n* log *n*).
  public mutating func sort() { sort(by: <) }
}

extension IdentifiedArray {
  /// Removes the element at a position.
  ///
  /// - Precondition: There is an element at the position.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    checkElement(at: position)
    let element = self[position]
    removeAny(at: position)
    return element
  }

  /// Removes the first element.
  ///
  /// - Precondition: The array is not empty.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the first `count` elements.
  ///
  /// - Precondition: There are at least `count` elements.
  /// - Complexity: O(*n*).
  public mutating func removeFirst(_ count: Int) {
    checkCount(count)
    rearrange(Array(indices.dropFirst(count)))
  }

  /// Removes the last element.
  ///
  /// - Precondition: The array is not empty.
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the last `count` elements.
  ///
  /// - Precondition: There are at least `count` elements.
  /// - Complexity: O(*n*).
  public mutating func removeLast(_ count: Int) {
    checkCount(count)
    rearrange(Array(indices.dropLast(count)))
  }

  /// Removes the last element if there is one.
  @discardableResult
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the elements at the positions of a range.
  ///
  /// - Complexity: O(*n*).
  public mutating func removeSubrange(_ range: some RangeExpression<Int>) {
    let range = range.relative(to: self)
    rearrange(indices.filter { !range.contains($0) })
  }

  /// Removes the elements at a set of positions.
  ///
  /// - Complexity: O(*n*).
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    var kept = Array(indices)
    kept.remove(atOffsets: offsets)
    rearrange(kept)
  }

  /// Removes the elements that a predicate accepts.
  ///
  /// - Throws: The error that the predicate throws; then nothing was changed.
  /// - Complexity: O(*n*).
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let kept = try indices.filter { try !shouldBeRemoved(self[$0]) }
    if kept.count < count { rearrange(kept) }
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) { rearrange([]) }

  /// Returns the elements that a predicate accepts.
  ///
  /// - Throws: The error that the predicate throws.
  /// - Complexity: O(*n*).
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var filtered = self
    try filtered.removeAll { try !isIncluded($0) }
    return filtered
  }

  // MARK: Preconditions

  /// Traps with a message that names the mistake, unlike the trap of the underlying array.
  func checkElement(at position: Int) {
    precondition(
      indices.contains(position),
      "An IdentifiedArray of \(count) elements has no element at the position \(position).")
  }

  /// Traps if a position is not an insertion position, which may be the end.
  func checkPosition(at position: Int) {
    precondition(
      (0...count).contains(position),
      "An element can't be put at the position \(position) of an IdentifiedArray of \(count).")
  }

  private func checkCount(_ count: Int) {
    precondition(
      (0...self.count).contains(count),
      "\(count) elements can't be removed from an IdentifiedArray of \(self.count).")
  }
}

// What SwiftUI adds to arrays, for `.onMove` and `.onDelete` of a list.

extension Array {
  /// Moves the elements at some positions in front of the element at another position, or to the end.
  ///
  /// Positions without an element are ignored.
  ///
  /// - Complexity: O(*n*).
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(source)
    let stays = indices.filter { !moved.contains($0) }
    let order =
      stays.filter { $0 < destination } + indices.filter(moved.contains)
      + stays.filter { $0 >= destination }
    self = order.map { self[$0] }
  }

  /// Removes the elements at a set of positions. Positions without an element are ignored.
  ///
  /// - Complexity: O(*n*).
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let removed = Set(offsets)
    self = indices.filter { !removed.contains($0) }.map { self[$0] }
  }
}
