import Synchronization

/// A stamp for a generation of ids. It shows in O(1) whether a collection still has all ids that it
/// had earlier.
///
/// A removal begins a new generation. Within a generation a collection only grows, one step at a
/// time, and only one collection takes each step: if an older copy grows, too, it begins a new
/// generation. So the generation and the step together identify the set of ids.
struct Generation: Sendable {
  private final class Steps: Sendable {
    let taken = Atomic(0)
  }

  private var steps = Steps()
  private var step = 0

  /// Starts the next step; called before ids are added.
  mutating func grow() {
    // Relaxed: no data but the number itself is shared.
    let (isFirst, _) = steps.taken.compareExchange(
      expected: step, desired: step + 1, ordering: .relaxed)
    if isFirst { step += 1 } else { self = Generation() }
  }

  /// Returns whether both collections have the same ids.
  func isSame(as other: Generation) -> Bool { steps === other.steps && step == other.step }

  /// Returns whether the collection still has all ids of the one with the earlier stamp.
  func continues(_ earlier: Generation) -> Bool {
    steps === earlier.steps && step >= earlier.step
  }
}
