/// The children that one operator has mounted at one node, kept between actions.
class NavigationSlot: @unchecked Sendable {
  // Sound, as its subclasses are: guarded by the lock of the tree that its node belongs to. No
  // access outlasts a line, so accesses can't overlap.

  let id: OperatorID

  /// The kind of storage of the operator's part within the state, determined once.
  var storage = Storage.unknown

  enum Storage {
    case unknown, computed
    case stored(offset: Int)

    init(offset: Int?) { self = offset.map { .stored(offset: $0) } ?? .computed }

    var isUnknown: Bool { if case .unknown = self { true } else { false } }

    var offset: Int? {
      if case .stored(let offset) = self { offset } else { nil }
    }
  }

  required init(id: OperatorID) { self.id = id }

  /// A function that reconciles this operator and those below it with a state. Set by the operator,
  /// which knows the types.
  var reconciler: ((StateReference) -> Void)? {
    didSet { hasReconciler = reconciler != nil }
  }
  /// Whether ``reconciler`` is set.
  private(set) var hasReconciler = false
  /// The features mounted here that have effects in flight below them.
  var nested: [ObjectIdentifier: NavigationNode] = [:]

  /// Called when an effect starts below a feature that is mounted here.
  func effectDidStart(below node: NavigationNode) {}

  /// Called when the last effect below a feature that is mounted here has ended.
  func effectsDidEnd(below node: NavigationNode) {}

  /// Visits the features that are mounted at the operator.
  func forEachNode(_ body: (NavigationNode) -> Void) {}

  /// Returns the id of a feature in a list of elements; `nil` for other features.
  func elementID(of node: NavigationNode) -> String? { nil }

  func unmount() { forEachNode { $0.unmount() } }
}

/// The slot of a `Scope`.
final class ScopeSlot: NavigationSlot, @unchecked Sendable {
  private var child: NavigationNode?

  func node(under parent: NavigationNode) -> Unmanaged<NavigationNode> {
    if let child { return .passUnretained(child) }
    let node = NavigationNode(parent: parent, in: self, isTransparent: true)
    child = node
    return .passUnretained(node)
  }

  /// Reconciles the features below the scope, if effects are in flight there.
  func reconcileBelow<State>(_ state: UnsafePointer<State>) {
    guard let child, child.liveBelow > 0 else { return }
    child.reconcile(StateReference(state))
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    if let child { body(child) }
  }
}

/// The slot of an operator whose features can dismiss themselves.
class PresentingSlot: NavigationSlot, @unchecked Sendable {
  /// A function that returns the root's action that dismisses a feature. Set once by the store,
  /// because the path from here to the root never changes.
  var makeDismissal: ((StackElementID) -> any Sendable)? {
    didSet { isAttached = makeDismissal != nil }
  }
  /// Whether ``makeDismissal`` is set.
  private(set) var isAttached = false
}

/// The slot of a `forEach` on a stack.
final class StackSlot: PresentingSlot, @unchecked Sendable {
  private var nodes: [StackElementID: NavigationNode] = [:]
  /// The element that got the latest action. Sound to be unmanaged: ``nodes`` retains it.
  private var latest: (id: StackElementID, node: Unmanaged<NavigationNode>)?
  /// The generation of the stack at the last reconciliation.
  private var generation: Generation?
  /// The point in the stack's history of the last call of ``reconcileBelow(_:)``.
  private var mark: StackMark?
  /// The features below which effects have started since then.
  private var started: [ObjectIdentifier: NavigationNode] = [:]
  /// The greatest id that the store's generator has reserved.
  var reserved = StackElementID.unassigned

  func node(_ id: StackElementID, under parent: NavigationNode) -> Unmanaged<NavigationNode> {
    if let latest, latest.id == id { return latest.node }
    let node =
      nodes[id] ?? NavigationNode(parent: parent, in: self, presenter: .init(slot: self, id: id))
    nodes[id] = node
    latest = (id, .passUnretained(node))
    return .passUnretained(node)
  }

  /// Returns whether a stack can process an action without preparation.
  func isPrepared<Element>(for stack: StackState<Element>) -> Bool {
    hasReconciler && stack.greatestID.map { $0 <= reserved } ?? true
  }

  /// Returns whether no element was added or removed since the last call of ``reconcile(with:)``.
  func isComplete<Element>(in stack: StackState<Element>) -> Bool {
    generation?.isSame(as: stack.generation) ?? false
  }

  /// Unmounts the elements that are no longer on the stack.
  ///
  /// - Complexity: O(1) when no element was removed since the last call; O(*n* log *n*) otherwise,
  ///   where *n* is the number of mounted elements.
  func reconcile<Element>(with stack: StackState<Element>) {
    let generation = stack.generation
    let isComplete = self.generation.map(generation.continues) ?? nodes.isEmpty
    self.generation = generation
    guard !isComplete else { return }
    latest = nil
    for (id, node) in nodes {
      if let index = stack.index(of: id) {
        stack.read(at: index) { node.reconcileCases(with: $0) }
      } else {
        nodes[id] = nil
        if node.tree.isInTransaction { deferUnmount(node, id) } else { node.unmount() }
      }
    }
  }

  @inline(never)
  private func deferUnmount(_ node: NavigationNode, _ id: StackElementID) {
    node.tree.deferUnmount(
      DepartedFeature(node: node) { [self] in
        nodes[id] = node
        latest = nil
        generation = nil
      })
  }

  override func effectDidStart(below node: NavigationNode) {
    started[ObjectIdentifier(node)] = node
  }

  override func effectsDidEnd(below node: NavigationNode) {
    started[ObjectIdentifier(node)] = nil
  }

  /// Reconciles the features below the elements, where effects are in flight.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements that have changed, or below which an
  ///   effect has started, since the last call; if the stack doesn't know its changes, the number of
  ///   elements with effects below them.
  func reconcileBelow<Element>(_ stack: StackState<Element>) {
    let (last, started) = (mark, started)
    mark = stack.history.mark
    self.started = [:]
    var addedCount = 0
    let isKnown = last.map {
      stack.history.visitChanges(since: $0) { change in
        switch change {
        case .changed(let index): reconcileBelow(stack, at: index)
        case .appended: addedCount += 1
        case .truncated: break
        }
      }
    }
    // An element may have been removed and added again, with its id.
    for index in stack.indices.suffix(addedCount) { reconcileBelow(stack, at: index) }
    for node in (isKnown == true ? started : nested).values {
      guard let id = node.presenter?.id, let index = stack.index(of: id) else { continue }
      stack.read(at: index) { node.reconcile(StateReference($0)) }
    }
  }

  private func reconcileBelow<Element>(_ stack: StackState<Element>, at index: Int) {
    // Elements above it may have been removed after it had changed.
    guard index < stack.count, let node = nodes[stack.ids[index]] else { return }
    stack.read(at: index) { node.reconcile(StateReference($0)) }
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    for node in nodes.values { body(node) }
  }
}

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

  override func elementID(of node: NavigationNode) -> String? {
    nodes.first { $0.value === node }.map { "\($0.key)" }
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
