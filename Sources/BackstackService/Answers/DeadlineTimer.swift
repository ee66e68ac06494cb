import BackstackHTTP
import BackstackLocking
import Dispatch
package import FoundationEssentials

/// Calls back when a time is over.
package protocol DeadlineTimer: Sendable {
  /// Calls `action` once after some seconds, on a thread that no effect can occupy, unless what is
  /// returned was called before.
  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void
}

/// The system's clock.
///
/// Of a call that was cancelled nothing is kept but its time, and that of few: clients that wait and go away
/// again and again leave nothing behind.
final class DispatchTimer: DeadlineTimer, @unchecked Sendable {
  // Sound: a source may be used on any thread, and its deadline is set under the lock.

  private struct State {
    var actions: [UInt64: @Sendable () -> Void] = [:]
    /// When each of them is called, and some that were cancelled would have been.
    var schedule = Schedule<UInt64>()
    var lastNumber: UInt64 = 0
    /// When the source calls; `nil` for never.
    var alarm: MonotonicInstant?
  }

  private let source: any DispatchSourceTimer
  private let state = Guarded(State())

  /// - Parameter queue: Where actions are called.
  init(queue: DispatchQueue) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [weak self] in self?.ring() }
    source.activate()
  }

  deinit { source.cancel() }

  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let deadline = now.later(by: Int64(nanosecondsIn: max(0, seconds)))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.actions[state.lastNumber] = action
      state.schedule.insert(Schedule.Item(instant: deadline, id: state.lastNumber))
      setAlarm(&state)
      return state.lastNumber
    }
    return { [weak self] in self?.cancel(number) }
  }

  /// How many times are kept.
  var scheduleCount: Int { state.withLock { $0.schedule.count } }

  private var now: MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  private func cancel(_ number: UInt64) {
    state.withLock { state in
      guard state.actions.removeValue(forKey: number) != nil else { return }
      guard state.schedule.count > 2 * state.actions.count + 64 else { return }
      let actions = state.actions
      state.schedule.keep { actions[$0] != nil }
    }
  }

  /// Calls what is due.
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

  /// Has the source call for what is due first, unless it does.
  private func setAlarm(_ state: inout State) {
    guard let first = state.schedule.first?.instant, state.alarm.map({ first < $0 }) ?? true else {
      return
    }
    state.alarm = first
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(clamping: first.nanoseconds)))
  }
}
