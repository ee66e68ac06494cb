import BackstackPlatform

/// The deadlines of many things, each identified by a small number: a hierarchical timer wheel.
///
/// Time is divided into ticks of about 17 ms. A deadline waits in one of 64 buckets of the finest
/// level that reaches it; when the time of a coarse bucket begins, its deadlines move to finer
/// ones. So ten thousand deadlines in the far future cost nothing while they wait.
struct TimerWheel: Sendable {
  /// The binary logarithm of a tick's length in nanoseconds.
  private static let tickBits: UInt64 = 24
  private static let levelBits = 6
  private static let bucketsOfLevel = 1 << levelBits
  /// Enough levels for every instant: 40 bits of ticks in groups of six.
  private static let levels = 7
  private static let none: Int32 = -1

  private struct Entry: Sendable {
    var tick: UInt64 = 0
    var previous = TimerWheel.none
    var next = TimerWheel.none
    /// The bucket that contains the entry.
    var bucket = TimerWheel.none
  }

  private var entries: [Entry] = []
  /// The first entry of each bucket, level by level.
  private var heads = [Int32](repeating: none, count: levels * bucketsOfLevel)
  /// One bit for each bucket that is not empty.
  private var occupied = InlineArray<7, UInt64>(repeating: 0)
  /// The last tick whose deadlines have expired.
  private var current: UInt64

  /// The latest time at which to call ``expire(to:into:)``; ``MonotonicInstant/never`` if nothing
  /// is scheduled.
  private(set) var next = MonotonicInstant.never

  init(now: MonotonicInstant) { current = TimerWheel.tick(now) }

  /// Sets or replaces the deadline of a number.
  ///
  /// A deadline that has passed expires with the next tick.
  ///
  /// - Complexity: O(1), except for a number larger than all before.
  mutating func schedule(_ number: Int, at deadline: MonotonicInstant) {
    if deadline == .never {
      cancel(number)
      return
    }
    if number >= entries.count {
      entries.append(contentsOf: repeatElement(Entry(), count: number + 1 - entries.count))
    }
    unlink(number)
    // Rounded up, so that no deadline expires early.
    entries[number].tick = max(
      TimerWheel.tick(deadline.advanced(byNanoseconds: 1 << 24 - 1)), current + 1)
    link(number)
    next = min(next, TimerWheel.instant(entries[number].tick))
  }

  /// Removes the deadline of a number, if it has one.
  ///
  /// - Complexity: O(1).
  mutating func cancel(_ number: Int) {
    if number < entries.count { unlink(number) }
  }

  /// Removes every number whose deadline has passed and adds it to `due`, in no order.
  ///
  /// - Complexity: O(expired numbers), plus a few steps per deadline over its whole life.
  mutating func expire(to now: MonotonicInstant, into due: inout [Int]) {
    let target = TimerWheel.tick(now)
    while let (bucket, tick) = nextBucket, tick <= target {
      current = tick
      var index = heads[bucket]
      heads[bucket] = TimerWheel.none
      occupied[bucket >> TimerWheel.levelBits] &= ~(1 << UInt64(bucket & 63))
      while index != TimerWheel.none {
        let number = Int(index)
        index = entries[number].next
        entries[number].bucket = TimerWheel.none
        if entries[number].tick <= tick { due.append(number) } else { link(number) }
      }
    }
    current = max(current, target)
    next = nextBucket.map { TimerWheel.instant($0.tick) } ?? .never
  }

  /// The first bucket that is not empty, and the tick with which it begins.
  ///
  /// All buckets of a level lie in the current bucket of the level above, so the first one is in
  /// the finest level that is not empty.
  private var nextBucket: (bucket: Int, tick: UInt64)? {
    for level in 0..<TimerWheel.levels where occupied[level] != 0 {
      let slot = occupied[level].trailingZeroBitCount
      let shift = UInt64(level * TimerWheel.levelBits)
      let start = ((current >> shift) & ~63 | UInt64(slot)) << shift
      return (level << TimerWheel.levelBits | slot, start)
    }
    return nil
  }

  private mutating func link(_ number: Int) {
    let tick = entries[number].tick
    // The highest group of bits in which the deadline differs from the present.
    let level = (63 - (tick ^ current | 63).leadingZeroBitCount) / TimerWheel.levelBits
    let slot = Int(tick >> UInt64(level * TimerWheel.levelBits)) & 63
    let bucket = level << TimerWheel.levelBits | slot
    let first = heads[bucket]
    entries[number].previous = TimerWheel.none
    entries[number].next = first
    entries[number].bucket = Int32(truncatingIfNeeded: bucket)
    if first != TimerWheel.none {
      entries[Int(first)].previous = Int32(truncatingIfNeeded: number)
    }
    heads[bucket] = Int32(truncatingIfNeeded: number)
    occupied[level] |= 1 << UInt64(slot)
  }

  private mutating func unlink(_ number: Int) {
    let entry = entries[number]
    guard entry.bucket != TimerWheel.none else { return }
    entries[number].bucket = TimerWheel.none
    if entry.next != TimerWheel.none { entries[Int(entry.next)].previous = entry.previous }
    if entry.previous != TimerWheel.none {
      entries[Int(entry.previous)].next = entry.next
    } else {
      let bucket = Int(entry.bucket)
      heads[bucket] = entry.next
      if entry.next == TimerWheel.none {
        occupied[bucket >> TimerWheel.levelBits] &= ~(1 << UInt64(bucket & 63))
      }
    }
  }

  /// Returns the tick that contains an instant; instants before zero come first.
  private static func tick(_ instant: MonotonicInstant) -> UInt64 {
    (UInt64(bitPattern: instant.nanoseconds) ^ 1 << 63) >> tickBits
  }

  /// Returns the instant at which a tick begins.
  private static func instant(_ tick: UInt64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(bitPattern: tick << tickBits ^ 1 << 63))
  }
}
