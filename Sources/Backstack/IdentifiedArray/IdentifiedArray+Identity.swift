extension IdentifiedArray {
  /// The element with an id.
  ///
  /// Setting an element replaces the one with the id, or appends it; setting `nil` removes the
  /// element. Setting an element with another id reports an issue and changes nothing. If the id of
  /// an element changes in place, an issue is reported, too, and the element is stored under its
  /// new id, or removed if there is one with that id already.
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

  /// Appends an element unless there is one with its id.
  ///
  /// - Returns: Whether the element was appended, and the position of the element with the id.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Appends the elements of a sequence whose ids are not in the array.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the sequence.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element at a position unless there is one with its id.
  ///
  /// - Returns: Whether the element was inserted, and the position of the element with the id.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func insert(
    _ element: Element, at position: Int
  ) -> (inserted: Bool, index: Int) {
    if let known = index(id: element[keyPath: id]) { return (false, known) }
    insertNew(element, at: position)
    return (true, position)
  }

  /// Replaces the element with the same id, or appends the element.
  ///
  /// - Returns: The replaced element, if there was one.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: count).originalMember
  }

  /// Replaces the element with the same id, or inserts the element at a position.
  ///
  /// - Returns: The replaced element, if there was one, and the position of the new element.
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

  /// Replaces the element at a position with one with the same id. If the new element has another id,
  /// reports an issue and changes nothing.
  ///
  /// - Returns: The previous element at the position.
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

  /// Removes the element that has the id of the given one.
  ///
  /// - Returns: The element, if there was one.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? { remove(id: element[keyPath: id]) }
}
