import FoundationEssentials

/// The seeds of this target's tests.
enum Seeds {
  /// The number of parts into which a scenario's seeds are divided; the parts run in parallel.
  static let partCount = 4

  /// The factor by which the number of seeds is multiplied; `make soak` sets it.
  static let factor =
    ProcessInfo.processInfo.environment["BACKSTACK_SOAK"].flatMap { Int($0) } ?? 1

  /// Returns the seeds of one part, where all parts together have `count` seeds times the factor.
  static func part(_ part: Int, of count: Int) -> StrideTo<UInt64> {
    stride(from: UInt64(part), to: UInt64(count * factor), by: partCount)
  }
}
