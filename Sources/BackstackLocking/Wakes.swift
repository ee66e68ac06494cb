/// What another thread sleeps on.
package protocol Wakeable: AnyObject, Sendable {
  /// Wakes the thread that sleeps, or has it not fall asleep. Must not wait, nor wake others.
  func wake()
}

/// Wake-ups that a piece of work causes, which happen together at its end.
///
/// A thread that is woken may take the processor from the one that wakes it, finds the little there is by
/// then, and sleeps again: a change of threads for each of a hundred answers. Like this it finds them all.
package enum Wakes {
  /// Runs a piece of work, and what it wakes afterwards, each once, also when it throws.
  ///
  /// Within another piece of work of the same thread they happen at the end of the outer one. Other
  /// threads, also those that the work has started, put nothing off.
  ///
  /// - Parameter body: Must not wait for a thread that it wakes, which may still sleep. When more than
  ///   ``PendingWakes/limit`` are to be woken, they are before it ends.
  /// - Throws: What `body` throws.
  package static func together<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A process that has no room for it is not worse off than without.
    guard let pending = PendingWakes.makeOfThread() else { return try body() }
    pending.begin()
    defer { pending.end() }
    return try body()
  }

  /// Wakes a sleeper, at once or at the end of the work that this thread does ``together(_:)``.
  ///
  /// - Complexity: O(*n*), where *n* is how many are to be woken then; nothing is allocated.
  package static func wake(_ sleeper: any Wakeable) {
    if let pending = PendingWakes.ofThread, pending.isPuttingOff {
      pending.add(sleeper)
    } else {
      sleeper.wake()
    }
  }
}
