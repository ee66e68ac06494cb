import BackstackPlatform
import Dispatch
package import FoundationEssentials

/// A timer that calls back after a time.
package protocol DeadlineTimer: Sendable {
  /// Calls `action` once after some seconds, on a thread that no effect can occupy.
  ///
  /// - Returns: A function that cancels the call.
  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void
}

/// A timer on the system's clock.
///
/// Of a cancelled call, only the deadline stays in memory, and only until there are too many of
/// them, so that clients that wait and disconnect repeatedly do not fill the memory.
final class DispatchTimer: DeadlineTimer {
  private struct State {
    let source: any DispatchSourceTimer
    var actions: [UInt64: @Sendable () -> Void] = [:]
    /// The deadlines of the actions, and of some that were cancelled.
    var schedule = Schedule<UInt64>()
    var lastNumber: UInt64 = 0
    /// When the source fires; `nil` for never.
    var alarm: MonotonicInstant?
  }

  private let state: Guarded<State>

  /// - Parameter queue: The queue on which actions are called.
  init(queue: DispatchQueue) {
    state = Guarded(State(source: DispatchSource.makeTimerSource(queue: queue)))
    state.withLock { state in
      state.source.setEventHandler { [weak self] in self?.ring() }
      state.source.activate()
    }
  }

  deinit { state.withLock { $0.source.cancel() } }

  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let deadline = now.later(by: Int64(nanosecondsIn: max(0, seconds)))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.actions[state.lastNumber] = action
      state.schedule.insert(Scheduled(instant: deadline, id: state.lastNumber))
      setAlarm(&state)
      return state.lastNumber
    }
    return { [weak self] in self?.cancel(number) }
  }

  /// The number of deadlines in memory.
  var scheduleCount: Int { state.withLock { $0.schedule.count } }

  private var now: MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  private func cancel(_ number: UInt64) {
    state.withLock { state in
      guard state.actions.removeValue(forKey: number) != nil else { return }
      guard state.schedule.count > 2 * state.actions.count + 64 else { return }
      let actions = state.actions
      state.schedule.removeAll { actions[$0.id] == nil }
    }
  }

  /// Calls the actions that are due.
  private func ring() {
    let due = state.withLock { state in
      var due: [@Sendable () -> Void] = []
      let now = now
      while let item = state.schedule.popFirst(until: now) {
        if let action = state.actions.removeValue(forKey: item.id) { due.append(action) }
      }
      state.alarm = nil
      setAlarm(&state)
      return due
    }
    for action in due { action() }
  }

  /// Makes the source fire for the first deadline, unless it does so already.
  private func setAlarm(_ state: inout State) {
    guard let first = state.schedule.first?.instant, state.alarm.map({ first < $0 }) ?? true else {
      return
    }
    state.alarm = first
    state.source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(clamping: first.nanoseconds)))
  }
}
