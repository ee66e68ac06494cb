import BackstackCasePaths

/// The slot of an operator on an optional or an enum: it has one child at a time, with an identity.
final class PresentationSlot: PresentingSlot, @unchecked Sendable {
  private var mounted: NavigationNode?
  private var identity = PresentationIdentity(tag: 0, id: nil)
  /// The traits of each case's payload, by tag; determined once.
  private var traits: [PayloadTraits?] = []
  /// The mounted feature, if no action of its own ends it.
  private var lasting: Lasting?

  private struct Lasting {
    let tag: Int
    // Sound to be unmanaged: the slot's `identity` and `mounted` retain them.
    let id: Unmanaged<PresentedID>?
    let node: Unmanaged<NavigationNode>
  }

  /// Returns the identity of a state.
  func identity<State>(of state: UnsafePointer<State>) -> PresentationIdentity {
    let tag = enumTag(at: state) ?? 0
    guard traits(of: state, tag: tag).isIdentifiable else {
      return PresentationIdentity(tag: tag, id: nil)
    }
    if mounted != nil, identity.tag == tag, identity.id?.isID(of: state) == true { return identity }
    return PresentationIdentity(tag: tag, id: .find(in: state))
  }

  /// Returns the identity of an optional state; `nil` if there is no state.
  func identity<State>(ofOptional state: UnsafePointer<State?>) -> PresentationIdentity? {
    state.wrapped().map { identity(of: $0) }
  }

  /// Returns whether a state is an alert or a dialog, or has one as its payload.
  func isEphemeral<State>(_ state: UnsafePointer<State>) -> Bool {
    traits(of: state, tag: enumTag(at: state) ?? 0).isEphemeral
  }

  private func traits<State>(of state: UnsafePointer<State>, tag: Int) -> PayloadTraits {
    if tag < traits.count, let known = traits[tag] { return known }
    return findTraits(of: state, tag: tag)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func findTraits<State>(of state: UnsafePointer<State>, tag: Int) -> PayloadTraits {
    let found = PayloadTraits(of: state)
    if tag >= traits.count { traits += Array(repeating: nil, count: tag + 1 - traits.count) }
    traits[tag] = found
    return found
  }

  /// Returns the node of the presented feature; mounts it if needed.
  ///
  /// - Parameter presents: Whether the operator presents its child, which can dismiss itself then.
  func node(
    _ identity: PresentationIdentity, under parent: NavigationNode, presents: Bool
  ) -> Unmanaged<NavigationNode> {
    reconcile(with: identity)
    if let mounted { return .passUnretained(mounted) }
    let node = NavigationNode(
      parent: parent, in: self, presenter: presents ? .init(slot: self, id: .unassigned) : nil)
    mount(node, identity)
    return .passUnretained(node)
  }

  private func mount(_ node: NavigationNode, _ identity: PresentationIdentity) {
    mounted = node
    self.identity = identity
    guard identity.tag < traits.count, let traits = traits[identity.tag], !traits.isEphemeral,
      identity.id != nil || !traits.isIdentifiable
    else {
      lasting = nil
      return
    }
    lasting = Lasting(
      tag: identity.tag, id: identity.id.map { .passUnretained($0) }, node: .passUnretained(node))
  }

  /// Returns the node of the feature that is mounted if a state presents it; `nil` if it presents
  /// another one, or an alert.
  func node<State>(of state: UnsafePointer<State>) -> Unmanaged<NavigationNode>? {
    guard let lasting, lasting.tag == enumTag(at: state) ?? 0 else { return nil }
    guard let id = lasting.id else { return lasting.node }
    return id._withUnsafeGuaranteedRef { $0.isID(of: state) } ? lasting.node : nil
  }

  /// Whether a feature is mounted here.
  var isMounted: Bool { mounted != nil }

  /// Whether the operator runs the feature of whichever case an enum state is in.
  var holdsEachCase: Bool {
    if case .cases = id { true } else { false }
  }

  /// Whether effects are in flight below the mounted feature.
  var hasEffectsBelow: Bool { mounted.map { $0.liveBelow > 0 } ?? false }

  /// The feature for which ``NavigationSlot/reconciler`` was set, if that depends on the feature.
  var reconciledFeature: UnsafeMutableRawPointer?

  /// Reconciles the features below the mounted one, if effects are in flight there.
  func reconcileBelow<State>(_ state: UnsafePointer<State>) {
    guard let mounted else { return }
    mounted.reconcile(StateReference(state))
  }

  /// Unmounts the feature if something else or nothing is presented now (R55, R56).
  func reconcile(with identity: PresentationIdentity?) {
    guard let node = mounted, self.identity != identity else { return }
    if node.tree.isInTransaction { deferUnmount(node) }
    mounted = nil
    lasting = nil
    reconciledFeature = nil
    if !node.tree.isInTransaction { node.unmount() }
  }

  /// Unmounts the feature if an enum state is in another case, or has another payload.
  func reconcileCase<State>(with state: UnsafePointer<State>) {
    if isMounted, node(of: state) == nil { reconcile(with: identity(of: state)) }
  }

  @inline(never)
  private func deferUnmount(_ node: NavigationNode) {
    node.tree.deferUnmount(
      DepartedFeature(node: node) { [self, identity, reconciler, reconciledFeature] in
        mount(node, identity)
        self.reconciler = reconciler
        self.reconciledFeature = reconciledFeature
      })
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    if let mounted { body(mounted) }
  }
}
