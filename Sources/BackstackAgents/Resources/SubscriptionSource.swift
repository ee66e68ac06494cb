import BackstackHTTP
import BackstackPlatform
import BackstackService

/// The stream of a subscription: it reads the events of the sessions, and tells which resources have
/// changed when the connection has room.
final class SubscriptionSource: HTTPStreamSource {
  private struct State: Sendable {
    var subscription: Subscription
    var readers: [String: HTTPStreamReader] = [:]
    var waker: HTTPStreamWaker?
  }

  private let state: Guarded<State>
  /// The maximum number of bytes of an event, which has at most a state twice.
  private static let maximumEvent = 255 << 20

  init(_ subscription: Subscription) { state = Guarded(State(subscription: subscription)) }

  /// Reads the events of a session.
  ///
  /// - Parameter response: The service's response to the request for them.
  func follow(_ session: String, _ response: HTTPResponse) {
    let parser = Guarded(EventStreamParser(limit: Self.maximumEvent))
    let reader = HTTPStreamReader(response.body) { [weak self] piece in
      guard let events = try? parser.withLock({ parser in try parser.append(piece) }) else {
        self?.change { $0.lose(session) }
        return
      }
      self?.change { subscription in
        for event in events { subscription.note(event, of: session) }
      }
    } end: { [weak self] _ in
      self?.change { $0.lose(session) }
    }
    guard let reader, response.status == .ok else { return change { $0.refuse(session) } }
    state.withLock { $0.readers[session] = reader }
  }

  private func change(_ body: (inout Subscription) -> Void) {
    let waker = state.withLock { state in
      body(&state.subscription)
      return state.waker
    }
    waker?.wake()
  }

  // MARK: The connection

  func start(_ waker: HTTPStreamWaker) { state.withLock { $0.waker = waker } }

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    let (content, isLast) = state.withLock { $0.subscription.next() }
    output += content
    return isLast ? .end : content.isEmpty ? .waiting : .more
  }

  func drain() { state.withLock { $0.subscription.end() } }

  func finish(_ outcome: HTTPStreamOutcome) {
    // Released outside of the lock: their ends change the state.
    _ = state.withLock { state in
      defer { state.readers = [:] }
      return state.readers
    }
  }
}
