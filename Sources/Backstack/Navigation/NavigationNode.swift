import BackstackDependencies

/// A feature that is mounted in a store: the root, an element of a stack, what is presented, the
/// current case of an enum, a scope.
///
/// A node is made when the first action reaches the feature and is torn down when its element or
/// presentation leaves the state, however it leaves.
final class NavigationNode: @unchecked Sendable {
  // Sound: what changes is guarded by the lock of `tree`. As with slots, no access lasts.

  let tree: NavigationTree
  /// The same, to be found without counting references. Sound to be unmanaged: ``tree`` keeps it.
  let treeReference: Unmanaged<NavigationTree>
  /// How the feature is dismissed, if an operator presented it.
  let presenter: Presenter?
  /// Whether a presenting operator stands at this node or above it.
  let isPresented: Bool
  /// Whether cancel ids pass through: a `Scope` is no border for them.
  let isTransparent: Bool
  @exclusivity(unchecked) private(set) var isActive: Bool
  private var isDismissing = false

  // Sound to be unowned: a parent is torn down with its children, which forget it then.
  private unowned(safe) var parent: NavigationNode?
  // Sound to be unowned: the slot goes with the parent.
  private unowned(safe) var home: NavigationSlot?
  /// How many effects are in flight in the features below this one.
  @exclusivity(unchecked) private(set) var liveBelow = 0
  @exclusivity(unchecked) private var slots: [NavigationSlot] = []
  /// The slots once more, to be found without counting references.
  @exclusivity(unchecked) private var index: [SlotEntry] = []
  private var effects: [ObjectIdentifier: LiveEffect] = [:]
  private(set) var scopes: [CancelID: [ObjectIdentifier: CancelScope]] = [:]

  /// A slot of ``slots`` by its place's key and its type.
  private struct SlotEntry {
    let key: ObjectIdentifier?
    let type: ObjectIdentifier
    // Sound to be unmanaged: `slots` keeps it.
    let slot: Unmanaged<NavigationSlot>
  }

  struct Presenter {
    // Sound to be unowned: a node is torn down with the slot, and asks it nothing then.
    unowned let slot: PresentingSlot
    let id: StackElementID
  }

  /// The root of a store.
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
    // A parent that has been torn down already forgets nobody.
    guard isActive else { return }
    self.parent = parent
    self.home = home
  }

  /// The node of the feature whose reducer is running on this thread, if a store runs it.
  static var current: NavigationNode? { FeatureStep.current?.withNode { $0 } }

  /// The slot of the operator whose place has a key; kept for as long as this node has it.
  func slot<Slot: NavigationSlot>(key: ObjectIdentifier) -> Unmanaged<Slot>? {
    for entry in index where entry.key == key && entry.type == ObjectIdentifier(Slot.self) {
      // Sound: its type was just compared.
      return .fromOpaque(entry.slot.toOpaque())
    }
    return nil
  }

  /// The slot of the operator at a place, which is made if there is none.
  @inline(never)
  func slot<Slot: NavigationSlot>(_ place: OperatorPlace) -> Unmanaged<Slot> {
    .passUnretained(existing(place) ?? make(place, key: place.key))
  }

  /// The same of a part of the state whose key path is not known yet.
  @inline(never)
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

  /// A key path that is not a literal of one place is a new object each time.
  private func existing<Slot: NavigationSlot>(_ place: OperatorPlace) -> Slot? {
    for slot in slots where slot.place == place {
      if let slot = slot as? Slot { return slot }
    }
    return nil
  }

  private func make<Slot: NavigationSlot>(
    _ place: OperatorPlace, key: ObjectIdentifier?
  ) -> Slot {
    let slot = Slot(place: place)
    slots.append(slot)
    add(slot, key: key)
    return slot
  }

  private func add<Slot: NavigationSlot>(_ slot: Slot, key: ObjectIdentifier?) {
    index.append(
      SlotEntry(key: key, type: ObjectIdentifier(Slot.self), slot: .passUnretained(slot)))
  }

  /// Tears down what a state no longer presents, wherever it was changed: by an ancestor that
  /// replaced a part of it, behind the backs of the operators in between (decision 5).
  ///
  /// - Parameter state: The feature's state.
  /// - Complexity: O(*n*), where *n* is the number of operators on the way to effects in flight; the
  ///   effects of the screens of a stack themselves don't count.
  func follow(_ state: StateReference) {
    guard liveBelow > 0 else { return }
    for slot in slots { slot.follow?(state) }
  }

  /// Counts effects in the features above.
  private func countAbove(_ change: Int) {
    var node = self
    while let parent = node.parent {
      let had = parent.liveBelow
      parent.liveBelow += change
      if had == 0 {
        parent.home?.nested[ObjectIdentifier(parent)] = parent
      } else if parent.liveBelow == 0 {
        parent.home?.nested[ObjectIdentifier(parent)] = nil
      }
      node = parent
    }
  }

  /// Tears down what is mounted for another case than an enum state is in.
  func reconcileCases<State>(with state: inout State) {
    let found: Unmanaged<PresentationSlot>? = slot(key: ObjectIdentifier(State.self))
    guard let slot = found?.takeUnretainedValue(), slot.isMounted else { return }
    slot.reconcile(with: slot.identity(of: &state))
  }

  /// The nearest node at this one or above it that cancel ids don't pass.
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

  /// Cancels the effects that were made cancellable by an id here or below (R91).
  ///
  /// - Parameter outer: The scopes of the effect that takes the place of those in flight, which go on.
  /// - Complexity: O(*n*), where *n* is the number of features mounted below.
  func cancel(_ id: CancelID, except outer: [CancelScope] = []) {
    if let scopes = scopes[id] {
      for scope in scopes.values where !outer.contains(where: { $0 === scope }) { scope.cancel() }
    }
    for slot in slots {
      slot.forEachNode { $0.cancel(id) }
    }
  }

  /// The feature that a dismissal from here ends: asked for the first time only.
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

  /// Cancels all effects of the feature and of those below it.
  func tearDown() {
    guard isActive else { return }
    isActive = false
    tree.retire(self, slots)
    let slots = slots
    self.slots = []
    index = []
    for slot in slots { slot.tearDown() }
    for effect in effects.values { effect.cancel(.tornDown) }
    parent = nil
  }
}

extension DependencyValues {
  var navigationNode: NavigationNode? {
    // Sound: all places are nodes.
    get { place.map { unsafeDowncast($0 as AnyObject, to: NavigationNode.self) } }
    set { place = newValue }
  }
}
