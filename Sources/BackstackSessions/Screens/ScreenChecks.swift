import Synchronization

/// Which evaluations of a feature's views are repeated, to find out whether these depend on nothing but
/// the state: the first, the second, the fourth and so on, until one does not.
final class ScreenChecks: Sendable {
  private let count = Atomic<UInt64>(0)

  /// Counts an evaluation.
  ///
  /// - Returns: Whether it is to be repeated.
  func isDue() -> Bool {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    return number & (number - 1) == 0
  }

  /// Ends the checks.
  func end() { count.store(1 << 63, ordering: .relaxed) }
}
