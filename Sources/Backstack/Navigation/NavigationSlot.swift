/// What one operator keeps between actions at one node: the store's memory of what is mounted
/// (decision 5).
class NavigationSlot: @unchecked Sendable {
  // Sound, as its subclasses are: guarded by the lock of the tree that its node belongs to.

  let keyPath: AnyKeyPath

  required init(keyPath: AnyKeyPath) { self.keyPath = keyPath }

  /// Visits the features that are mounted at the operator.
  func forEachNode(_ body: (NavigationNode) -> Void) {}

  func tearDown() { forEachNode { $0.tearDown() } }
}

/// The slot of a `Scope`.
final class ScopeSlot: NavigationSlot, @unchecked Sendable {
  private var child: NavigationNode?

  func node(under parent: NavigationNode) -> NavigationNode {
    if let child { return child }
    let node = NavigationNode(parent: parent, isTransparent: true)
    child = node
    return node
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    if let child { body(child) }
  }
}

/// The slot of an operator whose features can dismiss themselves.
class PresentingSlot: NavigationSlot, @unchecked Sendable {
  /// Puts the action that dismisses a feature into the store's queue. Given once by the store,
  /// because the way from here to the root never changes.
  var enqueueDismissal: ((StackElementID) -> Void)?
}

/// The slot of a `forEach` on a stack.
final class StackSlot: PresentingSlot, @unchecked Sendable {
  private var nodes: [StackElementID: NavigationNode] = [:]
  private weak var removals: RemovalToken?

  func node(_ id: StackElementID, under parent: NavigationNode) -> NavigationNode {
    if let node = nodes[id] { return node }
    let node = NavigationNode(parent: parent, presenter: .init(slot: self, id: id))
    nodes[id] = node
    return node
  }

  /// Tears down what is no longer on the stack.
  ///
  /// - Complexity: O(1) when no element went since the last call; O(*n* log *n*) otherwise, where *n*
  ///   is the number of elements that ever got an action.
  func reconcile<Element>(with stack: StackState<Element>) {
    guard removals !== stack.removals else { return }
    removals = stack.removals
    let gone = nodes.keys.filter { stack.index(of: $0) == nil }
    for id in gone { nodes.removeValue(forKey: id)?.tearDown() }
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    for node in nodes.values { body(node) }
  }
}

/// The slot of an operator on an optional or an enum: one child at a time, known by its identity.
final class PresentationSlot: PresentingSlot, @unchecked Sendable {
  private var mounted: (identity: PresentationIdentity, node: NavigationNode)?
  private var traits: [Int: PayloadTraits] = [:]

  /// The node of what is presented.
  ///
  /// - Parameter presents: Whether the operator presents, so that its child can dismiss itself.
  func node(
    _ identity: PresentationIdentity, under parent: NavigationNode, presents: Bool
  ) -> NavigationNode {
    reconcile(with: identity)
    if let mounted { return mounted.node }
    let node = NavigationNode(
      parent: parent, presenter: presents ? .init(slot: self, id: .unassigned) : nil)
    mounted = (identity, node)
    return node
  }

  /// Tears down what was presented when something else or nothing is now (R55, R56).
  func reconcile(with identity: PresentationIdentity?) {
    guard let mounted, mounted.identity != identity else { return }
    self.mounted = nil
    mounted.node.tearDown()
  }

  /// What is known of the payloads of a case, found out once.
  func traits(ofTag tag: Int, _ find: () -> PayloadTraits) -> PayloadTraits {
    if let known = traits[tag] { return known }
    let found = find()
    traits[tag] = found
    return found
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    if let mounted { body(mounted.node) }
  }
}
