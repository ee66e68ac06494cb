import BackstackPlatform

/// Items by the instant at which they are due.
///
/// Items are neither moved nor removed when they become invalid: the caller checks an item that is
/// due.
typealias Schedule<ID: Sendable> = Heap<Scheduled<ID>>

/// An item of a schedule.
struct Scheduled<ID: Sendable>: HeapElement, Sendable {
  let instant: MonotonicInstant
  let id: ID

  func isBefore(_ other: Self) -> Bool { instant < other.instant }
}

extension Heap {
  /// Removes and returns the first item if it is due.
  ///
  /// - Complexity: O(log *n*).
  mutating func popFirst<ID>(until instant: MonotonicInstant) -> Element?
  where Element == Scheduled<ID> {
    guard let first, first.instant <= instant else { return nil }
    return popFirst()
  }
}
