import BackstackPlatform
import Dispatch
import Synchronization

/// The sessions of a service whose events are being read.
package final class EventStreams: Sendable {
  /// Runs work that takes too long for an event loop or for the sender of an action.
  package let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let active = Guarded<[ObjectIdentifier: SessionEvents]>([:])
  private let readers = Atomic(0)
  private let eventFormat = Guarded<EventFormat?>(nil)

  /// Creates the streams.
  ///
  /// - Parameter schedule: Runs a closure soon, on any thread.
  package init(schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.schedule = schedule
  }

  /// Creates streams with their own threads for publishing, as effects that block may occupy all
  /// shared ones.
  package convenience init() {
    let queues = (0..<2).map { DispatchQueue(label: "backstack.events.\($0)") }
    let turns = Turns()
    self.init { work in
      let turn = turns.count.wrappingAdd(1, ordering: .relaxed).newValue
      queues[Int(turn % UInt(queues.count))].async { work() }
    }
  }

  private final class Turns: Sendable {
    let count = Atomic<UInt>(0)
  }

  /// The form of all events; `nil` where nobody reads any.
  var format: EventFormat? { eventFormat.withLock { $0 } }

  /// Sets the form of all events. Called once, before there are readers.
  package func use(_ format: EventFormat) { eventFormat.withLock { $0 = format } }

  /// The number of readers.
  package var readerCount: Int { readers.load(ordering: .relaxed) }

  /// Sends a comment to every reader for which no event is pending.
  package func beat() {
    let all = active.withLock { $0.values.map(\.self) }
    for events in all { events.beat() }
  }

  /// Counts readers that have come or left.
  package func readersChanged(by difference: Int) { readers.add(difference, ordering: .relaxed) }

  /// Records whether the events of a session are being read.
  func update(_ events: SessionEvents) {
    // Read under the lock, so that the last update is true.
    active.withLock { $0[ObjectIdentifier(events)] = events.hasReaders ? events : nil }
  }
}
