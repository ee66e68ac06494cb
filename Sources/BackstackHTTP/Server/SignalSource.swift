import Dispatch
import Glibc
import Synchronization

/// Calls a closure for each arrival of given signals, on a queue of its own.
public final class SignalSource: @unchecked Sendable {
  // Sound: the array is constant, and Dispatch sources may be used from any thread.
  private let sources: [any DispatchSourceSignal]

  /// Takes the signals over from their default action until it is cancelled.
  ///
  /// - Parameter receive: Gets the signal and how many of the set have arrived, itself included.
  public init(
    signals: [Int32], receive: @escaping @Sendable (_ signal: Int32, _ count: Int) -> Void
  ) {
    let queue = DispatchQueue(label: "http-signals")
    let counter = Counter()
    sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { receive(number, counter.next()) }
      source.resume()
      return source
    }
  }

  deinit { cancel() }

  /// Stops calling the closure; the signals stay ignored.
  public func cancel() {
    for source in sources { source.cancel() }
  }
}

/// A count shared by the sources of one set.
private final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
