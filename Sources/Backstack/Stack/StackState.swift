import BackstackPlatform

/// The screens of a navigation stack, from the bottom to the top, each with a stable id.
///
/// A stack is a random access collection of elements, which are changed through their ids. The ids
/// come from the store's generator: they are never reused, and each added element gets a new one.
public struct StackState<Element> {
  /// The ids of the elements, from the bottom to the top.
  public private(set) var ids: [StackElementID]
  /// The elements, parallel to ``ids``. They are optional so that one can be set to `nil` in place;
  /// an element is `nil` only during such a change.
  private(set) var storage: [Element?]
  private var order: Order
  /// The generation, from which the store knows whether elements were removed.
  private(set) var generation: Generation
  /// The changes from which encoders know which elements to encode again.
  private(set) var changes = StackChanges()

  /// The way to find an id.
  private enum Order: Sendable {
    /// The ids ascend, as in every stack that was only pushed to and popped: by binary search.
    case ascending
    /// Elements were inserted below others: by a look-up table.
    case indexed([StackElementID: Int], greatest: StackElementID)
  }

  /// Creates an empty stack.
  public init() {
    ids = []
    storage = []
    order = .ascending
    generation = Generation()
  }

  /// Creates a stack of elements with existing ids.
  ///
  /// - Precondition: No id occurs twice.
  package init(ids: [StackElementID], elements: [Element]) {
    precondition(ids.count == elements.count)
    self.ids = ids
    storage = elements
    order = .ascending
    generation = Generation()
    restoreOrder()
  }

  /// Returns the position of an element.
  ///
  /// - Complexity: O(log *n*), where *n* is the depth of the stack.
  func index(of id: StackElementID) -> Int? {
    switch order {
    case .indexed(let table, _): return table[id]
    case .ascending:
      let index = ids.partitionPoint { $0 >= id }
      return index < ids.count && ids[index] == id ? index : nil
    }
  }

  /// The elements, from the bottom to the top.
  ///
  /// - Complexity: O(*n*).
  private var elements: [Element] { storage.map { $0! } }

  /// Gives in-place access to an element, which is removed when it becomes `nil`.
  private subscript(optionallyAt index: Int) -> Element? {
    get { storage[index] }
    _modify {
      note { $0.change(at: index) }
      let tag = storage[index].map { enumTag(of: $0) }
      yield &storage[index]
      guard let element = storage[index] else {
        replace(index..<index + 1, with: [], ids: [])
        return
      }
      // Another screen under the same id: the store has to reconcile it.
      if enumTag(of: element) != tag { generation = Generation() }
    }
  }

  /// Gives in-place access to the element at a position.
  subscript(at index: Int) -> Element {
    get { storage[index]! }
    _modify {
      note { $0.change(at: index) }
      yield &storage[index]!
    }
  }

  /// Reads an element without copying it. The pointer is valid until `body` returns.
  func read<Result>(at index: Int, _ body: (UnsafePointer<Element>) -> Result) -> Result {
    storage.withUnsafeBufferPointer { elements in
      // Sound: an optional stores its value at its start (docs/ABI/TypeLayout.rst).
      body(UnsafeRawPointer(elements.baseAddress! + index).assumingMemoryBound(to: Element.self))
    }
  }

  private mutating func note(_ change: (StackChanges) -> Void) {
    if !isKnownUniquelyReferenced(&changes) { changes = StackChanges() }
    change(changes)
  }

  /// The greatest id on the stack, or that of an element that was removed.
  var greatestID: StackElementID? {
    switch order {
    case .ascending: ids.last
    case .indexed(_, let greatest): greatest
    }
  }

  /// Puts an element with an existing id on top.
  ///
  /// - Precondition: The id is not on the stack.
  mutating func append(_ element: Element, id: StackElementID) {
    generation.grow()
    note { $0.append() }
    ids.append(id)
    storage.append(element)
    idsDidGrow(from: ids.count - 1)
  }

  /// Replaces the elements at a range of positions with elements with given ids.
  private mutating func replace(
    _ range: Range<Int>, with newElements: [Element], ids newIDs: [StackElementID]
  ) {
    let isAtEnd = range.upperBound == ids.count
    if range.isEmpty { generation.grow() } else { generation = Generation() }
    note { changes in
      guard isAtEnd else { return changes.changeAll() }
      if !range.isEmpty { changes.truncate(to: range.lowerBound) }
      for _ in newIDs { changes.append() }
    }
    if case .indexed(var table, let greatest) = order, isAtEnd {
      order = .ascending
      for id in ids[range] { table[id] = nil }
      order = .indexed(table, greatest: greatest)
    }
    ids.replaceSubrange(range, with: newIDs)
    storage.replaceSubrange(range, with: newElements)
    if isAtEnd { idsDidGrow(from: range.lowerBound) } else { restoreOrder() }
  }

