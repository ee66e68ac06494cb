import BackstackPlatform
import BackstackStorage

/// A collector of the results of several writes.
final class Gathering: Sendable {
  typealias Outcome = Result<StorageReceipt, StorageError>

  private struct State: Sendable {
    var outcomes: [Outcome?]
    var order: [Int] = []
  }

  private let state: Guarded<State>
  private let whenDone: @Sendable (([Outcome], [Int])) -> Void

  /// - Parameter whenDone: Called once all results are in, with the results and the order in which
  ///   they came.
  init(count: Int, whenDone: @escaping @Sendable (([Outcome], [Int])) -> Void) {
    state = Guarded(State(outcomes: Array(repeating: nil, count: count)))
    self.whenDone = whenDone
    if count == 0 { whenDone(([], [])) }
  }

  func add(_ outcome: Outcome, at index: Int) {
    let all = state.withLock { state -> ([Outcome], [Int])? in
      state.outcomes[index] = outcome
      state.order.append(index)
      guard state.order.count == state.outcomes.count else { return nil }
      return (state.outcomes.compactMap(\.self), state.order)
    }
    if let all { whenDone(all) }
  }
}
