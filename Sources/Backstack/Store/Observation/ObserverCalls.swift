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

  private var waiting: [Entry] = []
  private var head = 0
  /// Where an observer's call waits.
  private var positions: [ObjectIdentifier: Int] = [:]
  /// What the calls run with.
  private var values = DependencyValues()
  /// Whether a thread makes calls.
  private var isCalling = false

  mutating func append(_ calls: [Entry], with values: DependencyValues) {
    self.values = values
    for call in calls {
      if let position = positions[call.observer] {
        waiting[position] = call
      } else {
        positions[call.observer] = waiting.count
        waiting.append(call)
      }
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
  mutating func next() -> (make: () -> Void, values: DependencyValues)? {
    guard head < waiting.count else {
      waiting = []
      head = 0
      isCalling = false
      return nil
    }
    let call = waiting[head]
    head += 1
    positions[call.observer] = nil
    return (call.make, values)
  }
}
