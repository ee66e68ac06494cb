/// What one store knows of the features that are mounted in it and of their effects in flight.
///
/// Everything in it is read and changed inside of ``withLock(_:)``.
final class NavigationTree: @unchecked Sendable {
  // Sound: guarded by `lock`.

  private let lock = StoreLock()
  /// The engine of the store; gone when the store is.
  weak var engine: (any StoreEngine)?
  /// How many effects are in flight.
  var liveEffectCount = 0
  /// The tasks of cancelled effects, which are told so when the lock is free.
  private var cancelled: [Task<Void, Never>] = []

  /// Runs `body` alone; a thread that is inside already passes through.
  ///
  /// Cancellation handlers are foreign code that may take locks of its own, so they run afterwards.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    if lock.isHeldByCurrentThread { return try body() }
    var tasks: [Task<Void, Never>] = []
    defer { for task in tasks { task.cancel() } }
    return try lock.withLock {
      defer { swap(&tasks, &cancelled) }
      return try body()
    }
  }

  /// Has a task cancelled once the lock is free.
  func cancelLater(_ task: Task<Void, Never>) { cancelled.append(task) }
}

/// What a dismissal asks of a store.
protocol StoreEngine: AnyObject {
  /// Sends the action that dismisses the nearest presentation around a node, once.
  func dismiss(_ node: NavigationNode)

  /// Where the store's effects run.
  var executor: StoreExecutor { get }
}
