import BackstackCasePaths

/// The slot of an operator on an optional or an enum: one child at a time, known by its identity.
final class PresentationSlot: PresentingSlot, @unchecked Sendable {
  @exclusivity(unchecked) private var mounted: NavigationNode?
  @exclusivity(unchecked) private var identity = PresentationIdentity(tag: 0, id: nil)
  /// What is known of the payloads of each case, by its tag; found out once.
  @exclusivity(unchecked) private var traits: [PayloadTraits?] = []
  /// What is mounted, if its case alone tells whether it still is what is presented. Sound to be
  /// unmanaged: ``mounted`` keeps it.
  @exclusivity(unchecked) private var plain: (tag: Int, node: Unmanaged<NavigationNode>)?

  /// The identity of a state.
  func identity<State>(of state: inout State) -> PresentationIdentity {
    let tag = enumTag(of: &state) ?? 0
    guard traits(of: &state, tag: tag).isIdentifiable, let id = PayloadTraits.id(of: &state) else {
      return PresentationIdentity(tag: tag, id: nil)
    }
    if mounted != nil, identity.tag == tag, identity.id?.value == id { return identity }
    return PresentationIdentity(tag: tag, id: PresentationIdentity.ID(id))
  }

  /// The identity of a state that may be none.
  func identity<State>(ofOptional state: inout State?) -> PresentationIdentity? {
    isNone(&state) ? nil : identity(of: &state!)
  }

  /// Whether a state is an alert or a dialog, or holds one.
  func isEphemeral<State>(_ state: inout State) -> Bool {
    traits(of: &state, tag: enumTag(of: &state) ?? 0).isEphemeral
  }

  private func traits<State>(of state: inout State, tag: Int) -> PayloadTraits {
    if tag < traits.count, let known = traits[tag] { return known }
    return findTraits(of: &state, tag: tag)
  }

  @inline(never)
  private func findTraits<State>(of state: inout State, tag: Int) -> PayloadTraits {
    let found = PayloadTraits(of: &state)
    if tag >= traits.count { traits += Array(repeating: nil, count: tag + 1 - traits.count) }
    traits[tag] = found
    return found
  }

  /// The node of what is presented.
  ///
  /// - Parameter presents: Whether the operator presents, so that its child can dismiss itself.
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
    let traits = identity.tag < traits.count ? traits[identity.tag] : nil
    plain = traits?.isPlain == true ? (identity.tag, .passUnretained(node)) : nil
  }

  /// The node of what is presented, where neither an `id` nor an alert makes it necessary to look
  /// closely; `nil` where it does, or where something else was presented before.
  func plainNode<State>(of state: inout State) -> Unmanaged<NavigationNode>? {
    guard let plain, plain.tag == enumTag(of: &state) ?? 0 else { return nil }
    return plain.node
  }

  /// Whether a feature is mounted here.
  var isMounted: Bool { mounted != nil }

  /// The feature that ``NavigationSlot/follow`` was given for, where that depends on it.
  @exclusivity(unchecked) var followed: UnsafeMutableRawPointer?

  /// Goes on below what is mounted, if effects are in flight there.
  func followBelow<State>(_ state: inout State) {
    guard let mounted, mounted.liveBelow > 0 else { return }
    withUnsafeMutablePointer(to: &state) { mounted.follow(StateReference($0)) }
  }

  /// Tears down what was presented when something else or nothing is now (R55, R56).
  func reconcile(with identity: PresentationIdentity?) {
    guard let node = mounted, self.identity != identity else { return }
    if node.tree.isTentative { putAside(node) }
    mounted = nil
    plain = nil
    followed = nil
    if !node.tree.isTentative { node.tearDown() }
  }

  /// Tears down what is mounted for another case, or another payload, than an enum state has.
  func settle<State>(with state: inout State) {
    if isMounted, plainNode(of: &state) == nil { reconcile(with: identity(of: &state)) }
  }

  @inline(never)
  private func putAside(_ node: NavigationNode) {
    node.tree.putAside(
      AsideFeature(node: node) { [self, identity, follow, followed] in
        mount(node, identity)
        self.follow = follow
        self.followed = followed
      })
  }

  override func forEachNode(_ body: (NavigationNode) -> Void) {
    if let mounted { body(mounted) }
  }
}
