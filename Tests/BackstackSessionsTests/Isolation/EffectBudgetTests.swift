import BackstackPlatform
import Synchronization
import Testing

@testable import BackstackSessions

@Suite("Budgets of effects and log lines")
struct EffectBudgetTests {
  private let start = MonotonicInstant(nanoseconds: 0)
  private let three = EffectLimits(actionsPerSecond: 3)

  @Test("Actions above the limit per second spend the budget; as many over time do not")
  func budget() {
    var fast = EffectBudget(now: start)
    #expect(
      (1...4).map { _ in fast.excess(1, 0, of: three) { start + 0.9 } } == [
        nil, nil, nil, .actions,
      ]
    )
    var slow = EffectBudget(now: start)
    let excesses = (1...100).map { count in
      slow.excess(1, 0, of: three) { start + Double(count) / 3 }
    }
    #expect(excesses.allSatisfy { $0 == nil })
  }

  @Test("Bytes are counted like actions, and a single action may exceed their limit")
  func bytes() {
    let limits = EffectLimits(bytesPerSecond: 1000)
    var budget = EffectBudget(now: start)
    #expect(budget.excess(1, 1000, of: limits) { start } == nil)
    #expect(budget.excess(0, 1, of: limits) { start + 0.9 } == .bytes)
    var large = EffectBudget(now: start)
    #expect(large.excess(1, 5000, of: limits) { start + 1 } == nil)
    #expect(large.excess(1, 1, of: limits) { start + 1.9 } == .bytes)
    #expect(large.excess(1, 1, of: limits) { start + 2 } == nil)
  }

  @Test("The limits allow at least one effect, and one action and byte in a second")
  func least() {
    for limits in [(0, 0), (-1, .min), (1, 1)] as [(Int, Int)] {
      let limits = EffectLimits(
        actionsPerSecond: limits.0, bytesPerSecond: limits.0, inFlight: limits.1)
      #expect(limits.actionsPerSecond == 1 && limits.inFlight == 1)
      #expect(limits.bytesPerSecond == 1)
    }
    #expect(EffectLimits(actionsPerSecond: 2, inFlight: 3).inFlight == 3)
  }

  @Test("Each second is counted from its first action on")
  func secondWindow() {
    var budget = EffectBudget(now: start)
    func isSpent(_ seconds: Double) -> Bool {
      budget.excess(1, 0, of: three) { start + seconds } != nil
    }
    #expect([isSpent(0), isSpent(0), isSpent(0)] == [false, false, false])
    #expect([isSpent(1), isSpent(1.2), isSpent(1.4)] == [false, false, false])
    #expect(isSpent(1.9))
  }

  @Test("The clock is read only once per limit of actions")
  func cost() {
    var asked = 0
    var budget = EffectBudget(now: start)
    for count in 1...100 {
      let excess = budget.excess(1, 0, of: EffectLimits(actionsPerSecond: 10)) {
        asked += 1
        return start + Double(count)
      }
      #expect(excess == nil)
    }
    #expect(asked == 9)
  }

  @Test("A feature that reports repeatedly gets its limit of lines, and others keep theirs")
  func throttle() {
    var throttle = IssueThrottle(limit: 2)
    #expect(throttle.admit("a", now: start) == 0)
    #expect(throttle.admit("a", now: start + 0.5) == 0)
    #expect(throttle.admit("a", now: start + 0.6) == nil)
    #expect(throttle.admit("a", now: start + 0.9) == nil)
    #expect(throttle.admit("b", now: start + 0.9) == 0)
    #expect(throttle.admit("a", now: start + 1) == 2)
    #expect(throttle.admit("a", now: start + 1) == 0)
  }
}

private func + (start: MonotonicInstant, seconds: Double) -> MonotonicInstant {
  start.later(by: Int64(seconds * 1e9))
}
