/// A clock on which nothing takes time.
struct ImmediateClock: Clock {
  let now = ManualClock.Instant()
  let minimumResolution = Swift.Duration.zero

  func sleep(until deadline: ManualClock.Instant, tolerance: Swift.Duration?) {}
}
