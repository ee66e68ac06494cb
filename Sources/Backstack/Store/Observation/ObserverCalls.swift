import BackstackDependencies

/// The calls that a store's observers are owed, made by one thread at a time and in order.
///
/// An observer that is owed a call when there is a newer state gets the newer one in its place, so
/// that a slow observer lets nothing grow.
struct ObserverCalls {
  struct Entry {
    let observer: ObjectIdentifier
    let make: () -> Void
  }

  /// The call that each observer is owed.
  private var waiting: [ObjectIdentifier: () -> Void] = [:]
  /// Whose turn it is: from ``head`` on those that ``waiting`` has, each once.
  private var order: [ObjectIdentifier] = []
  /// The position in ``order`` of the next one.
  private var head = 0
  /// What the calls run with; there once there was a call.
  private var values: DependencyValues?
  /// Whether a thread makes calls.
  private var isCalling = false

  /// Whether no call is owed or being made.
  var isEmpty: Bool { waiting.isEmpty && !isCalling }

  /// - Returns: The calls that are not made any more, to be let go of when this has returned: they
  ///   hold states, with objects that may do as they like in their deinit.
  mutating func append(_ calls: [Entry], with values: DependencyValues) -> [() -> Void] {
    self.values = values
    return calls.compactMap { call in
      let replaced = waiting.updateValue(call.make, forKey: call.observer)
      if replaced == nil { order.append(call.observer) }
      return replaced
    }
  }

  /// Whether the caller has to make calls until ``next()`` has none: there are some, and no thread
  /// makes them.
  mutating func begin() -> Bool {
    if waiting.isEmpty || isCalling { return false }
    isCalling = true
    return true
  }

  /// The next call, `nil` when there is none and the caller has done its duty.
  ///
  /// - Complexity: O(1) amortized.
  mutating func next() -> (make: () -> Void, values: DependencyValues)? {
    guard head < order.count, let values, let make = waiting.removeValue(forKey: order[head])
    else {
      order = []
      head = 0
      isCalling = false
      return nil
    }
    head += 1
    if head >= 64, head * 2 >= order.count {
      order.removeFirst(head)
      head = 0
    }
    return (make, values)
  }
}
