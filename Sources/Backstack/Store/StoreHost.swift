import BackstackDependencies

/// What every view on a store needs of the machinery at the root, whatever its state is.
protocol StoreHost: StoreEngine {
  var tree: NavigationTree { get }
  /// The dependencies of the store's root.
  var dependencies: DependencyValues { get }
  /// How many actions were processed; read under the lock of ``tree``.
  var actionCount: Int { get }
  /// Whether the store processes no action any more; read under the lock of ``tree``.
  var isEnded: Bool { get }

  /// Cancels all effects in flight; no action is processed any more.
  func end()
}

extension StoreCore {
  func step(_ body: () -> Void) { perform(body) }
}
