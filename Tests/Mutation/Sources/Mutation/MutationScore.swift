/// The number of tried mutants, and how many of them the tests have noticed.
package struct MutationScore: Sendable {
  package var tried = 0
  package var noticed = 0
  /// The number of unnoticed mutants that no test has reached.
  package var unreached = 0

  package init() {}

  package mutating func add(_ other: MutationScore) {
    tried += other.tried
    noticed += other.noticed
    unreached += other.unreached
  }

  /// The score in percent, rounded down.
  package var percentage: Int { tried == 0 ? 100 : noticed * 100 / tried }
}
