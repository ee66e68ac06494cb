import Dispatch

/// A source that calls a closure for each arrival of given signals, on its own queue.
public final class SignalSource: @unchecked Sendable {
  // Sound: the array is constant, and Dispatch sources may be used from any thread.
  private let sources: [any DispatchSourceSignal]

  /// Creates a source; the default action of the signals is replaced on return.
  ///
  /// Dispatch installs its own handlers, so nothing here may set a disposition: a second source
  /// for the same signal would remove the first one's handler.
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
