import BackstackDependencies

extension Effect {
  /// Makes the effect cancellable by an id, within the feature that returns it.
  ///
  /// - Parameters:
  ///   - id: The id; several effects may share it.
  ///   - cancelInFlight: Whether to cancel the effects in flight with the same id first.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Self {
    if isNone { return self }
    return Self(
      .cancellable(
        self, id: CancelID(id), node: NavigationNode.current, cancelInFlight: cancelInFlight))
  }

  /// Creates an effect that cancels the effects with an id, both of this feature and of those
  /// presented from it.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id), node: NavigationNode.current))
  }

  /// Creates an effect that cancels the effects with any of several ids.
  public static func cancel<ID: Hashable & Sendable>(ids: some Sequence<ID>) -> Self {
    merge(ids.map { cancel(id: $0) })
  }
}

/// A cancel id: a value and its type (R90).
struct CancelID: Hashable, CustomStringConvertible, @unchecked Sendable {
  // Sound: made of an immutable Sendable value.
  private let type: ObjectIdentifier
  private let value: AnyHashable

  init<ID: Hashable & Sendable>(_ id: ID) {
    type = ObjectIdentifier(ID.self)
    value = AnyHashable(id)
  }

  var description: String { "\(value)" }
}

/// The scope of one `cancellable(id:)`, with the effects that were or will be started under it; or
/// of one `withTaskCancellation(id:)`, with its task.
final class CancelScope: @unchecked Sendable {
  // Sound: accessed inside of the `withLock` of `node.tree`.

  let id: CancelID
  /// The feature within which the id is valid.
  let node: NavigationNode
  private(set) var isCancelled = false
  var lives: [ObjectIdentifier: LiveEffect] = [:]
  var task: Task<Void, Never>?
  /// The scopes of `withTaskCancellation(id:)` that the current task is in.
  @TaskLocal private static var ofTask: [CancelScope] = []

  /// The scopes that the current task is in. A replacement of effects in flight must not cancel
  /// these, or it would cancel itself.
  static var current: [CancelScope] { (LiveEffect.current?.scopes ?? []) + ofTask }

  init(id: CancelID, node: NavigationNode) {
    self.id = id
    self.node = node
  }

  /// Runs the work of a `withTaskCancellation(id:)`.
  func run(_ work: @Sendable () async -> Void) async {
    await Self.$ofTask.withValue(Self.ofTask + [self], operation: work)
  }

  func cancel() {
    isCancelled = true
    for live in lives.values { live.cancel(.ended) }
    if let task { node.tree.cancelLater(task) }
  }
}

extension Effect {
  /// Whether the effect or a part of it has a cancel id.
  var hasCancelID: Bool {
    switch operation {
    case .none, .send, .durable, .run, .cancel, .attach: false
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.hasCancelID)
    case .cancellable: true
    }
  }

  /// Returns the effect as it waits for another one to end: its ids are registered, so that it can
  /// be cancelled before it starts (R93).
  func queued(at root: NavigationNode) -> Self {
    switch operation {
    case .none, .send, .durable, .run, .cancel, .attach: return self
    case .merge(let effects): return Self(.merge(effects.map { $0.queued(at: root) }))
    case .concatenate(let effects): return Self(.concatenate(effects.map { $0.queued(at: root) }))
    case .cancellable(let effect, let id, let node, let cancelInFlight, let queued):
      // The same scope until the effect ends: so a cancellation finds it at every stage.
      let scope = queued ?? CancelScope(id: id, node: (node ?? root).cancellationDomain)
      scope.node.add(scope)
      return Self(
        .cancellable(
          effect.queued(at: root), id: id, node: node, cancelInFlight: cancelInFlight,
          queued: scope))
    }
  }

  /// Returns the effect as it stops waiting, without the parts that were cancelled meanwhile. It
  /// registers its ids again when it starts, so that earlier effects of the same queue don't cancel
  /// it.
  func dequeued() -> Self {
    switch operation {
    case .none, .send, .durable, .run, .cancel, .attach: return self
    case .merge(let effects): return Self(.merge(effects.map { $0.dequeued() }))
    case .concatenate(let effects): return Self(.concatenate(effects.map { $0.dequeued() }))
    case .cancellable(let effect, let id, let node, let cancelInFlight, let queued):
      if let queued { queued.node.remove(queued) }
      let inner = effect.dequeued()
      if queued?.isCancelled == true { return .none }
      return Self(
        .cancellable(inner, id: id, node: node, cancelInFlight: cancelInFlight, queued: queued))
    }
  }
}
