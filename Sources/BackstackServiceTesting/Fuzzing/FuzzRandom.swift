/// A generator of random numbers (SplitMix64) that produces the same numbers for the same seed.
struct FuzzRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Creates the generator of one session, whose numbers don't depend on other sessions.
  init(seed: UInt64, session: Int) {
    var base = FuzzRandom(seed: seed)
    self.init(seed: base.next() ^ (UInt64(truncatingIfNeeded: session) &* 0xd6e8_feb8_6659_fd93))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, a bound, which must be at least 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns `true` with a given probability in percent.
  mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

  /// Returns one of several values, which must not be empty.
  mutating func pick<Value>(_ values: some RandomAccessCollection<Value>) -> Value {
    values[values.index(values.startIndex, offsetBy: below(values.count))]
  }

  /// Returns the index of one of several values with a probability proportional to its weight; the
  /// first index if all weights are zero.
  mutating func pickIndex(weights: [Int]) -> Int {
    var rest = below(max(1, weights.reduce(0, +)))
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return 0
  }
}
