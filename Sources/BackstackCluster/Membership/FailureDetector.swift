import BackstackPlatform
import BackstackStorage

/// The beats of other nodes, by the clock of this one.
struct FailureDetector: Sendable {
  /// A beat that was seen again and again.
  private struct Sighting: Sendable {
    let beat: UInt64
    /// When the beat was first seen. The node sent it before.
    let since: MonotonicInstant
    /// How often it was seen after that.
    var polls = 0
  }

  private var sightings: [UInt64: Sighting] = [:]
  private var lastPoll: MonotonicInstant?

  /// Records what a poll has read.
  ///
  /// A poll that comes late restarts the count: while the database stands still nobody can beat,
  /// and the first node that can must not declare the others dead.
  ///
  /// - Parameters:
  ///   - rows: The rows of the other living nodes.
  ///   - now: The time at which the poll's result came. The beats in it were sent before.
  /// - Returns: The rows whose beats have stood still for too long.
  mutating func observe(
    _ rows: [NodeRow], at now: MonotonicInstant, timing: ClusterTiming
  ) -> [NodeRow] {
    let isLate = lastPoll.map { now > $0.advanced(by: timing.maximumPollGap) } ?? true
    lastPoll = now
    var seen: [UInt64: Sighting] = [:]
    var silent: [NodeRow] = []
    for row in rows {
      var sighting = Sighting(beat: row.beat, since: now)
      if !isLate, let known = sightings[row.number], known.beat == row.beat {
        sighting = known
        sighting.polls += 1
        if sighting.polls >= ClusterTiming.pollsBeforeDeath,
          now >= sighting.since.advanced(by: timing.deathDelay)
        {
          silent.append(row)
        }
      }
      seen[row.number] = sighting
    }
    sightings = seen
    return silent
  }
}
