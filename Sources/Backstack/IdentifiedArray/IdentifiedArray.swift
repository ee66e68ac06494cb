import BackstackCasePaths

/// An ordered collection of elements with unique ids, such as the rows of a list.
///
/// A misuse of ids never traps: an operation that would add a second element with an id, or change
/// an element's id, is refused or reports an issue.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The key path from an element to its id.
  public let id: any KeyPath<Element, ID> & Sendable
  /// The ids of the elements, in their order.
  public private(set) var ids: [ID] = []
  /// The elements. They are optional so that one can be set to `nil` in place; an element is `nil`
  /// only during such a change.
  private(set) var storage: [Element?] = []
  private var positions: [ID: Int] = [:]
  /// The generation, from which the store knows whether elements were removed.
  private(set) var generation = Generation()

  /// Creates an empty array of elements with their ids at a key path.
  public init(id: any KeyPath<Element, ID> & Sendable) { self.id = id }

  /// Returns the position of the element with an id.
  ///
  /// - Complexity: O(1).
  public func index(id: ID) -> Int? { positions[id] }

  // MARK: Primitive changes

  /// Inserts an element whose id is not in the array.
  ///
  /// - Complexity: O(1) at the end, O(*n*) elsewhere.
  mutating func insertNew(_ element: Element, at position: Int) {
    checkPosition(at: position)
    generation.grow()
    ids.insert(element[keyPath: id], at: position)
    storage.insert(element, at: position)
    updatePositions(from: position)
  }

  /// Reserves memory for the given number of elements.
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
    generation = Generation()
    positions[ids.remove(at: position)] = nil
    defer { updatePositions(from: position) }
    return storage.remove(at: position)
  }

  /// Keeps the elements at some positions, in that order.
  ///
  /// - Complexity: O(*n*).
  mutating func rearrange(_ kept: [Int]) {
    if kept.count < ids.count {
      generation = Generation()
      positions = [:]
    }
    ids = kept.map { ids[$0] }
    storage = kept.map { storage[$0] }
    updatePositions(from: 0)
  }

  /// Gives in-place access to an element, which is removed when it becomes `nil`.
  ///
  /// If the id of the element changes, the element is stored under its new id, or removed if there
  /// is one with that id already; both report an issue. To refuse the change would take a copy of
  /// every changed element.
  subscript(optionalAt position: Int) -> Element? {
    get { storage[position] }
    _modify {
      yield &storage[position]
      let newID = readID(at: position)
      if newID != ids[position] { replaceRenamed(position, renamed: newID) }
    }
  }

  /// Returns the current id of the element at a position; `nil` if the element became `nil`.
  private func readID(at position: Int) -> ID? {
    read(at: position) { $0.pointee[keyPath: id] }
  }

  /// Reads an element without copying it. The pointer is valid until `body` returns.
  func read<Result>(at position: Int, _ body: (UnsafePointer<Element>) -> Result) -> Result? {
    storage.withUnsafeBufferPointer { ($0.baseAddress! + position).wrapped().map(body) }
  }

  // Not inlined: it would move an element on the call stack while a reducer changes it in place.
  @inline(never)
  private mutating func replaceRenamed(_ position: Int, renamed newID: ID?) {
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

/// An array of identifiable elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
