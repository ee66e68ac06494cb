/// The deferred callbacks of a store: user code that may take locks.
final class DeferredCallbacks {
  /// The tasks of cancelled effects, whose own cancellation is deferred.
  var cancelled: [Task<Void, Never>] = []
  /// The pending calls of observers.
  var calls = ObserverCalls()
  /// The sends of the store's reducers to stores whose lock was held by another thread.
  var postponed: [() -> Void] = []

  var isEmpty: Bool { cancelled.isEmpty && calls.isEmpty && postponed.isEmpty }
}
