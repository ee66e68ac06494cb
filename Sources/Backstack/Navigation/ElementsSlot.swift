/// The slot of a `forEach` on an identified array.
final class ElementsSlot<ID: Hashable & Sendable>: NavigationSlot, @unchecked Sendable {
  // Sound, as its superclass is.
  private var nodes: [ID: NavigationNode] = [:]
  /// The generation of the array at the last reconciliation.
  private var generation: Generation?

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
    let generation = array.generation
    let isComplete = self.generation.map(generation.continues) ?? nodes.isEmpty
    self.generation = generation
    guard !isComplete else { return }
    let gone = nodes.keys.filter { array.index(id: $0) == nil }
    for id in gone {
      guard let node = nodes.removeValue(forKey: id) else { continue }
      if node.tree.isInTransaction { deferUnmount(node, id) } else { node.unmount() }
    }
  }

  private func deferUnmount(_ node: NavigationNode, _ id: ID) {
    node.tree.deferUnmount(
      DepartedFeature(node: node) { [self] in
        nodes[id] = node
        generation = nil
      })
  }

  /// Reconciles the features below the elements, where effects are in flight.
  func reconcileBelow<Element>(_ array: IdentifiedArray<ID, Element>) {
    guard !nested.isEmpty else { return }
    for (id, node) in nodes where node.liveBelow > 0 {
      guard let position = array.index(id: id) else { continue }
      _ = array.read(at: position) { element in
        node.reconcile(StateReference(element))
      }
    }
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    for node in nodes.values { body(node) }
  }
}
