/// The slot of a `forEach` on an identified array.
final class ElementsSlot<ID: Hashable & Sendable>: NavigationSlot, @unchecked Sendable {
  // Sound as its superclass.
  private var nodes: [ID: NavigationNode] = [:]
  private weak var removals: RemovalToken?

  func node(_ id: ID, under parent: NavigationNode) -> NavigationNode {
    if let node = nodes[id] { return node }
    let node = NavigationNode(parent: parent)
    nodes[id] = node
    return node
  }

  /// Tears down what is no longer in the array.
  ///
  /// - Complexity: O(1) when no element went since the last call; O(*n*) otherwise, where *n* is the
  ///   number of elements that ever got an action.
  func reconcile<Element>(with array: IdentifiedArray<ID, Element>) {
    guard removals !== array.removals else { return }
    removals = array.removals
    let gone = nodes.keys.filter { array.index(id: $0) == nil }
    for id in gone { nodes.removeValue(forKey: id)?.tearDown() }
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    for node in nodes.values { body(node) }
  }
}
