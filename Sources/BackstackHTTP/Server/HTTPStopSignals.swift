import BackstackPlatform
import Dispatch

/// The signals that ask a process to stop, without their default action.
///
/// Create it before the server starts: a signal in between is then not lost, and does not end the
/// process in the middle of a response.
public final class HTTPStopSignals: Sendable {
  private struct State {
    var count = 0
    var repeated: (@Sendable () -> Void)?
    var onFirst: (@Sendable () -> Void)?
  }

  private final class Arrivals: Sendable {
    let state = Guarded(State())
    let first = DispatchSemaphore(value: 0)

    func note() {
      let (count, action) = state.withLock { state in
        state.count += 1
        return (state.count, state.count == 1 ? state.onFirst : state.repeated)
      }
      if count == 1 { first.signal() }
      action?()
    }
  }

  private let arrivals = Arrivals()
  private let source: SignalSource

  /// Creates a handler of SIGTERM, SIGINT and SIGQUIT; their default action is replaced on return.
  public convenience init() { self.init(SystemProcess.stopSignals) }

  /// Creates a handler of the given signals; their default action is replaced on return.
  public init(_ signals: [Int32]) {
    source = SignalSource(signals: signals) { [arrivals] _ in arrivals.note() }
  }

  /// Whether a signal has arrived.
  public var haveArrived: Bool { arrivals.state.withLock { $0.count > 0 } }

  /// Calls a closure at the first signal, or at once if it has arrived, unless ``end()`` is called
  /// before: with it, work before the server runs can be stopped. The closure must not wait.
  public func whenFirst(_ action: @escaping @Sendable () -> Void) {
    let isLate = arrivals.state.withLock { state in
      state.onFirst = action
      return state.count > 0
    }
    if isLate { action() }
  }

  /// Blocks until the first signal has arrived.
  func waitForFirst() { arrivals.first.wait() }

  /// Calls a closure at each signal after the first, and at once if there was one already.
  func whenRepeated(_ action: @escaping @Sendable () -> Void) {
    let isLate = arrivals.state.withLock { state in
      state.repeated = action
      return state.count > 1
    }
    if isLate { action() }
  }

  /// Removes the closures.
  public func end() {
    arrivals.state.withLock { state in
      state.repeated = nil
      state.onFirst = nil
    }
  }
}
