import BackstackPlatform
import BackstackSessionsTestSupport
import FoundationEssentials
import Testing

@testable import BackstackSessions

@Suite("The clock that sessions expire by")
struct SessionClockTests {
  private static let day = 86_400.0
  private let date = ManualDate()
  private let steady = ManualSteadyClock()

  private func advance(by seconds: Double) {
    date.advance(by: seconds)
    steady.advance(by: seconds)
  }

  @Test("Without changes of the date, stored sessions expire by it")
  func untouched() {
    let clock = SessionClock(now: date.now, steady: steady.now, memory: 1000)
    for seconds in [0, 0.25, 10, 5000] {
      advance(by: seconds)
      #expect(clock.expiryDate == date.now())
    }
  }

  @Test("After the date jumps forward, expiry by date is delayed while earlier records are stored")
  func expiryDate() {
    let clock = SessionClock(now: date.now, steady: steady.now, memory: 1000)
    func lag() -> Double { date.now().timeIntervalSince(clock.expiryDate) }
    #expect(lag() == 0)
    advance(by: 100)
    #expect(lag() == 0)
    date.advance(by: Self.day)
    #expect((Self.day...(Self.day + 2)).contains(lag()))
    advance(by: 500)
    date.advance(by: Self.day)
    #expect(((2 * Self.day)...(2 * Self.day + 2)).contains(lag()))
    // Everything that was stored before the first jump has expired.
    advance(by: 500)
    #expect((Self.day...(Self.day + 2)).contains(lag()))
    advance(by: 500)
    #expect(lag() == 0)
    // The date jumps back: earlier records live longer, and nothing is delayed.
    date.advance(by: -3 * Self.day)
    #expect(lag() == 0)
    // A temporary jump counts, too.
    date.advance(by: Self.day)
    _ = clock.read()
    #expect(lag() > 0)
  }
}
