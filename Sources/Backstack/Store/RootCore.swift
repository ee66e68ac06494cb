import BackstackDependencies

/// The interface of a root's engine for its scoped stores, independent of the type of its state.
protocol RootCore: StoreEngine {
  var tree: NavigationTree { get }
  /// The dependencies of the store's root.
  var dependencies: DependencyValues { get }
  /// The number of processed actions; read under the lock of ``tree``.
  var actionCount: Int { get }
  /// Whether the store has stopped processing actions; read under the lock of ``tree``.
  var isEnded: Bool { get }

  /// Cancels all effects in flight, and stops processing actions.
  func end()
}

extension StoreCore {
  func step(_ body: () -> Void) { perform(body) }
}
