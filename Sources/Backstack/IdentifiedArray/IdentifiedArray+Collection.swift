extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ids.count }

  /// The element at a position.
  ///
  /// Setting one with another id reports an issue and changes nothing; use ``swapAt(_:_:)``,
  /// ``sort(by:)`` or ``move(fromOffsets:toOffset:)`` for another order.
  public subscript(position: Int) -> Element {
    get { storage[position]! }
    set {
      guard newValue[keyPath: id] == ids[position] else {
        return reportIssue(
          """
          An element with the id '\(newValue[keyPath: id])' can't take the place of '\
          \(ids[position])' in an IdentifiedArray.
          """)
      }
      self[optionalAt: position] = newValue
    }
    _modify { yield &self[optionalAt: position]! }
  }

  /// The elements as an array.
  ///
  /// - Complexity: O(*n*).
  public var elements: [Element] { Array(self) }
}

extension IdentifiedArray {
  /// Removes the element at a position.
  ///
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let element = self[position]
    removeAny(at: position)
    return element
  }

  /// Removes the first element.
  ///
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element.
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

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
  /// - Throws: What the predicate throws; then nothing was changed.
  /// - Complexity: O(*n*).
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let kept = try indices.filter { try !shouldBeRemoved(self[$0]) }
    if kept.count < count { rearrange(kept) }
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) { rearrange([]) }

  /// The elements that a predicate accepts.
  ///
  /// - Throws: What the predicate throws.
  /// - Complexity: O(*n*).
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var filtered = self
    try filtered.removeAll { try !isIncluded($0) }
    return filtered
  }
}
