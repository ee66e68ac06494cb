import Synchronization

/// A closure that runs at most once, whichever thread comes first.
package final class Once: Sendable {
  private let hasRun = Atomic(false)
  private let body: @Sendable () -> Void

  /// Creates the closure.
  package init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Runs the closure, unless it has run.
  package func run() {
    if !hasRun.exchange(true, ordering: .acquiringAndReleasing) { body() }
  }
}
