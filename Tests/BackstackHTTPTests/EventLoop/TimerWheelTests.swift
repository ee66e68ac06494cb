import Testing

@testable import BackstackHTTP

@Suite("Timer wheel")
struct TimerWheelTests {
  private static let tick: Int64 = 1 << 24

  private func instant(_ nanoseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds)
  }

  /// Returns the numbers that expire up to an instant.
  private func expire(_ wheel: inout TimerWheel, to nanoseconds: Int64) -> [Int] {
    var due: [Int] = []
    wheel.expire(to: instant(nanoseconds), into: &due)
    return due.sorted()
  }

  @Test(
    "A number expires after its deadline and within a tick, however far away it is",
    arguments: [
      1, 1 << 20, 1 << 24, 1 << 30, 1 << 36, 60_000_000_000, 3_600_000_000_000, 1 << 50, 1 << 61,
    ] as [Int64], [0, 1, 123_456_789_012, -5_000_000_000] as [Int64])
  func givesOut(delay: Int64, start: Int64) {
    var wheel = TimerWheel(now: instant(start))
    wheel.schedule(3, at: instant(start + delay))
    #expect(wheel.next <= instant(start + delay + Self.tick))
    #expect(expire(&wheel, to: start + delay - 1) == [])
    #expect(expire(&wheel, to: start + delay + Self.tick) == [3])
    #expect(wheel.next == .never)
    #expect(expire(&wheel, to: .max) == [])
  }

  @Test("A new deadline replaces the old one, earlier or later")
  func reschedules() {
    var wheel = TimerWheel(now: instant(0))
    wheel.schedule(0, at: instant(100 * Self.tick))
    wheel.schedule(0, at: instant(5 * Self.tick))
    #expect(expire(&wheel, to: 5 * Self.tick) == [0])
    wheel.schedule(0, at: instant(10 * Self.tick))
    wheel.schedule(0, at: instant(1000 * Self.tick))
    #expect(expire(&wheel, to: 999 * Self.tick) == [])
    #expect(expire(&wheel, to: 1000 * Self.tick) == [0])
    wheel.schedule(0, at: .never)
    #expect(wheel.next == .never)
  }

  @Test("A number can be cancelled in any position of its bucket")
  func cancels() {
    for cancelled in 0..<3 {
      var wheel = TimerWheel(now: instant(0))
      for number in 0..<3 { wheel.schedule(number, at: instant(3 * Self.tick)) }
      wheel.cancel(cancelled)
      wheel.cancel(cancelled)
      wheel.cancel(99)
      #expect(expire(&wheel, to: 3 * Self.tick) == [0, 1, 2].filter { $0 != cancelled })
    }
  }

  @Test("A deadline that has passed expires with the next tick")
  func takesPastDeadlines() {
    var wheel = TimerWheel(now: instant(50 * Self.tick))
    wheel.schedule(1, at: instant(0))
    #expect(expire(&wheel, to: 50 * Self.tick) == [])
    #expect(expire(&wheel, to: 51 * Self.tick) == [1])
  }

  @Test("The wheel agrees with a list and is always due in time", arguments: 0..<20)
  func agreesWithModel(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    var wheel = TimerWheel(now: instant(0))
    var model: [Int: Int64] = [:]
    var now: Int64 = 0
    for _ in 0..<2000 {
      let number = numbers.next(below: 50)
      switch numbers.next(below: 4) {
      case 0, 1:
        // Spans of every size, so that every level is used.
        let delay = Int64(numbers.next(below: 1000)) << Int64(numbers.next(below: 34))
        wheel.schedule(number, at: instant(now + delay))
        model[number] = now + delay
      case 2:
        wheel.cancel(number)
        model[number] = nil
      default:
        // A deadline less than a tick ago may not have expired, so instants are the starts of
        // ticks.
        now += Int64(numbers.next(below: 1000)) << Int64(numbers.next(below: 30))
        now = now / Self.tick * Self.tick
        let due = expire(&wheel, to: now)
        let mayBeDue = model.filter { $0.value <= now }
        let mustBeDue = mayBeDue.filter { $0.value <= now - Self.tick }
        #expect(due.allSatisfy { mayBeDue[$0] != nil })
        #expect(mustBeDue.keys.allSatisfy(due.contains))
        for number in due { model[number] = nil }
      }
      if let first = model.values.min() { #expect(wheel.next <= instant(first + Self.tick)) }
    }
  }
}
