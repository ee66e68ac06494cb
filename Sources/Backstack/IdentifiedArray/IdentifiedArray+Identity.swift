extension IdentifiedArray {
  /// The element with an id.
  ///
  /// Setting replaces the element, or adds it at the end; setting `nil` removes it. Setting an
  /// element with another id reports an issue and changes nothing. An element whose id changes in
  /// place counts as the other one, which is reported, too.
  ///
  /// - Complexity: O(1) to get, to change in place and to add; O(*n*) to remove.
  public subscript(id id: ID) -> Element? {
    get { index(id: id).flatMap { storage[$0] } }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      guard newValue[keyPath: self.id] == id else {
        return reportIssue(
          """
          An element with the id '\(newValue[keyPath: self.id])' can't be set at the id '\(id)' of \
          an IdentifiedArray.
          """)
      }
      updateOrAppend(newValue)
    }
    _modify {
      if let position = index(id: id) {
        yield &self[optionalAt: position]
      } else {
        var absent: Element?
        yield &absent
        if absent != nil { self[id: id] = absent }
      }
    }
  }

  /// Adds an element at the end unless there is one with its id.
  ///
  /// - Returns: Whether it was added, and the position of the element with the id.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Adds the elements of a sequence whose ids are not there at the end.
  ///
  /// - Complexity: O(*m*), where *m* is the number of them.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element at a position unless there is one with its id.
  ///
  /// - Returns: Whether it was inserted, and the position of the element with the id.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func insert(
    _ element: Element, at position: Int
  ) -> (inserted: Bool, index: Int) {
    if let known = index(id: element[keyPath: id]) { return (false, known) }
    insertNew(element, at: position)
    return (true, position)
  }

  /// Replaces the element with the same id, or adds this one at the end.
  ///
  /// - Returns: The element that was replaced.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: count).originalMember
  }

  /// Replaces the element with the same id, or inserts this one at a position.
  ///
  /// - Returns: The element that was replaced, and the position of this one.
  /// - Complexity: O(1) to replace, O(*n*) to insert.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at position: Int
  ) -> (originalMember: Element?, index: Int) {
    guard let known = index(id: element[keyPath: id]) else {
      insertNew(element, at: position)
      return (nil, position)
    }
    let original = self[known]
    self[optionalAt: known] = element
    return (original, known)
  }

  /// Replaces the element at a position by one with the same id; with another id, reports an issue
  /// and changes nothing.
  ///
  /// - Returns: The element that is no longer in the array: the one that was replaced.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let original = self[position]
    self[position] = element
    return original
  }

  /// Removes the element with an id.
  ///
  /// - Returns: The element, if there was one.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    index(id: id).flatMap { removeAny(at: $0) }
  }

  /// Removes an element by the id it has.
  ///
  /// - Returns: The element, if there was one.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? { remove(id: element[keyPath: id]) }
}
