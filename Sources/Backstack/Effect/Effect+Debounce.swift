extension Effect {
  /// Starts the effect only when no other one with the same id was returned for a while.
  ///
  /// While it waits, the effect counts as in flight: its id cancels it, and so does the end of the
  /// feature.
  ///
  /// - Parameters:
  ///   - id: The id; it is also an id in the sense of ``cancellable(id:cancelInFlight:)``.
  ///   - duration: The time without another effect.
  ///   - clock: The clock that measures `duration`.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Self {
    if isNone { return self }
    return .concatenate(.run { _ in try await clock.sleep(for: duration) }, self)
      .cancellable(id: id, cancelInFlight: true)
  }
}
