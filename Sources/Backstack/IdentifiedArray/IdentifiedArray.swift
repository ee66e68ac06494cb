import BackstackCasePaths

/// An array whose elements are found by an id, each once: the rows of a list.
///
/// Elements keep their order. Nothing in it traps on ids: what would put two elements with one id
/// into it, or another element in an element's place, reports an issue.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// Where an element has its id.
  public let id: any KeyPath<Element, ID> & Sendable
  /// The ids of the elements, in their order.
  public private(set) var ids: [ID] = []
  /// The elements; optional so that one can be changed in place as what may become `nil`, and `nil`
  /// only during such a change.
  private(set) var storage: [Element?] = []
  private var positions: [ID: Int] = [:]
  /// What tells the store that no element went.
  private(set) var lineage = Lineage()

  /// An empty array of elements that have their ids at a key path.
  public init(id: any KeyPath<Element, ID> & Sendable) { self.id = id }

  /// The position of the element with an id.
  ///
  /// - Complexity: O(1).
  public func index(id: ID) -> Int? { positions[id] }

  // MARK: What all changes are made of

  /// Puts an element into the array, whose id is not in it yet.
  ///
  /// - Complexity: O(1) at the end, O(*n*) elsewhere.
  mutating func insertNew(_ element: Element, at position: Int) {
    checkPlace(at: position)
    lineage.grow()
    ids.insert(element[keyPath: id], at: position)
    storage.insert(element, at: position)
    updatePositions(from: position)
  }

  /// Makes room for that many elements.
  mutating func reserve(_ capacity: Int) {
    ids.reserveCapacity(capacity)
    storage.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
  }

  /// Removes the element at a position.
  ///
  /// - Complexity: O(1) at the end, O(*n*) elsewhere.
  @discardableResult
  mutating func removeAny(at position: Int) -> Element? {
    lineage = Lineage()
    positions[ids.remove(at: position)] = nil
    defer { updatePositions(from: position) }
    return storage.remove(at: position)
  }

  /// Keeps the elements at some positions, in that order.
  ///
  /// - Complexity: O(*n*).
  mutating func rearrange(_ kept: [Int]) {
    if kept.count < ids.count {
      lineage = Lineage()
      positions = [:]
    }
    ids = kept.map { ids[$0] }
    storage = kept.map { storage[$0] }
    updatePositions(from: 0)
  }

  /// Gives in-place access to an element, which is removed when it becomes `nil`.
  ///
  /// An element that became one with another id counts as that one, or is removed where there is one
  /// already; both is reported. To refuse it would take a copy of each element that is changed.
  subscript(optionalAt position: Int) -> Element? {
    get { storage[position] }
    _modify {
      yield &storage[position]
      let newID = readID(at: position)
      if newID != ids[position] { settle(position, renamed: newID) }
    }
  }

  /// The id that the element at a position has now; `nil` when there is none any more.
  @inline(never)
  private func readID(at position: Int) -> ID? {
    read(at: position) { element in
      // Sound: just passed on.
      withUnsafePointer(to: &element) { readAlong(id, from: $0) }
    }
  }

  /// Reads an element in its place, which is why `body` gets it as one: a large element would not fit on
  /// every stack. The elements may be shared, so `body` must not write.
  func read<Result>(at position: Int, _ body: (inout Element) -> Result) -> Result? {
    storage.withUnsafeBufferPointer { elements in
      let element = UnsafeMutablePointer(mutating: elements.baseAddress! + position)
      return isNone(&element.pointee) ? nil : body(&element.pointee!)
    }
  }

  // Not inlined: what moves elements has them on the stack, which must not be there while a reducer
  // has one in place.
  @inline(never)
  private mutating func settle(_ position: Int, renamed newID: ID?) {
    guard let newID else {
      removeAny(at: position)
      return
    }
    reportIssue(
      """
      An element of an IdentifiedArray became one with another id: '\(ids[position])' became \
      '\(newID)'. Remove the element and insert the other one.
      """)
    let element = removeAny(at: position)
    if let element, positions[newID] == nil { insertNew(element, at: position) }
  }

  private mutating func updatePositions(from start: Int) {
    for position in start..<ids.count { positions[ids[position]] = position }
  }
}

/// An array of elements that have an id.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
