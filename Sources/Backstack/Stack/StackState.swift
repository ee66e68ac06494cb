/// The screens of a navigation stack, from the bottom to the top, each with a stable id.
///
/// A stack is a random access collection of elements, which are changed through their ids. The ids
/// come from the store's generator: they are never reused, and each added element gets a new one.
public struct StackState<Element> {
  /// The ids of the elements, from the bottom to the top.
  public private(set) var ids: [StackElementID]
  /// The elements, parallel to ``ids``. They are optional so that one can be set to `nil` in place;
  /// an element is `nil` only during such a change.
  private var storage: [Element?]
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
      var lower = 0
      var upper = ids.count
      while lower < upper {
        let middle = (lower + upper) / 2
        if ids[middle] < id { lower = middle + 1 } else { upper = middle }
      }
      return lower < ids.count && ids[lower] == id ? lower : nil
    }
  }

  /// The elements, from the bottom to the top.
  ///
  /// - Complexity: O(*n*).
  var elements: [Element] { storage.map { $0! } }

  /// Gives in-place access to an element, which is removed when it becomes `nil`.
  subscript(optionallyAt index: Int) -> Element? {
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
  mutating func replace(
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
  mutating func keep(where isKept: (Int) throws -> Bool) rethrows {
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
