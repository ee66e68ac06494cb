import BackstackLocking
import Dispatch
import Synchronization

/// The sessions of a service whose events somebody reads.
final class EventStreams: Sendable {
  /// Runs what is too long for an event loop or for who sent an action.
  let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let active = Guarded<[ObjectIdentifier: SessionEvents]>([:])
  private let readers = Atomic(0)

  /// - Parameter schedule: Runs a closure soon, on any thread.
  init(schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.schedule = schedule
  }

  /// Publishes on threads of its own, as effects that block may occupy all that are shared.
  convenience init(threads: Int = 2) {
    let queues = (0..<max(1, threads)).map { DispatchQueue(label: "backstack.events.\($0)") }
    let turns = Turns()
    self.init { work in
      let turn = turns.count.wrappingAdd(1, ordering: .relaxed).newValue
      queues[Int(turn % UInt(queues.count))].async { work() }
    }
  }

  private final class Turns: Sendable {
    let count = Atomic<UInt>(0)
  }

  /// How many readers there are.
  var readerCount: Int { readers.load(ordering: .relaxed) }

  /// Has every reader sent a comment, unless it was sent something since the last call.
  func beat() {
    let all = active.withLock { $0.values.map(\.self) }
    for events in all { events.beat() }
  }

  func readersChanged(by difference: Int) { readers.add(difference, ordering: .relaxed) }

  /// Notes whether somebody reads the events of a session.
  func update(_ events: SessionEvents) {
    // Asked under the lock: what is noted last is true.
    active.withLock { $0[ObjectIdentifier(events)] = events.hasReaders ? events : nil }
  }
}
