import BackstackHTTP
import BackstackPlatform

/// The counters of the sockets of sessions.
final class SocketCounters: Sendable {
  private struct State {
    var open = 0
    var received = 0
    var sent = 0
    /// The number of closed sockets, by code.
    var closes: [String: Int] = [:]
  }

  private let state = Guarded(State())

  func opened() { state.withLock { $0.open += 1 } }

  /// Counts a socket that was open.
  func closed(_ code: WebSocketCloseCode, received: Int, sent: Int) {
    // Clients choose codes: a label for each could be thousands.
    let label = Self.labelled.contains(code.rawValue) ? "\(code.rawValue)" : "other"
    state.withLock { state in
      state.open -= 1
      state.received += received
      state.sent += sent
      state.closes[label, default: 0] += 1
    }
  }

  private static let labelled: Set<UInt16> = [
    1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 4401, 4410,
  ]

  func write(to metrics: inout HTTPMetricWriter) {
    let state = state.withLock { $0 }
    metrics.begin("backstack_sockets", .gauge, help: "Sockets of sessions that are open.")
    metrics.sample(state.open)
    metrics.begin(
      "backstack_socket_messages_total", .counter,
      help: "Messages of sockets that have ended, by direction.")
    metrics.sample(state.received, [("direction", "received")])
    metrics.sample(state.sent, [("direction", "sent")])
    metrics.begin(
      "backstack_socket_closes_total", .counter, help: "Sockets that have ended, by close code.")
    for (code, count) in state.closes.sorted(by: { $0.key < $1.key }) {
      metrics.sample(count, [("code", code)])
    }
  }
}
