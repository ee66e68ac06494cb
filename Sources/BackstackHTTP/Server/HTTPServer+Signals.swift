import Dispatch
import Glibc

extension HTTPServer {
  /// Blocks until SIGTERM or SIGINT arrives and the server has shut down gracefully; a second signal
  /// stops at once.
  ///
  /// - Parameters:
  ///   - graceSeconds: How long requests in flight may take after the first signal.
  ///   - signals: Other signals to wait for, or `nil` for those two.
  ///   - willDrain: Called at the first signal, before draining begins.
  /// - Returns: Whether all requests in flight were answered.
  @discardableResult
  public func runUntilSignal(
    graceSeconds: Double, signals: [Int32]? = nil,
    willDrain: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    let first = DispatchSemaphore(value: 0)
    let source = SignalSource(signals: signals ?? [SIGTERM, SIGINT]) { _, count in
      if count == 1 { first.signal() } else { self.stopNow() }
    }
    defer { source.cancel() }
    first.wait()
    willDrain()
    return shutdown(graceSeconds: graceSeconds)
  }
}
