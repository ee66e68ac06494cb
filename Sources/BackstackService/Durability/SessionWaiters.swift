import BackstackStorage

/// Those who wait until changes of a session are stored, in the order of the changes.
struct SessionWaiters: Sendable {
  /// Mostly there is one: it needs no memory of its own.
  private var first: SessionWaiter?
  private var others: [SessionWaiter] = []

  mutating func append(_ waiter: SessionWaiter) {
    if first == nil { first = waiter } else { others.append(waiter) }
  }

  /// Takes those out whose changes are stored.
  ///
  /// - Parameter change: The last change that is.
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

  /// Tells all of them that it is stored, or why it can't be.
  func end(_ failure: StorageError?) {
    first?.end(failure)
    for waiter in others { waiter.end(failure) }
  }
}
