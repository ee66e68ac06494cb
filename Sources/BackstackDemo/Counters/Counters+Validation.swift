import Backstack
import BackstackService

extension Counters.State {
  /// Checks a state that a client or a link chose.
  ///
  /// - Throws: `InvalidState` for a count that is too far from 0.
  static func validate(_ state: Self) throws {
    let range = -Counter.largestCount...Counter.largestCount
    for (index, screen) in state.path.enumerated() {
      guard let counter = screen.counter, !range.contains(counter.count) else { continue }
      throw InvalidState(
        "A count is between \(range.lowerBound) and \(range.upperBound).",
        at: "path", .element(index), "state", "counter", "count")
    }
  }
}
