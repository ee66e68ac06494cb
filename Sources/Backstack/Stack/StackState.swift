/// The screens of a navigation stack, from the bottom to the top, each with an id that stays with
/// it (R25 to R34).
///
/// A random access collection of elements; elements are changed through their ids. Ids come from
/// the store's generator: they are never reused, and all that grows the stack gives new ones.
public struct StackState<Element> {
  /// The ids of the elements, from the bottom to the top.
  public private(set) var ids: [StackElementID]
  /// The elements, parallel to ``ids``.
  private(set) var elements: [Element]
  private var order: Order
  /// Another object after each change of ``ids``: whoever kept the last one knows at once that the
  /// set of ids is the same, at any depth.
  private(set) var revision: Revision

  final class Revision: Sendable {}

  /// How an id is found.
  private enum Order: Sendable {
    /// Ids ascend, as in every stack that only ever was pushed and popped: by binary search.
    case ascending
    /// Elements were inserted below others: by a table.
    case indexed([StackElementID: Int])
  }

  /// An empty stack.
  public init() {
    ids = []
    elements = []
    order = .ascending
    revision = Revision()
  }

  /// A stack of elements with the ids they have elsewhere.
  ///
  /// - Precondition: No id occurs twice.
  package init(ids: [StackElementID], elements: [Element]) {
    precondition(ids.count == elements.count)
    self.ids = ids
    self.elements = elements
    order = .ascending
    revision = Revision()
    restoreOrder()
  }

  /// The position of an element.
  ///
  /// - Complexity: O(log *n*), where *n* is the depth.
  func index(of id: StackElementID) -> Int? {
    switch order {
    case .indexed(let table): return table[id]
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

  /// Gives in-place access to the element at a position.
  subscript(at index: Int) -> Element {
    get { elements[index] }
    _modify { yield &elements[index] }
  }

  /// The greatest id on the stack.
  var greatestID: StackElementID? {
    switch order {
    case .ascending: ids.last
    case .indexed: ids.max()
    }
  }

  /// Puts an element with an id of its own on top.
  ///
  /// - Precondition: The id is not on the stack.
  mutating func append(_ element: Element, id: StackElementID) {
    ids.append(id)
    elements.append(element)
    idsDidGrow(from: ids.count - 1)
  }

  /// Replaces a range of positions by elements with given ids.
  mutating func replace(
    _ range: Range<Int>, with newElements: [Element], ids newIDs: [StackElementID]
  ) {
    let isAtEnd = range.upperBound == ids.count
    ids.replaceSubrange(range, with: newIDs)
    elements.replaceSubrange(range, with: newElements)
    if isAtEnd { idsDidGrow(from: range.lowerBound) } else { restoreOrder() }
    revision = Revision()
  }

  /// Keeps the elements whose positions a predicate accepts, with their ids.
  mutating func keep(where isKept: (Int) throws -> Bool) rethrows {
    let kept = try ids.indices.filter(isKept)
    guard kept.count < ids.count else { return }
    ids = kept.map { ids[$0] }
    elements = kept.map { elements[$0] }
    restoreOrder()
    revision = Revision()
  }

  private mutating func idsDidGrow(from start: Int) {
    revision = Revision()
    switch order {
    case .ascending:
      let grown = ids[Swift.max(start - 1, 0)...]
      let isAscending = zip(grown, grown.dropFirst()).allSatisfy { $0 < $1 }
      if !isAscending { restoreOrder() }
    case .indexed: restoreOrder()
    }
  }

  private mutating func restoreOrder() {
    order = .ascending
    guard zip(ids, ids.dropFirst()).contains(where: { $0 >= $1 }) else { return }
    order = .indexed(
      Dictionary(uniqueKeysWithValues: zip(ids, ids.indices)))
  }
}

extension StackState: Sendable where Element: Sendable {}
