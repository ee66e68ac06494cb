/// A generator of random numbers (SplitMix64) that gives the same ones for the same seed.
struct FuzzRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The generator of one session: what others do takes nothing from its numbers.
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

  /// A number from 0 up to a bound, which is at least 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Whether something happens that does in so many of a hundred cases.
  mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

  /// One of several values, of which there is at least one.
  mutating func pick<Value>(_ values: some RandomAccessCollection<Value>) -> Value {
    values[values.index(values.startIndex, offsetBy: below(values.count))]
  }

  /// The place of one of several values, each as likely as its weight says; the first when none weighs
  /// anything.
  mutating func pickIndex(weights: [Int]) -> Int {
    var rest = below(max(1, weights.reduce(0, +)))
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return 0
  }
}
