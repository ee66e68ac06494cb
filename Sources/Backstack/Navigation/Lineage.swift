import Synchronization

/// Tells at once that a collection still has all ids that it had when it was last looked at, at any
/// size.
///
/// A collection begins another lineage with each removal. Within a lineage it only grows, a step at a
/// time, and each step is taken by one collection alone: a copy that was left behind and grows, too,
/// begins a lineage of its own. So lineage and step say which ids there are.
struct Lineage: Sendable {
  private final class Steps: Sendable {
    let taken = Atomic(0)
  }

  private var steps = Steps()
  private var step = 0

  /// Called before ids are added.
  mutating func grow() {
    // Relaxed: nothing but the number itself is passed on.
    let (isFirst, _) = steps.taken.compareExchange(
      expected: step, desired: step + 1, ordering: .relaxed)
    if isFirst { step += 1 } else { self = Lineage() }
  }

  /// Whether what has this lineage has the same ids as what has the other.
  func isSame(as other: Lineage) -> Bool { steps === other.steps && step == other.step }

  /// Whether what has this lineage has all ids that what had an earlier one had.
  func continues(_ earlier: Lineage) -> Bool {
    steps === earlier.steps && step >= earlier.step
  }
}
