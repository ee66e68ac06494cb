/// A generator of the same numbers in every run (Knuth's MMIX constants).
struct SeededNumbers {
  var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &+ 1 }

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
