import Testing

@testable import BackstackHTTP

@Suite("Durations in nanoseconds")
struct DurationTests {
  @Test("A duration that is too long becomes the longest, positive or negative")
  func clamps() {
    #expect(Duration.seconds(2).clampedNanoseconds == 2_000_000_000)
    #expect(Duration.milliseconds(-3).clampedNanoseconds == -3_000_000)
    #expect(Duration.seconds(Int64.max).clampedNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).clampedNanoseconds == .min)
    let longest = Duration(secondsComponent: 9_223_372_036, attosecondsComponent: 0)
    #expect((longest + .nanoseconds(854_775_807)).clampedNanoseconds == .max)
    #expect((longest + .nanoseconds(854_775_806)).clampedNanoseconds == .max - 1)
    #expect((longest + .nanoseconds(854_775_809)).clampedNanoseconds == .max)
  }

  @Test("An instant beyond the range is never")
  func never() {
    let late = MonotonicInstant(nanoseconds: .max - 5)
    #expect(late.advanced(byNanoseconds: 4) == MonotonicInstant(nanoseconds: .max - 1))
    #expect(late.advanced(by: .seconds(1)) == .never)
  }
}
