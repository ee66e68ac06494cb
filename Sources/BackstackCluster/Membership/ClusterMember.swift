package import BackstackPlatform
package import BackstackStorage

/// A node as a member of its cluster: the thread that drives its ``MembershipState``.
///
/// The thread does nothing else, so that no request that takes long keeps a beat back.
package final class ClusterMember: Sendable {
  /// The closures that a membership calls. The member's thread calls them, and does not beat before
  /// they have returned.
  package struct Actions: Sendable {
    /// Uses the new view of the cluster.
    package var adopt: @Sendable (ClusterView) -> Void
    /// Drops all sessions, without writing them.
    package var dropSessions: @Sendable () -> Void
    /// Notes that the directory fails, once for each reason, and with `nil` that it works again.
    package var report: @Sendable (StorageError?) -> Void

    /// Creates the actions of a node.
    package init(
      adopt: @escaping @Sendable (ClusterView) -> Void,
      dropSessions: @escaping @Sendable () -> Void,
      report: @escaping @Sendable (StorageError?) -> Void
    ) {
      self.adopt = adopt
      self.dropSessions = dropSessions
      self.report = report
    }
  }

  private struct State: Sendable {
    var membership: MembershipState
    var events: [MembershipState.Event] = []
    var isFinished = false
    /// Why the directory fails; `nil` while it works.
    var failure: StorageError?
  }

  private let profile: Guarded<NodeProfile>
  private let actions: Actions
  private let now: @Sendable () -> MonotonicInstant
  private let state: Guarded<State>
  private let wake = TimedSemaphore()
  private let end = TimedSemaphore()

  /// Creates a member that has not joined.
  ///
  /// - Parameter now: The node's clock, which also advances while the machine sleeps.
  package init(
    _ profile: NodeProfile, timing: ClusterTiming, now: @escaping @Sendable () -> MonotonicInstant,
    actions: Actions
  ) {
    self.profile = Guarded(profile)
    self.actions = actions
    self.now = now
    state = Guarded(State(membership: MembershipState(timing: timing, at: now())))
  }

  /// The node's number; `nil` while it belongs to no cluster.
  package var number: UInt64? { state.withLock { $0.membership.number } }

  /// The nodes of the cluster.
  package var view: ClusterView { state.withLock { $0.membership.view } }

  /// Returns whether a response may rest on memory alone; see ``MembershipState/holdsLease(at:)``.
  package func holdsLease() -> Bool {
    let now = now()
    return state.withLock { $0.membership.holdsLease(at: now) }
  }

  /// Starts the thread, which joins, and beats until the node has left.
  ///
  /// - Parameters:
  ///   - address: Where other nodes reach this one; `nil` for the address of its profile.
  ///   - makeDirectory: Makes the thread's way to the table of the nodes.
  /// - Throws: ``StorageError/unavailable(_:)`` if the process can't create another thread.
  package func start(
    reachableAt address: String? = nil, _ makeDirectory: @escaping @Sendable () -> any NodeDirectory
  ) throws(StorageError) {
    if let address { profile.withLock { $0.address = address } }
    try StorageThread.start { [self] in
      let directory = makeDirectory()
      while let pause = turn(directory) {
        // The clock may be slower than the system's: then the next turn has nothing to do.
        wake.wait(atMost: pause)
      }
      end.signal()
    }
  }

  /// Waits until the thread has ended, because the node has left.
  ///
  /// - Parameter seconds: The longest wait. Others declare a node dead that does not leave.
  package func awaitEnd(seconds: Double) { end.wait(atMostSeconds: seconds) }

  /// Tells the member what happened.
  package func handle(_ event: MembershipState.Event) {
    state.withLock { $0.events.append(event) }
    wake.signal()
  }

  /// Does what has to be done now.
  ///
  /// - Returns: The time after which there is something to do again, unless an event comes; `nil`
  ///   if the node has left.
  func turn(_ directory: any NodeDirectory) -> Duration? {
    var steps = take()
    while !steps.isEmpty {
      // In order: what a step leads to comes after the steps that were there.
      let step = steps.removeFirst()
      if let event = perform(step, directory) { handleNow(event, &steps) }
      if steps.isEmpty { steps = take() }
    }
    let now = now()
    return state.withLock { state in
      guard !state.isFinished else { return nil }
      let timer = state.membership.nextTimer
      return .nanoseconds(timer == .never ? .max : max(0, timer.nanoseconds - now.nanoseconds))
    }
  }

  /// Returns the steps that follow from the events that have come, and from the time.
  private func take() -> [MembershipState.Step] {
    let now = now()
    return state.withLock { state in
      var steps: [MembershipState.Step] = []
      for event in state.events + [.timer] { steps += state.membership.handle(event, at: now) }
      state.events.removeAll()
      return steps
    }
  }

  private func handleNow(_ event: MembershipState.Event, _ steps: inout [MembershipState.Step]) {
    let now = now()
    steps += state.withLock { $0.membership.handle(event, at: now) }
  }

  /// Performs a step.
  ///
  /// - Returns: The outcome.
  private func perform(
    _ step: MembershipState.Step, _ directory: any NodeDirectory
  ) -> MembershipState.Event? {
    let sent = now()
    do throws(StorageError) {
      switch step {
      case .join:
        let (number, reading) = try directory.join(profile.withLock { $0 })
        note(nil)
        return .joined(number, reading, sent: sent)
      case .beat(let number, let nodeState):
        guard let reading = try directory.beat(number, state: nodeState) else {
          return .beatRefused
        }
        note(nil)
        return .beatStored(reading, sent: sent)
      case .declareDead(let number, let beat):
        return try directory.declareDead(number, since: beat)
          ? .foundDead(number) : .foundAlive(number)
      case .endConnections(let number): try directory.endConnections(of: number)
      case .adopt(let view): actions.adopt(view)
      case .dropSessions: actions.dropSessions()
      case .finish: state.withLock { $0.isFinished = true }
      }
      return nil
    } catch {
      note(error)
      return switch step {
      case .join: .joinFailed
      case .declareDead(let number, _): .foundAlive(number)
      case .beat: .beatFailed
      case .endConnections, .adopt, .dropSessions, .finish: nil
      }
    }
  }

  /// Reports that the directory fails, or works again, if that is new.
  private func note(_ failure: StorageError?) {
    let isNew = state.withLock { state in
      defer { state.failure = failure }
      return state.failure != failure
    }
    if isNew { actions.report(failure) }
  }
}
