import BackstackPlatform

/// A reply or response that waits, and can be sent at once.
package protocol Pending: AnyObject, Sendable {
  /// Ends the wait, unless it has ended.
  func send()
}

/// A reply that waits: it is sent once, when what it waits for has happened, when its time is over, or
/// when its client has left.
package final class PendingReply: Pending {
  private struct State: Sendable {
    /// Makes and sends the reply; `nil` afterwards, as the sender may keep this object.
    var reply: (@Sendable () -> Void)?
    /// The closures to call when the reply is sent.
    var endings: [@Sendable () -> Void] = []
  }

  /// The maximum number of seconds for which it waits; `nil` for any time.
  package let seconds: Double?
  private let context: SessionContext
  private let state: Guarded<State>

  /// - Parameters:
  ///   - context: The session that the reply describes.
  ///   - reply: Makes and sends the reply. Called once, even if the client has left.
  init(
    of context: SessionContext, within seconds: Double?, reply: @escaping @Sendable () -> Void
  ) {
    self.context = context
    self.seconds = seconds
    state = Guarded(State(reply: reply))
  }

  package func send() {
    let sent = state.withLock { state in
      defer { state = State() }
      return state
    }
    guard let reply = sent.reply else { return }
    for ending in sent.endings { ending() }
    context.runtime.large.run(for: context, reply)
  }

  /// Calls a closure when the reply is sent; immediately if it was.
  package func onSend(_ ending: @escaping @Sendable () -> Void) {
    let isSent = state.withLock { state in
      if state.reply != nil { state.endings.append(ending) }
      return state.reply == nil
    }
    if isSent { ending() }
  }

  /// Sends the reply at the latest when its time, if it is limited, is over, or when the directory is about to
  /// stop.
  func limit(_ timer: any DeadlineTimer, among all: PendingReplies) {
    if let seconds {
      // Weak: a timer that was cancelled may keep its closure until its time.
      onSend(timer.schedule(after: seconds) { [weak self] in self?.send() })
    }
    guard all.add(self) else { return send() }
    let id = ObjectIdentifier(self)
    onSend { all.remove(id) }
  }
}

/// The replies that wait for effects or changes: a directory that is about to stop sends them at once.
package final class PendingReplies: Sendable {
  private struct State: Sendable {
    var isEnded = false
    var all: [ObjectIdentifier: any Pending] = [:]
  }

  private let state = Guarded(State())

  package init() {}

  /// Whether no reply may wait any more.
  package var isEnded: Bool { state.withLock { $0.isEnded } }
  /// The number of replies that wait.
  package var count: Int { state.withLock { $0.all.count } }

  /// Adds a reply.
  ///
  /// - Returns: Whether it may wait.
  package func add(_ reply: any Pending) -> Bool {
    state.withLock { state in
      if !state.isEnded { state.all[ObjectIdentifier(reply)] = reply }
      return !state.isEnded
    }
  }

  package func remove(_ id: ObjectIdentifier) {
    // Released outside the lock: its last reference may run other code.
    _ = state.withLock { $0.all.removeValue(forKey: id) }
  }

  /// Sends all replies, and lets no others wait from now on.
  package func end() {
    let all = state.withLock { state in
      state.isEnded = true
      defer { state.all = [:] }
      return state.all
    }
    for reply in all.values { reply.send() }
  }
}
