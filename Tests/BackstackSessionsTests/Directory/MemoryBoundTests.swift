import BackstackPlatform
import Synchronization
import Testing

@testable import BackstackSessions

@Suite("The limit of memory")
struct MemoryBoundTests {
  @Test("Relief begins at most once a second")
  func relief() {
    let clock = Atomic<Int64>(0)
    let count = Atomic(0)
    let bound = MemoryBound(
      limit: 8, measure: { 7 },
      now: { MonotonicInstant(nanoseconds: clock.load(ordering: .relaxed)) },
      relieve: { _ in _ = count.add(1, ordering: .relaxed) })
    for _ in 1...3 { bound.check() }
    #expect(count.load(ordering: .relaxed) == 1)
    bound.endRelief()
    bound.check()
    clock.store(999_999_999, ordering: .relaxed)
    bound.check()
    #expect(count.load(ordering: .relaxed) == 1)
    clock.store(1_000_000_000, ordering: .relaxed)
    for _ in 1...3 { bound.check() }
    #expect(count.load(ordering: .relaxed) == 2)
  }
}