  /// Keeps the elements at the positions that a predicate accepts, with their ids.
  private mutating func keep(where isKept: (Int) throws -> Bool) rethrows {
    let kept = try ids.indices.filter(isKept)
    guard kept.count < ids.count else { return }
    ids = kept.map { ids[$0] }
    storage = kept.map { storage[$0] }
    generation = Generation()
    note { $0.changeAll() }
    restoreOrder()
  }

  /// Updates ``order`` after ids were added from a position on.
  ///
  /// - Complexity: O(*m*), where *m* is the number of added ids, unless they don't ascend.
  private mutating func idsDidGrow(from start: Int) {
    switch order {
    case .ascending:
      let grown = ids[Swift.max(start - 1, 0)...]
      if !zip(grown, grown.dropFirst()).allSatisfy({ $0 < $1 }) { restoreOrder() }
    case .indexed(var table, var greatest):
      // Released, so that the table is changed in place.
      order = .ascending
      for index in start..<ids.count {
        table[ids[index]] = index
        greatest = Swift.max(greatest, ids[index])
      }
      order = .indexed(table, greatest: greatest)
    }
  }

  private mutating func restoreOrder() {
    order = .ascending
    guard let greatest = ids.max(),
      zip(ids, ids.dropFirst()).contains(where: { $0 >= $1 })
    else { return }
    order = .indexed(
      Dictionary(uniqueKeysWithValues: zip(ids, ids.indices)), greatest: greatest)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState {
  /// The element with an id.
  ///
  /// Setting an element replaces the one with the id; setting `nil` removes only that element.
  /// Setting an element with an id that is not on the stack reports an issue and changes nothing.
  /// In a test it puts the element on top instead, so that an assertion can express the result of a
  /// push.
  ///
  /// - Complexity: O(log *n*) to get and to change in place.
  public subscript(id id: StackElementID) -> Element? {
    get { index(of: id).map { self[at: $0] } }
    _modify {
      guard let index = index(of: id) else {
        var absent: Element?
        yield &absent
        guard let absent else { return }
        if DependencyValues.current.context == .test {
          append(absent, id: id)
        } else {
          reportIssue("Can't set an element at id \(id), which is not on the stack.")
        }
        return
      }
      yield &self[optionallyAt: index]
    }
  }

  /// The payload of the element with an id if it is of a case.
  ///
  /// Setting a payload while the element is of another case reports an issue and changes nothing;
  /// setting `nil` removes the element.
  public subscript<Value>(
    id id: StackElementID, case path: any CaseKeyPath<Element, Value> & Sendable
  ) -> Value? where Element: CasePathable {
    get { self[id: id]?[case: path] }
    set {
      guard let element = self[id: id], element[case: path] != nil else {
        if self[id: id] != nil || newValue != nil {
          let actual = self[id: id].map { "it is '\(caseName(of: $0))'" }
          reportIssue(
            "Can't change element \(id) as that case: \(actual ?? "it is not on the stack").")
        }
        return
      }
      self[id: id] = newValue.map { path($0) }
    }
  }

  /// Pops an element and all elements above it.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of removed elements.
  public mutating func pop(from id: StackElementID) {
    guard let index = index(of: id) else { return }
    replace(index..<count, with: [], ids: [])
  }

  /// Pops all elements above an element.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of removed elements.
  public mutating func pop(to id: StackElementID) {
    guard let index = index(of: id) else { return }
    replace(index + 1..<count, with: [], ids: [])
  }
}

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

/// Reflected, and so dumped and diffed in failing tests, as a dictionary by ids.
extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    let children = zip(ids, self).map { id, element in
      (label: id.description as String?, value: element as Any)
    }
    return Mirror(self, children: children, displayStyle: .dictionary)
  }
}

extension StackState: CustomDebugStringConvertible {
  /// The ids with the elements: `[#0: …, #1: …]`.
  public var debugDescription: String {
    let entries = zip(ids, self).map { "\($0): \(String(reflecting: $1))" }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }
}

/// Reflected as `#0`, not as a structure.
extension StackElementID: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A navigation stack with any type of elements.
package protocol NavigationStack {
  /// The ids of the elements, from the bottom to the top.
  var ids: [StackElementID] { get }
}

extension StackState: NavigationStack {}
