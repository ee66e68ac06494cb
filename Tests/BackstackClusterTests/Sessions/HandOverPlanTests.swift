import BackstackPlatform
import Testing

@testable import BackstackCluster

@Suite("Sessions that are handed over")
struct HandOverPlanTests {
  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("No more are on their way at once than the limit, and each once")
  func limit() {
    var plan = HandOverPlan<Int>(limit: 2, pace: .zero)
    #expect(plan.isEmpty)
    plan.replace([1, 2, 3, 4], from: at(0))
    #expect(plan.next(at: at(0)).sessions == [1, 2])
    let full = plan.next(at: at(0))
    #expect(full.sessions == [] && full.next == .never)
    // Those on their way are not begun again.
    plan.replace([2, 3, 4, 1], from: at(0))
    plan.finish(1)
    #expect(plan.next(at: at(0)).sessions == [3])
    plan.finish(2)
    plan.finish(3)
    #expect(plan.next(at: at(0)).sessions == [4, 1])
    plan.finish(4)
    #expect(!plan.isEmpty)
    plan.finish(1)
    #expect(plan.isEmpty)
  }

  @Test("They begin at their time, and no faster than the pace")
  func pace() {
    var plan = HandOverPlan<Int>(limit: 10, pace: .milliseconds(5))
    plan.replace([1, 2, 3], from: at(100))
    let early = plan.next(at: at(0))
    #expect(early.sessions == [] && early.next == at(100))
    // What comes meanwhile does not begin earlier or later.
    plan.replace([1, 2, 3, 4], from: at(900))
    let first = plan.next(at: at(100))
    #expect(first.sessions == [1] && first.next == at(105))
    #expect(plan.next(at: at(104)).sessions == [])
    // A late call makes up for nothing.
    let second = plan.next(at: at(500))
    #expect(second.sessions == [2] && second.next == at(505))
    #expect(plan.next(at: at(505)).sessions == [3])
    let last = plan.next(at: at(510))
    #expect(last.sessions == [4] && last.next == .never)
    // One that comes right afterwards keeps the pace.
    plan.replace([5], from: at(510))
    #expect(plan.next(at: at(511)).next == at(515))
  }
}
