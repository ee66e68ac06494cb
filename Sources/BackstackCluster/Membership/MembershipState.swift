package import BackstackPlatform
package import BackstackStorage

/// The membership of a node in its cluster: events go in, the steps that follow come out.
///
/// A node joins, beats, reads who else lives, declares those dead that no longer beat, and leaves.
/// When it is declared dead itself, it drops all sessions and joins again under another number.
package struct MembershipState: Sendable {
  /// An event in the life of the node.
  package enum Event: Sendable, Hashable {
    /// The node has joined under a number.
    case joined(UInt64, NodeReading, sent: MonotonicInstant)
    /// The node could not join, or does not know whether it has.
    case joinFailed
    /// A beat was stored.
    case beatStored(NodeReading, sent: MonotonicInstant)
    /// A beat was refused, as the node is dead or has left.
    case beatRefused
    /// Nobody knows whether a beat was stored.
    case beatFailed
    /// Another node was found to be dead, or this node has declared it dead.
    case foundDead(UInt64)
    /// Another node was not declared dead: it has beaten, or the storage can't be used.
    case foundAlive(UInt64)
    /// The node can serve: its storage works, and a peer, if there is one, reaches it.
    case becameUsable
    /// The node has to give its sessions away.
    case drain
    /// The node has no sessions any more, and gets none.
    case emptied
    /// The time of ``MembershipState/nextTimer`` has come.
    case timer
  }

  /// A step that the node's shell performs.
  package enum Step: Sendable, Hashable {
    /// Join the cluster.
    case join
    /// Count a beat, set the state, and read all living nodes.
    case beat(UInt64, state: NodeState)
    /// Declare a node dead if this is still its last beat.
    case declareDead(UInt64, since: UInt64)
    /// End the database connections of a node that this node declared dead: a batch that it was
    /// sending holds its rows otherwise.
    case endConnections(of: UInt64)
    /// Use the new view of the cluster.
    case adopt(ClusterView)
    /// Drop all sessions, without writing them: they belong to others now.
    case dropSessions
    /// End: the node has left.
    case finish
  }

  private enum Phase: Sendable, Hashable {
    case outside(isJoining: Bool)
    case member(UInt64)
    case left
  }

  private let timing: ClusterTiming
  private var phase = Phase.outside(isJoining: false)
  /// The state that the next beat sets.
  private var state = NodeState.joining
  private var isUsable = false
  private var isBeating = false
  private var lease = NodeLease()
  private var detector = FailureDetector()
  private var declaring: Set<UInt64> = []
  /// The nodes of the cluster.
  package private(set) var view = ClusterView()
  /// The time at which the node has to do something next.
  package private(set) var nextTimer: MonotonicInstant

  /// Creates the membership of a node that begins now.
  package init(timing: ClusterTiming, at now: MonotonicInstant) {
    self.timing = timing
    nextTimer = now
  }

  /// The number of the node; `nil` while it belongs to no cluster.
  package var number: UInt64? {
    if case .member(let number) = phase { number } else { nil }
  }

  /// Whether the node gives its sessions away.
  package var isDraining: Bool { state == .draining || state == .left }

  /// Returns whether a response may rest on memory alone: no other node has taken this node's
  /// sessions.
  ///
  /// A response that waits for a write needs no lease if the write was sent after the request came
  /// in: that it was stored shows that the session was here. A write that was under way already may
  /// have been stored before another node took the session.
  package func holdsLease(at now: MonotonicInstant) -> Bool { lease.isHeld(at: now) }

  /// Records an event.
  ///
  /// - Parameter now: The time by the node's own clock, which also advances while the machine
  ///   sleeps.
  /// - Returns: What the caller has to do, in this order; nothing for an event that comes too late.
  package mutating func handle(_ event: Event, at now: MonotonicInstant) -> [Step] {
    switch event {
    case .timer: return timer(at: now)
    case .joined(let number, let reading, let sent):
      guard phase == .outside(isJoining: true) else { return [] }
      phase = .member(number)
      lease.extend(sent: sent, timing: timing)
      nextTimer = now
      return read(reading, at: now) + timer(at: now)
    case .joinFailed:
      guard phase == .outside(isJoining: true) else { return [] }
      phase = .outside(isJoining: false)
      nextTimer = now.advanced(by: timing.beatInterval)
      return []
    case .beatStored(let reading, let sent): return beatStored(reading, sent: sent, at: now)
    case .beatRefused:
      guard number != nil, isBeating else { return [] }
      isBeating = false
      return state == .left ? finish() : die(at: now)
    case .beatFailed:
      isBeating = false
      return []
    case .foundDead(let other):
      let isMine = declaring.remove(other) != nil
      guard view.members[other] != nil, other != number else { return [] }
      view.remove(other)
      return (isMine ? [.endConnections(of: other)] : []) + [.adopt(view)]
    case .foundAlive(let other):
      declaring.remove(other)
      return []
    case .becameUsable:
      isUsable = true
      return advance(at: now)
    case .drain:
      guard !isDraining else { return [] }
      state = .draining
      return number == nil ? [] : beatSoon(at: now)
    case .emptied:
      guard state == .draining else { return [] }
      guard number != nil else { return finish() }
      state = .left
      return beatSoon(at: now)
    }
  }

  // MARK: Beats

  private mutating func timer(at now: MonotonicInstant) -> [Step] {
    guard now >= nextTimer else { return [] }
    switch phase {
    case .left: return []
    case .outside(let isJoining):
      nextTimer = .never
      guard !isJoining else { return [] }
      phase = .outside(isJoining: true)
      return [.join]
    case .member(let number):
      nextTimer = now.advanced(by: timing.beatInterval)
      // A second beat would add nothing to the one under way.
      guard !isBeating else { return [] }
      isBeating = true
      // From now on the node may have left at any moment, and others may take its sessions.
      if state == .left { lease.giveUp() }
      return [.beat(number, state: state)]
    }
  }

  /// Beats without waiting for the next interval.
  private mutating func beatSoon(at now: MonotonicInstant) -> [Step] {
    nextTimer = now
    return timer(at: now)
  }

  private mutating func beatStored(
    _ reading: NodeReading, sent: MonotonicInstant, at now: MonotonicInstant
  ) -> [Step] {
    guard let number, isBeating else { return [] }
    isBeating = false
    guard reading.rows.contains(where: { $0.number == number }) else {
      return state == .left ? finish() : die(at: now)
    }
    if state != .left { lease.extend(sent: sent, timing: timing) }
    return read(reading, at: now) + advance(at: now)
  }

  private mutating func read(_ reading: NodeReading, at now: MonotonicInstant) -> [Step] {
    var steps: [Step] = []
    let others = reading.rows.filter { $0.number != number }
    for row in detector.observe(others, at: now, timing: timing)
    where declaring.insert(row.number).inserted {
      steps.append(.declareDead(row.number, since: row.beat))
    }
    let next = ClusterView(reading)
    if next != view {
      view = next
      steps.append(.adopt(view))
    }
    return steps
  }

  // MARK: States

  /// Sets the state that follows by itself, and publishes it.
  private mutating func advance(at now: MonotonicInstant) -> [Step] {
    if state == .joining, isUsable, number != nil { state = .ready }
    guard let number, let known = view.members[number]?.state, known != state else { return [] }
    return beatSoon(at: now)
  }

  /// Drops everything that belonged to the node's number, and joins again, to drain further if it did.
  private mutating func die(at now: MonotonicInstant) -> [Step] {
    lease.giveUp()
    detector = FailureDetector()
    declaring = []
    view = ClusterView()
    // A node that drains forwards requests until it is stopped, which only a member can.
    if state != .draining { state = .joining }
    phase = .outside(isJoining: false)
    nextTimer = now
    return [.dropSessions, .adopt(view)] + timer(at: now)
  }

  private mutating func finish() -> [Step] {
    lease.giveUp()
    phase = .left
    state = .left
    nextTimer = .never
    return [.finish]
  }
}
