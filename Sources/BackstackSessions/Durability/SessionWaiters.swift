import BackstackStorage

/// A waiter for a change of a session to be stored.
struct SessionWaiter: Sendable {
  /// The number of the change.
  let change: Int
  /// Called with `nil` once the change is stored, or with the reason why it can't be.
  let completion: @Sendable (StorageError?) -> Void
}

/// The waiters for changes of a session to be stored, in the order of the changes.
struct SessionWaiters: Sendable {
  /// The first waiter. Usually it is the only one, and then no array is needed.
  private var first: SessionWaiter?
  private var others: [SessionWaiter] = []

  mutating func append(_ waiter: SessionWaiter) {
    if first == nil { first = waiter } else { others.append(waiter) }
  }

  /// Removes and returns the waiters whose changes are stored.
  ///
  /// - Parameter change: The last change that is stored.
  mutating func take(through change: Int) -> SessionWaiters {
    var taken = SessionWaiters()
    guard let first, first.change <= change else { return taken }
    let end = others.firstIndex { $0.change > change } ?? others.endIndex
    if end == others.endIndex {
      swap(&taken, &self)
      return taken
    }
    taken.first = first
    taken.others = Array(others[..<end])
    self.first = others[end]
    others.removeFirst(end + 1)
    return taken
  }

  /// Notifies all waiters that the changes are stored, or why they can't be.
  func end(_ failure: StorageError?) {
    first?.completion(failure)
    for waiter in others { waiter.completion(failure) }
  }
}
