import BackstackPlatform
import Synchronization

/// The weight of work whose costs only its past tells.
///
/// It follows the slowest recent work: each faster one afterwards takes an eighth off.
package struct LearnedWeight: ~Copyable, Sendable {
  /// The clocks by which work is measured.
  struct Clocks: Sendable {
    /// The time that passes, which takes little to read.
    let elapsed: @Sendable () -> MonotonicInstant
    /// The time for which the thread has used a processor.
    let used: @Sendable () -> MonotonicInstant
  }

  /// The nanoseconds in which a byte could be encoded, and many times that: work of less than two
  /// milliseconds is small.
  private static let nanosecondsPerByte: Int64 = 32
  /// The value of work that took long once, perhaps because the thread had to wait for a processor:
  /// only from then on is the use of the processor measured.
  private static let suspected: UInt32 = 1

  private let value = Atomic<UInt32>(0)

  package init() {}

  package var weight: Int { Int(value.load(ordering: .relaxed)) }

  /// Runs work, and learns from the time that it takes.
  func measure<Failure: Error>(
    _ clocks: Clocks, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    if value.load(ordering: .relaxed) == 0 {
      let start = clocks.elapsed().nanoseconds
      defer { suspect(clocks.elapsed().nanoseconds &- start) }
      try work()
    } else {
      let start = clocks.used().nanoseconds
      defer { note(clocks.used().nanoseconds &- start) }
      try work()
    }
  }

  /// Returns the weight of work that takes as long.
  private static func weight(_ nanoseconds: Int64) -> UInt32 {
    let weight = UInt32(clamping: nanoseconds / nanosecondsPerByte)
    return LargeWork.isLarge(Int(weight)) ? weight : 0
  }

  private func suspect(_ nanoseconds: Int64) {
    if Self.weight(nanoseconds) > 0 { value.store(Self.suspected, ordering: .relaxed) }
  }

  private func note(_ nanoseconds: Int64) {
    let old = value.load(ordering: .relaxed)
    let rest = old - old / 8
    // Of two threads, either may win.
    value.store(
      max(Self.weight(nanoseconds), LargeWork.isLarge(Int(rest)) ? rest : 0), ordering: .relaxed)
  }
}

extension LearnedWeight.Clocks {
  init(_ configuration: SessionConfiguration) {
    elapsed = configuration.steady
    used = configuration.threadTime
  }
}
