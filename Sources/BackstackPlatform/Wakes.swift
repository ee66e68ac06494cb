/// An object on which a thread sleeps and that another thread can wake.
package protocol Wakeable: AnyObject, Sendable {
  /// Wakes the sleeping thread, or keeps it from falling asleep. Must neither block nor wake
  /// others.
  func wake()
}

/// Wake-ups that are deferred to the end of the work that causes them.
///
/// A woken thread may preempt the thread that wakes it, find only the first piece of work, and
/// sleep again: a context switch for each of a hundred responses. With the wake-ups deferred, it
/// finds all of the work at once.
package enum Wakes {
  /// Runs `body`, then wakes each thread that it asked to wake, once, even if it throws.
  ///
  /// Nested calls on the same thread defer their wake-ups to the end of the outermost call. Other
  /// threads, including those that `body` starts, defer nothing.
  ///
  /// - Parameter body: Must not wait for a thread that it wakes, which may still be asleep. When it
  ///   wakes more than ``PendingWakes/limit`` threads, some are woken before it ends.
  /// - Throws: The error that `body` throws.
  package static func coalesce<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Without room for the instance, the wake-ups happen at once, which is correct but slower.
    guard let pending = PendingWakes.makeForThread() else { return try body() }
    pending.begin()
    defer { pending.end() }
    return try body()
  }

  /// Wakes a sleeper: at once, or at the end of the ``coalesce(_:)`` call that this thread is in.
  ///
  /// - Complexity: O(*n*), where *n* is the number of deferred wake-ups; nothing is allocated.
  package static func wake(_ sleeper: any Wakeable) {
    if let pending = PendingWakes.forThread, pending.isCoalescing {
      pending.add(sleeper)
    } else {
      sleeper.wake()
    }
  }
}
