import BackstackDependencies

/// The position of a store's step: the feature whose reducer is running.
///
/// It retains nothing: reference counting would take longer than a small reducer. The store retains
/// the frame, and the tree retains until the step's end every node and slot that existed during it.
struct FeatureStep {
  // Sound to be unmanaged for the reason above: a value is not used after the reducer that made it.
  private let frame: Unmanaged<DependencyFrame>
  private let node: Unmanaged<NavigationNode>

  /// The step that is running on this thread; `nil` outside of a store.
  static var current: FeatureStep? {
    guard let (frame, owner) = DependencyFrame.runningOwner else { return nil }
    // Sound: every owner is a node.
    return FeatureStep(frame: frame, node: .fromOpaque(owner.toOpaque()))
  }

  /// Calls `body` with the feature's node.
  func withNode<Result>(_ body: (NavigationNode) -> Result) -> Result {
    node._withUnsafeGuaranteedRef(body)
  }

  /// Returns the slot of the operator on a part of the state.
  func slot<Root, Value, Slot: NavigationSlot>(
    _ source: KeyPathSource<Root, Value>, as _: Slot.Type = Slot.self
  ) -> SlotReference<Slot> {
    SlotReference(
      node._withUnsafeGuaranteedRef { node in
        source.key.flatMap { node.slot(key: $0) } ?? node.slot(source)
      })
  }

  /// Returns the slot of the operator on the cases of an enum.
  func slot<State>(casesOf _: State.Type) -> SlotReference<PresentationSlot> {
    let key = ObjectIdentifier(State.self)
    return SlotReference(
      node._withUnsafeGuaranteedRef { $0.slot(key: key) ?? $0.slot(.cases(key)) })
  }

  /// Returns the slot of the operator with an id.
  func slot<Slot: NavigationSlot>(
    _ id: OperatorID, as _: Slot.Type = Slot.self
  ) -> SlotReference<Slot> {
    SlotReference(
      node._withUnsafeGuaranteedRef { node in
        id.key.flatMap { node.slot(key: $0) } ?? node.slot(id)
      })
  }

  /// Makes a child the current feature until ``leave(after:)``.
  func enter(_ child: Unmanaged<NavigationNode>) {
    frame._withUnsafeGuaranteedRef { $0.move(to: .fromOpaque(child.toOpaque())) }
  }

  /// Makes this feature the current one again after a child has processed an action.
  func leave<Action>(after action: Action) {
    changeRoute { $0.note(action) }
    leave()
  }

  private func leave() {
    frame._withUnsafeGuaranteedRef { $0.move(to: .fromOpaque(node.toOpaque())) }
  }

  // MARK: Operators on stacks, presentations and lists

  /// Records that the operator takes the current action.
  func takeAction() { changeRoute { $0.take() } }

  /// Records that an operator of another kind takes the action, if the action is for a stack, a
  /// presentation or a list: the operator's case path leads through it.
  func takeAction<Action>(ifNavigation action: Action) {
    if NavigationCases.contains(action) { takeAction() }
  }

  /// Makes a screen the current feature until ``leaveScreen(after:)``.
  func enterScreen(_ screen: Unmanaged<NavigationNode>) {
    changeRoute { $0.enter() }
    enter(screen)
  }

  /// Makes this feature the current one again after a screen has processed an action.
  func leaveScreen<Action>(after action: Action) {
    changeRoute {
      $0.note(action)
      $0.leave()
    }
    leave()
  }

  @inline(__always)
  private func changeRoute(_ change: (inout ActionRoute) -> Void) {
    node._withUnsafeGuaranteedRef { $0.treeReference }
      ._withUnsafeGuaranteedRef { change(&$0.route) }
  }

  /// The store's generator of ids.
  var stackElementID: StackElementIDGenerator? {
    frame._withUnsafeGuaranteedRef { $0.withValues { $0.stackElementID } }
  }

  /// Whether the store runs in a test.
  var isTest: Bool { frame._withUnsafeGuaranteedRef { $0.withValues { $0.context == .test } } }
}

/// A reference to a slot that a step has found; like the step, it retains nothing.
struct SlotReference<Slot: NavigationSlot> {
  // Sound: see `FeatureStep`.
  private let slot: Unmanaged<Slot>

  init(_ slot: Unmanaged<Slot>) { self.slot = slot }

  /// Calls `body` with the slot.
  func callAsFunction<Result>(_ body: (Slot) -> Result) -> Result {
    slot._withUnsafeGuaranteedRef(body)
  }
}
