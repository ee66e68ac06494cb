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
