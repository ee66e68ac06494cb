package import BackstackPlatform

/// Which sessions a node hands over next: a few at a time, and not more than the others can take.
package struct HandOverPlan<ID: Hashable & Sendable>: Sendable {
  /// The hand-overs that can begin now.
  package struct Step: Sendable {
    /// The sessions to hand over, each to its home.
    package var sessions: [ID] = []
    /// When to ask again, if that is not when a session was handed over.
    package var next: MonotonicInstant = .never
  }

  /// The maximum number of sessions that are on their way at once.
  private let limit: Int
  /// The shortest time from one session to the next.
  private let pace: Duration
  private var waiting: [ID] = []
  private var running: Set<ID> = []
  private var start: MonotonicInstant = MonotonicInstant(nanoseconds: .min)

  /// Creates a plan without sessions.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sessions that are on their way at once; at least 1.
  ///   - pace: The shortest time from one session to the next; zero for none.
  package init(limit: Int, pace: Duration) {
    self.limit = limit
    self.pace = pace
  }

  /// Whether no session has to be handed over.
  package var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

  /// Replaces the sessions that have to be handed over.
  ///
  /// - Parameter start: The earliest time of the first hand-over; ignored while sessions wait already.
  package mutating func replace(_ sessions: [ID], from start: MonotonicInstant) {
    if waiting.isEmpty { self.start = max(self.start, start) }
    waiting = sessions.reversed()
  }

  /// Returns what to do now.
  package mutating func next(at now: MonotonicInstant) -> Step {
    var step = Step()
    while running.count < limit, let session = waiting.last {
      guard start <= now else {
        step.next = start
        break
      }
      waiting.removeLast()
      guard running.insert(session).inserted else { continue }
      step.sessions.append(session)
      // What was not used of an earlier time is lost: no bursts.
      if pace > .zero { start = now.advanced(by: pace) }
    }
    return step
  }

  /// Records that a session was handed over, or stays.
  package mutating func finish(_ session: ID) { running.remove(session) }
}
