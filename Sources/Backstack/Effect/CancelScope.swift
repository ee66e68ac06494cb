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

  init(id: CancelID, node: NavigationNode) {
    self.id = id
    self.node = node
  }

  func cancel() {
    isCancelled = true
    for live in lives.values { live.cancel(.ended) }
    if let task { node.tree.cancelLater(task) }
  }
}
