import FoundationEssentials

/// The seeds of the tests of this target.
enum Seeds {
  /// How many parts a scenario's seeds are divided into: they run side by side.
  static let partCount = 4

  /// How many times as many seeds as usual are tried: `make soak` asks for more.
  static let factor =
    ProcessInfo.processInfo.environment["BACKSTACK_SOAK"].flatMap { Int($0) } ?? 1

  /// The seeds of one part out of a number that all parts have together.
  static func part(_ part: Int, of count: Int) -> StrideTo<UInt64> {
    stride(from: UInt64(part), to: UInt64(count * factor), by: partCount)
  }
}
