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
    let removed = Set(offsets)
    rearrange(indices.filter { !removed.contains($0) })
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
