/// The slot of a `forEach` on an identified array.
final class ElementsSlot<ID: Hashable & Sendable>: NavigationSlot, @unchecked Sendable {
  // Sound, as its superclass is.
  private var nodes: [ID: NavigationNode] = [:]
  /// The generation of the array at the last reconciliation.
  private var lineage: Lineage?

  func node(_ id: ID, under parent: NavigationNode) -> Unmanaged<NavigationNode> {
    if let node = nodes[id] { return .passUnretained(node) }
    let node = NavigationNode(parent: parent, in: self)
    nodes[id] = node
    return .passUnretained(node)
  }

  /// Unmounts the elements that are no longer in the array.
  ///
  /// - Complexity: O(1) when no element was removed since the last call; O(*n*) otherwise, where
  ///   *n* is the number of mounted elements.
  func reconcile<Element>(with array: IdentifiedArray<ID, Element>) {
    let lineage = array.lineage
    let isComplete = self.lineage.map(lineage.continues) ?? nodes.isEmpty
    self.lineage = lineage
    guard !isComplete else { return }
    let gone = nodes.keys.filter { array.index(id: $0) == nil }
    for id in gone {
      guard let node = nodes.removeValue(forKey: id) else { continue }
      if node.tree.isTentative { putAside(node, id) } else { node.tearDown() }
    }
  }

  private func putAside(_ node: NavigationNode, _ id: ID) {
    node.tree.putAside(
      AsideFeature(node: node) { [self] in
        nodes[id] = node
        lineage = nil
      })
  }

  /// Reconciles the features below the elements, where effects are in flight.
  func followBelow<Element>(_ array: IdentifiedArray<ID, Element>) {
    guard !nested.isEmpty else { return }
    for (id, node) in nodes where node.liveBelow > 0 {
      guard let position = array.index(id: id) else { continue }
      _ = array.read(at: position) { element in
        withUnsafeMutablePointer(to: &element) { node.follow(StateReference($0)) }
      }
    }
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    for node in nodes.values { body(node) }
  }
}
