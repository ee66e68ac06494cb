import Dispatch

extension HTTPServer {
  /// Blocks until a signal asks to stop and the server has shut down gracefully; a second signal
  /// stops it at once.
  ///
  /// - Parameters:
  ///   - graceSeconds: How long requests in flight may take once the server accepts no connection.
  ///   - pauseSeconds: How long connections are still accepted after the first signal, each for one
  ///     response, so that load balancers notice that the server is no longer ready.
  ///   - signals: The signals to wait for; if created before ``start()``, none is missed.
  ///   - willDrain: Called at the first signal, before anything else.
  /// - Returns: Whether all requests in flight got their responses.
  @discardableResult
  public func runUntilSignal(
    graceSeconds: Double, pauseSeconds: Double = 0, signals: HTTPStopSignals = HTTPStopSignals(),
    willDrain: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    signals.waitForFirst()
    willDrain()
    signals.whenRepeated { self.stopNow() }
    defer { signals.end() }
    return shutdown(graceSeconds: graceSeconds, pauseSeconds: pauseSeconds)
  }
}
