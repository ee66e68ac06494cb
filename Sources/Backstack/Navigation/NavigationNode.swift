import BackstackDependencies

/// A feature that is mounted in a store: the root, an element of a stack or a list, a presented
/// feature, the current case of an enum, or a scope.
///
/// A node is created when the first action reaches the feature. It is unmounted when its element or
/// presentation leaves the state, whatever removes it.
final class NavigationNode: @unchecked Sendable {
  // Sound: the lock of `tree` guards all mutable state. As with slots, no access outlasts a line.

  let tree: NavigationTree
  /// The same object, without reference counting. Sound to be unmanaged: ``tree`` retains it.
  let treeReference: Unmanaged<NavigationTree>
  /// The presentation that dismisses the feature, if an operator presented it.
  let presenter: Presenter?
  /// Whether an operator presented this node or an ancestor.
  let isPresented: Bool
  /// Whether cancel ids pass through: a `Scope` is no boundary for them.
  let isTransparent: Bool
  private(set) var isActive: Bool
  private var isDismissing = false

  // Sound to be unowned: a parent is unmounted with its children, which drop this reference then.
  private unowned(safe) var parent: NavigationNode?
  // Sound to be unowned: the slot lives as long as the parent.
  private unowned(safe) var home: NavigationSlot?
  /// The number of effects in flight in the features below this one.
  private(set) var liveBelow = 0
  private var slots: [NavigationSlot] = []
  /// The entries of ``slots``, to be found without reference counting.
  private var index: [SlotEntry] = []
  private var effects: [ObjectIdentifier: LiveEffect] = [:]
  private(set) var scopes: [CancelID: [ObjectIdentifier: CancelScope]] = [:]

  /// An entry for a slot of ``slots``, with the key of its operator's id and its type.
  private struct SlotEntry {
    let key: ObjectIdentifier?
    let type: ObjectIdentifier
    // Sound to be unmanaged: `slots` retains it.
    let slot: Unmanaged<NavigationSlot>
  }

  struct Presenter {
    // Sound to be unowned: a node is unmounted with the slot, and does not use it afterwards.
    unowned let slot: PresentingSlot
    let id: StackElementID
  }

  /// Creates the root of a store.
  init(tree: NavigationTree) {
    self.tree = tree
    treeReference = .passUnretained(tree)
    presenter = nil
    isPresented = false
    isTransparent = false
    isActive = true
  }

  init(
    parent: NavigationNode, in home: NavigationSlot, presenter: Presenter? = nil,
    isTransparent: Bool = false
  ) {
    tree = parent.tree
    treeReference = parent.treeReference
    self.presenter = presenter
    isPresented = presenter != nil || parent.isPresented
    self.isTransparent = isTransparent
    isActive = parent.isActive
    // An unmounted parent would never clear these references.
    guard isActive else { return }
    self.parent = parent
    self.home = home
  }

  /// The node of the feature whose reducer is running on this thread; `nil` outside of a store.
  static var current: NavigationNode? { FeatureStep.current?.withNode { $0 } }

  /// Returns the slot of the operator whose id has a key; it lives as long as this node is mounted.
  func slot<Slot: NavigationSlot>(key: ObjectIdentifier) -> Unmanaged<Slot>? {
    for entry in index where entry.key == key && entry.type == ObjectIdentifier(Slot.self) {
      // Sound: its type was just compared.
      return .fromOpaque(entry.slot.toOpaque())
    }
    return nil
  }

  /// Returns the slot of the operator with an id; creates it if there is none.
  @inline(never)
  func slot<Slot: NavigationSlot>(_ id: OperatorID) -> Unmanaged<Slot> {
    .passUnretained(existing(id) ?? make(id, key: id.key))
  }

