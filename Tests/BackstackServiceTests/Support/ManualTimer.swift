import FoundationEssentials
import Synchronization

@testable import BackstackService
@testable import BackstackSessions

/// A timer whose time a test advances.
final class ManualTimer: DeadlineTimer {
  private struct State: Sendable {
    var time = 0.0
    var number = 0
    var pending: [Int: (due: Double, action: @Sendable () -> Void)] = [:]
  }

  private let state = Mutex(State())

  /// The number of pending actions.
  var count: Int { state.withLock { $0.pending.count } }

  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.number += 1
      state.pending[state.number] = (state.time + seconds, action)
      return state.number
    }
    return { self.state.withLock { $0.pending[number] = nil } }
  }

  func advance(by seconds: Double) {
    let due = state.withLock { state in
      state.time += seconds
      let due = state.pending.filter { $0.value.due <= state.time }
      for number in due.keys { state.pending[number] = nil }
      return due.values.map(\.action)
    }
    for action in due { action() }
  }
}
