extension Effect {
  /// Lets the effect start only when no other one with the same id was returned for a while.
  ///
  /// The time until then is spent in flight: the id cancels it, and so does the end of the feature.
  ///
  /// - Parameters:
  ///   - id: The id; it is that of ``cancellable(id:cancelInFlight:)``, too.
  ///   - duration: How long nothing must come.
  ///   - clock: The clock that this is measured by.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Self {
    if isNone { return self }
    return .concatenate(.run { _ in try await clock.sleep(for: duration) }, self)
      .cancellable(id: id, cancelInFlight: true)
  }
}
