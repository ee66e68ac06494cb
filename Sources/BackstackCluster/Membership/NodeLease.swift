import BackstackPlatform

/// The right of a node to rely on its memory: while it holds the lease, no other node has taken its
/// sessions.
///
/// Writes need no lease, as the storage refuses those of a former owner. Reads do: nothing else
/// tells a node that was cut off, or stopped for a while, that its sessions continued elsewhere.
struct NodeLease: Sendable, Hashable {
  private var end: MonotonicInstant?

  /// Returns whether a response may rest on memory alone.
  func isHeld(at now: MonotonicInstant) -> Bool { end.map { now < $0 } ?? false }

  /// Extends the lease after a beat that succeeded.
  ///
  /// - Parameter sent: The time at which the beat was sent. When it succeeded says nothing: the
  ///   beat may have been stored long before.
  mutating func extend(sent: MonotonicInstant, timing: ClusterTiming) {
    let extended = sent.advanced(by: timing.leaseLength)
    end = end.map { max($0, extended) } ?? extended
  }

  /// Gives the lease up.
  mutating func giveUp() { end = nil }
}
