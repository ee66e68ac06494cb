/// How many of the mutants that were tried tests have noticed.
package struct MutationScore: Sendable {
  package var tried = 0
  package var noticed = 0
  /// Of those that nobody noticed, how many no test has reached.
  package var unreached = 0

  package init() {}

  package mutating func add(_ other: MutationScore) {
    tried += other.tried
    noticed += other.noticed
    unreached += other.unreached
  }

  /// In per cent, rounded down.
  package var percentage: Int { tried == 0 ? 100 : noticed * 100 / tried }
}
