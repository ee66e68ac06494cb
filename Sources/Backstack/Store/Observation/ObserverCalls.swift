import BackstackDependencies
import BackstackPlatform

/// The pending calls of a store's observers. One thread at a time makes them, in order.
///
/// If an observer's call is still pending when there is a newer state, the newer one replaces it,
/// so that a slow observer does not make memory grow.
struct ObserverCalls {
  struct Entry {
    let observer: ObjectIdentifier
    let make: () -> Void
  }

  /// The pending call of each observer.
  private var waiting: [ObjectIdentifier: () -> Void] = [:]
  /// The order of the calls: each key of ``waiting``, once.
  private var order = Deque<ObjectIdentifier>()
  /// The dependencies of the calls; set with the first call.
  private var values: DependencyValues?
  /// Whether a thread is making calls.
  private var isCalling = false

  /// Whether no call is pending or in progress.
  var isEmpty: Bool { waiting.isEmpty && !isCalling }

  /// - Returns: The replaced calls. Release them after this has returned: they capture states with
  ///   objects whose deinit may run any code.
  mutating func append(_ calls: [Entry], with values: DependencyValues) -> [() -> Void] {
    self.values = values
    return calls.compactMap { call in
      let replaced = waiting.updateValue(call.make, forKey: call.observer)
      if replaced == nil { order.append(call.observer) }
      return replaced
    }
  }

  /// Returns whether the caller has to make calls until ``next()`` returns `nil`: some are pending,
  /// and no other thread makes them.
  mutating func begin() -> Bool {
    if waiting.isEmpty || isCalling { return false }
    isCalling = true
    return true
  }

  /// Removes and returns the next call; `nil` when the caller is done.
  ///
  /// - Complexity: O(1) amortized.
  mutating func next() -> (make: () -> Void, values: DependencyValues)? {
    guard let values, let observer = order.popFirst(),
      let make = waiting.removeValue(forKey: observer)
    else {
      isCalling = false
      return nil
    }
    return (make, values)
  }
}
