package import BackstackPlatform
import BackstackSessions
package import FoundationEssentials
import Synchronization

/// A date that a test sets.
package final class ManualDate: Sendable {
  private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  package init() {}

  package var now: @Sendable () -> Date { { self.date.withLock { $0 } } }

  package func advance(by seconds: TimeInterval) { date.withLock { $0.addTimeInterval(seconds) } }
}

/// A timer whose time a test advances.
package final class ManualTimer: DeadlineTimer {
  private struct State: Sendable {
    var time = 0.0
    var number = 0
    var pending: [Int: (due: Double, action: @Sendable () -> Void)] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of pending actions.
  package var count: Int { state.withLock { $0.pending.count } }

  package func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.number += 1
      state.pending[state.number] = (state.time + seconds, action)
      return state.number
    }
    return { self.state.withLock { $0.pending[number] = nil } }
  }

  package func advance(by seconds: Double) {
    let due = state.withLock { state in
      state.time += seconds
      let due = state.pending.filter { $0.value.due <= state.time }
      for number in due.keys { state.pending[number] = nil }
      return due.values.map(\.action)
    }
    for action in due { action() }
  }
}

/// A monotonic clock that only a test advances.
package final class ManualSteadyClock: Sendable {
  private let instant = Mutex(MonotonicInstant(nanoseconds: 5_000_000_000))

  package init() {}

  package var now: @Sendable () -> MonotonicInstant { { self.instant.withLock { $0 } } }

  package func advance(by seconds: Double) {
    instant.withLock { instant in
      instant = MonotonicInstant(nanoseconds: instant.nanoseconds + Int64(seconds * 1e9))
    }
  }
}
