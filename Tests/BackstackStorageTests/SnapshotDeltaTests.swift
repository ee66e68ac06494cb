import BackstackTestSupport
import Testing

@testable import BackstackStorage

@Suite("Differences between snapshots") struct SnapshotDeltaTests {
  @Test("A difference leads from its base to the snapshot", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var base = (0..<100 + random.below(400)).map { _ in UInt8(random.below(3)) }
    var differences = 0
    for _ in 0..<500 {
      var next = base
      let start = random.below(next.count + 1)
      let end = min(next.count, start + random.below(20))
      next.replaceSubrange(
        start..<end, with: (0..<random.below(20)).map { _ in UInt8(random.below(3)) })
      if let delta = SnapshotDelta.make(of: next, from: base) {
        differences += 1
        #expect(delta.count * 2 <= next.count)
        #expect(SnapshotDelta.apply(delta, to: base, count: next.count) == next)
      }
      if next.count > 60 { base = next }
    }
    #expect(differences > 250)
  }

  @Test("Bytes that repeat belong to the beginning or to the end")
  func overlap() throws {
    let (short, long) = ([UInt8](repeating: 1, count: 100), [UInt8](repeating: 1, count: 130))
    for (from, to) in [(short, long), (long, short), (short, short)] {
      let delta = try #require(SnapshotDelta.make(of: to, from: from))
      #expect(delta.count <= 40)
      #expect(SnapshotDelta.apply(delta, to: from, count: to.count) == to)
    }
  }

  @Test("What would take more than half of the snapshot is no difference")
  func tooMuch() {
    let base = [UInt8](repeating: 1, count: 100)
    var other = base
    for index in 30..<71 { other[index] = 2 }
    #expect(SnapshotDelta.make(of: other, from: base) == nil)
    other[70] = 1
    #expect(SnapshotDelta.make(of: other, from: base) != nil)
    #expect(SnapshotDelta.make(of: [], from: base) == nil)
    #expect(SnapshotDelta.make(of: base, from: []) == nil)
  }

  @Test("Damage leads to another snapshot or to none", arguments: 0..<20 as Range<UInt64>)
  func damage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let base = (0..<200).map { _ in UInt8(random.below(256)) }
    let delta = try #require(
      SnapshotDelta.make(of: base[..<90] + [1, 2, 3] + base[100...], from: base))
    for _ in 0..<2_000 {
      var damaged = delta
      for _ in 0...random.below(2) {
        switch random.below(3) {
        case 0 where !damaged.isEmpty: damaged.remove(at: random.below(damaged.count))
        case 1: damaged.insert(UInt8(random.below(256)), at: random.below(damaged.count + 1))
        default:
          if !damaged.isEmpty { damaged[random.below(damaged.count)] = UInt8(random.below(256)) }
        }
      }
      let count = random.percent(50) ? 193 : random.below(1 << 40)
      let result = SnapshotDelta.apply(damaged, to: base, count: count)
      #expect(result == nil || result?.count == count)
    }
    for ends in [
      [], [0x80], [UInt8](repeating: 0x80, count: 9),
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ] {
      #expect(SnapshotDelta.apply(ends, to: base, count: 200) == nil)
    }
    for count in [Int.max, .min, -1, 0, 401] {
      #expect(SnapshotDelta.apply(delta, to: base, count: count) == nil)
    }
  }
}
