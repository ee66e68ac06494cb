/// The reach of one `cancellable(id:)`: the effects started under it, and those still to be started;
/// or of one `withTaskCancellation(id:)`: its task.
final class CancelScope: @unchecked Sendable {
  // Sound: read and changed inside of the `withLock` of `node.tree`.

  let id: CancelID
  /// The border within which the id counts.
  let node: NavigationNode
  private(set) var isCancelled = false
  var lives: [ObjectIdentifier: LiveEffect] = [:]
  var task: Task<Void, Never>?
  /// Those of `withTaskCancellation(id:)` that the current task is in.
  @TaskLocal private static var ofTask: [CancelScope] = []

  /// Those that the current task is in: what takes the place of effects in flight does not cancel itself.
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
