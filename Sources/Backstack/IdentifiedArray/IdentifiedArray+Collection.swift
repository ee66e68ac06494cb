extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ids.count }

  /// The element at a position.
  ///
  /// Setting an element with another id reports an issue and changes nothing. To change the order,
  /// use ``swapAt(_:_:)``, ``sort(by:)`` or ``move(fromOffsets:toOffset:)``.
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
  /// Reserves memory for elements that will be added.
  public mutating func reserveCapacity(_ capacity: Int) { reserve(capacity) }
}
