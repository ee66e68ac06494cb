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
  /// The value after work that took long, perhaps because the thread had to wait for a processor: only
  /// from then on is the use of the processor measured, until so much work was quick.
  private static let suspected: UInt32 = 16

  private let value = Atomic<UInt32>(0)

  package init() {}

  package var weight: Int { Int(value.load(ordering: .relaxed)) }

  /// Runs work, and learns from the time that it takes.
  func measure<Result, Failure: Error>(
    _ clocks: Clocks, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if value.load(ordering: .relaxed) == 0 {
      let start = clocks.elapsed().nanoseconds
      defer { suspect(clocks.elapsed().nanoseconds &- start) }
      return try work()
    } else {
      let start = clocks.used().nanoseconds
      defer { note(clocks.used().nanoseconds &- start) }
      return try work()
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
    let rest = old <= Self.suspected ? max(old, 1) - 1 : old - old / 8
    let isKept = rest < Self.suspected || LargeWork.isLarge(Int(rest))
    // Of two threads, either may win.
    value.store(max(Self.weight(nanoseconds), isKept ? rest : 0), ordering: .relaxed)
  }
}

extension LearnedWeight.Clocks {
  init(_ configuration: SessionConfiguration) {
    elapsed = configuration.steady
    used = configuration.threadTime
  }
}
