import Dispatch

/// Calls a closure for each arrival of given signals, on a queue of its own.
public final class SignalSource: @unchecked Sendable {
  // Sound: the array is constant, and Dispatch sources may be used from any thread.
  private let sources: [any DispatchSourceSignal]

  /// Takes the signals over from their default action; done when this returns.
  ///
  /// Dispatch installs its own handlers, so nothing here may set a disposition: a second source
  /// for the same signal would take the first one's handler away.
  public init(signals: [Int32], receive: @escaping @Sendable (_ signal: Int32) -> Void) {
    let queue = DispatchQueue(label: "http-signals")
    let registered = DispatchSemaphore(value: 0)
    sources = signals.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { receive(number) }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    for _ in signals { registered.wait() }
  }

  deinit { cancel() }

  /// Stops calling the closure.
  public func cancel() {
    for source in sources { source.cancel() }
  }
}