  /// Returns the slot of the operator on a part of the state whose key path is not evaluated yet.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func slot<Root, Value, Slot: NavigationSlot>(
    _ source: KeyPathSource<Root, Value>
  ) -> Unmanaged<Slot> {
    let keyPath = source()
    guard let key = source.key else {
      return slot(key: ObjectIdentifier(keyPath)) ?? slot(.keyPath(keyPath))
    }
    guard let slot: Slot = existing(.keyPath(keyPath)) else {
      return .passUnretained(make(.keyPath(keyPath), key: key))
    }
    add(slot, key: key)
    return .passUnretained(slot)
  }

  // Compares ids, not keys: a key path that is not a literal is a new object each time.
  private func existing<Slot: NavigationSlot>(_ id: OperatorID) -> Slot? {
    for slot in slots where slot.id == id {
      if let slot = slot as? Slot { return slot }
    }
    return nil
  }

  private func make<Slot: NavigationSlot>(
    _ id: OperatorID, key: ObjectIdentifier?
  ) -> Slot {
    let slot = Slot(id: id)
    slots.append(slot)
    add(slot, key: key)
    return slot
  }

  private func add<Slot: NavigationSlot>(_ slot: Slot, key: ObjectIdentifier?) {
    index.append(
      SlotEntry(key: key, type: ObjectIdentifier(Slot.self), slot: .passUnretained(slot)))
  }

  /// Unmounts what a state no longer presents, even if an ancestor replaced a part of it without
  /// the operators in between.
  ///
  /// - Parameter state: The feature's state.
  /// - Complexity: O(*n*), where *n* is the number of operators on the way to effects in flight. Of
  ///   a stack's screens only those count that have changed, or below which an effect has started,
  ///   since the last call, as long as the stack knows its changes.
  func reconcile(_ state: StateReference) {
    guard liveBelow > 0 else { return }
    for slot in slots { slot.reconciler?(state) }
  }

  /// Adds to the effect counts of the ancestors.
  private func countAbove(_ change: Int) {
    var node = self
    while let parent = node.parent {
      let had = parent.liveBelow
      parent.liveBelow += change
      if had == 0 {
        parent.home?.nested[ObjectIdentifier(parent)] = parent
      } else if parent.liveBelow == 0 {
        parent.home?.nested[ObjectIdentifier(parent)] = nil
        parent.home?.effectsDidEnd(below: parent)
      }
      if change > 0 { parent.home?.effectDidStart(below: parent) }
      node = parent
    }
  }

  /// Unmounts the feature of an enum state's case if the state is in another case now.
  func reconcileCases<State>(with state: UnsafePointer<State>) {
    let found: Unmanaged<PresentationSlot>? = slot(key: ObjectIdentifier(State.self))
    guard let slot = found?.takeUnretainedValue(), slot.isMounted else { return }
    slot.reconcile(with: slot.identity(of: state))
  }

  /// The nearest node, from this one upwards, that is a boundary for cancel ids.
  var cancellationDomain: NavigationNode {
    var node = self
    while node.isTransparent, let parent = node.parent { node = parent }
    return node
  }

  func add(_ live: LiveEffect) {
    tree.liveEffectCount += 1
    countAbove(1)
    effects[ObjectIdentifier(live)] = live
  }

  func remove(_ live: LiveEffect) {
    tree.liveEffectCount -= 1
    countAbove(-1)
    effects[ObjectIdentifier(live)] = nil
  }

  func add(_ scope: CancelScope) {
    scopes[scope.id, default: [:]][ObjectIdentifier(scope)] = scope
  }

  func remove(_ scope: CancelScope) {
    scopes[scope.id]?[ObjectIdentifier(scope)] = nil
    if scopes[scope.id]?.isEmpty == true { scopes[scope.id] = nil }
  }

  /// Cancels the effects that have a cancel id, here and below (R91).
  ///
  /// - Parameter outer: The scopes of the effect that replaces those in flight; they are not
  ///   cancelled.
  /// - Complexity: O(*n*), where *n* is the number of features mounted below.
  func cancel(_ id: CancelID, except outer: [CancelScope] = []) {
    if let scopes = scopes[id] {
      for scope in scopes.values where !outer.contains(where: { $0 === scope }) { scope.cancel() }
    }
    for slot in slots {
      slot.forEachNode { $0.cancel(id) }
    }
  }

  /// The presentation around this feature, if there is one.
  var presentation: Presenter? {
    var node: NavigationNode? = self
    while let one = node {
      if let presenter = one.presenter { return presenter }
      node = one.parent
    }
    return nil
  }

  /// The ids of the elements of lists between the presentation around this feature and itself, the
  /// outermost first.
  var elementIDs: [String] {
    var ids: [String] = []
    var node = self
    while node.presenter == nil, let parent = node.parent {
      if let id = node.home?.elementID(of: node) { ids.append(id) }
      node = parent
    }
    return ids.reversed()
  }

  /// The effects in flight here and below, in the order in which they started, with their features.
  var effectsInFlight: [(LiveEffect, NavigationNode)] {
    var found: [(LiveEffect, NavigationNode)] = []
    var open = [self]
    while let node = open.popLast() {
      found += node.effects.values.map { ($0, node) }
      guard node.liveBelow > 0 else { continue }
      for slot in node.slots { slot.forEachNode { open.append($0) } }
    }
    return found.sorted { $0.0.number < $1.0.number }
  }

  /// Returns the presentation that a dismissal from here ends; `nil` if it was claimed before.
  func claimDismissal() -> Presenter? {
    var node = self
    while node.isActive {
      if let presenter = node.presenter {
        guard !node.isDismissing else { return nil }
        node.isDismissing = true
        return presenter
      }
      guard let parent = node.parent else { return nil }
      node = parent
    }
    return nil
  }

  /// Unmounts the feature and those below it: cancels all their effects.
  func unmount() {
    guard isActive else { return }
    isActive = false
    // The ids of a stack's elements never come again.
    if let presenter, presenter.id == .unassigned { tree.engine?.didUnmount(presenter) }
    tree.keepUntilStepEnds(self, slots)
    let slots = slots
    self.slots = []
    index = []
    for slot in slots { slot.unmount() }
    for effect in effects.values { effect.cancel(.unmounted) }
    parent = nil
  }
}

extension DependencyValues {
  var navigationNode: NavigationNode? {
    // Sound: every owner is a node.
    get { owner.map { unsafeDowncast($0 as AnyObject, to: NavigationNode.self) } }
    set { owner = newValue }
  }
}
