/// How many of the mutants that were tried tests have noticed.
package struct MutationScore: Sendable {
  package var tried = 0
  package var noticed = 0
  /// Of those that nobody noticed, how many no test has reached.
  package var unreached = 0

  package init() {}

  /// In per cent, rounded down.
  package var percentage: Int { tried == 0 ? 100 : noticed * 100 / tried }
}
