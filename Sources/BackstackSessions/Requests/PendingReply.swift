import BackstackPlatform

/// Something that waits, and can be given at once.
package protocol Pending: AnyObject, Sendable {
  /// Ends the wait, unless it has ended.
  func give()
}

/// A reply that waits: it is given once, when what it waits for has happened, when its time is over, or
/// when its client has left.
package final class PendingReply: Pending {
  private struct State: Sendable {
    /// Makes and gives the reply; `nil` afterwards, as the sender may keep this object.
    var reply: (@Sendable () -> Void)?
    /// The closures to call when the reply is given.
    var endings: [@Sendable () -> Void] = []
  }

  /// The maximum number of seconds for which it waits; `nil` for any time.
  package let seconds: Double?
  private let context: SessionContext
  private let state: Guarded<State>

  /// - Parameters:
  ///   - context: The session that the reply describes.
  ///   - reply: Makes and gives the reply. Called once, even if the client has left.
  init(
    of context: SessionContext, within seconds: Double?, reply: @escaping @Sendable () -> Void
  ) {
    self.context = context
    self.seconds = seconds
    state = Guarded(State(reply: reply))
  }

  package func give() {
    let given = state.withLock { state in
      defer { state = State() }
      return state
    }
    guard let reply = given.reply else { return }
    for ending in given.endings { ending() }
    context.runtime.large.run(for: context, reply)
  }

  /// Calls a closure when the reply is given; immediately if it was.
  package func onGiven(_ ending: @escaping @Sendable () -> Void) {
    let isGiven = state.withLock { state in
      if state.reply != nil { state.endings.append(ending) }
      return state.reply == nil
    }
    if isGiven { ending() }
  }

  /// Gives the reply at the latest when its time, if it is limited, is over, or when the directory is about to stop.
  func limit(_ timer: any DeadlineTimer, among all: PendingReplies) {
    if let seconds {
      // Weak: a timer that was cancelled may keep its closure until its time.
      onGiven(timer.schedule(after: seconds) { [weak self] in self?.give() })
    }
    guard all.add(self) else { return give() }
    let id = ObjectIdentifier(self)
    onGiven { all.remove(id) }
  }
}

/// What waits for effects or changes: a directory that is about to stop gives it at once.
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

  /// Gives all replies, and lets no others wait from now on.
  package func end() {
    let all = state.withLock { state in
      state.isEnded = true
      defer { state.all = [:] }
      return state.all
    }
    for reply in all.values { reply.give() }
  }
}
