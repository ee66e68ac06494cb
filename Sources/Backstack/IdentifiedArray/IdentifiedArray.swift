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
  private var storage: [Element?] = []
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
  private mutating func insertNew(_ element: Element, at position: Int) {
    checkPosition(at: position)
    generation.grow()
    ids.insert(element[keyPath: id], at: position)
    storage.insert(element, at: position)
    updatePositions(from: position)
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
  private subscript(optionalAt position: Int) -> Element? {
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

extension IdentifiedArray {
  /// Creates an array of elements with unique ids. If several have the same id, keeps the first one
  /// and reports an issue.
  ///
  /// - Complexity: O(*n*).
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(id: id)
    for element in elements where !append(element).inserted {
      reportIssue(
        "An IdentifiedArray was made of two elements with the id '\(element[keyPath: id])'.")
    }
  }

  /// Creates an array of the first element with each id.
  ///
  /// - Complexity: O(*n*).
  public init(_ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(elements, id: id) { first, _ in first }
  }

  /// Creates an array of the elements of a sequence, and combines elements with the same id.
  ///
  /// - Throws: The error that `combine` throws.
  /// - Complexity: O(*n*).
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    for element in elements {
      if let position = index(id: element[keyPath: id]) {
        self[optionalAt: position] = try combine(self[position], element)
      } else {
        append(element)
      }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  public init() { self.init(id: \.id) }

  /// Creates an array of elements with unique ids. If several have the same id, keeps the first one
  /// and reports an issue.
  ///
  /// - Complexity: O(*n*).
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
  }

  /// Creates an array of the first element with each id.
  ///
  /// - Complexity: O(*n*).
  public init(_ elements: some Sequence<Element>) { self.init(elements, id: \.id) }

  /// Creates an array of the elements of a sequence, and combines elements with the same id.
  ///
  /// - Throws: The error that `combine` throws.
  /// - Complexity: O(*n*).
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

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
  public mutating func reserveCapacity(_ capacity: Int) {
    ids.reserveCapacity(capacity)
    storage.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns whether both arrays have the same elements in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ids == rhs.ids && lhs.storage == rhs.storage
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

/// The wire form is the array of the elements.
extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// - Throws: `DecodingError`, also if an id occurs twice.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let codingPath = container.codingPath
      let position = container.currentIndex
      let element = try container.decode(Element.self)
      guard append(element).inserted else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: codingPath,
            debugDescription:
              "The element at \(position) has the id of an earlier one. Ids are unique."))
      }
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { elements.description }
  public var debugDescription: String { elements.debugDescription }
}

/// Reflected as the array of the elements.
extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
