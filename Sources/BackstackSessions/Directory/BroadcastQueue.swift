import BackstackPlatform

/// The broadcasts to the sessions of one feature, which are processed one after the other, each in
/// parts, so that they leave time for other work on their thread.
///
/// The sessions that broadcast take turns. A broadcast counts as an action of the sender's effects
/// for each session that it reaches, and takes the bytes that these encode from the sender's budget
/// (``EffectLimits``): a sender's next broadcast waits until there is room for it.
final class BroadcastQueue: Sendable {
  /// The outcome of a broadcast.
  enum Outcome: Sendable {
    /// These sessions have processed it.
    case reached([any Session])
    /// Every session would refuse it, or the sender may send nothing more.
    case refused(SessionError)
    /// It was dropped before it began.
    case dropped
  }

  private struct Broadcast: Sendable {
    let action: HostAction
    let completion: @Sendable (Outcome) -> Void
  }

  /// The broadcast that is being processed.
  private struct Progress: Sendable {
    let broadcast: Broadcast
    /// The sessions that are left.
    var rest: ArraySlice<any Session>
    /// The sessions that have processed the action.
    var reached: [any Session] = []
    /// The number of bytes that they have encoded and stored.
    var bytes = 0
    var failure: SessionError?

    var isDone: Bool { rest.isEmpty || failure != nil }

    var outcome: Outcome { failure.map { .refused($0) } ?? .reached(reached) }
  }

  private struct State: Sendable {
    var turns = BroadcastTurns<Broadcast>()
    /// Whether a thread processes broadcasts, or is about to.
    var isRunning = false
    /// Cancels the alarm for senders that have to wait.
    var cancelAlarm: (@Sendable () -> Void)?
  }

  /// The number of sessions that process an action before other work has a turn.
  private static let sessionsPerTurn = 64

  private let state = Guarded(State())
  private let limits: EffectLimits
  private let now: @Sendable () -> MonotonicInstant
  private let timer: any DeadlineTimer
  private let sessions: @Sendable () -> [any Session]
  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - limits: The budget of each sender.
  ///   - timer: Calls back when a sender that has to wait may continue.
  ///   - sessions: Returns the sessions, when a broadcast begins.
  ///   - schedule: Runs a closure soon, on a thread for work that takes long.
  init(
    limits: EffectLimits, now: @escaping @Sendable () -> MonotonicInstant,
    timer: any DeadlineTimer, sessions: @escaping @Sendable () -> [any Session],
    schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.limits = limits
    self.now = now
    self.timer = timer
    self.sessions = sessions
    self.schedule = schedule
  }

  /// The number of broadcasts that have not begun.
  var waitingCount: Int { state.withLock { $0.turns.count } }

  /// Returns a number for ``send(_:numbered:_:)``.
  func newNumber() -> UInt64 { state.withLock { $0.turns.newNumber() } }

  /// Sends an action to all sessions, after the earlier broadcasts of the same sender.
  ///
  /// - Parameter completion: Receives the outcome. A session that refuses the action is left out,
  ///   unless every session would refuse it.
  func send(
    _ action: HostAction, numbered number: UInt64,
    _ completion: @escaping @Sendable (Outcome) -> Void
  ) {
    state.withLock { state in
      state.turns.append(
        Broadcast(action: action, completion: completion), numbered: number,
        of: action.sender?.id, now: now())
    }
    run()
  }

  /// Drops the broadcast with a number, unless it has begun.
  func drop(_ number: UInt64, of sender: SessionContext?) {
    let dropped = state.withLock { $0.turns.remove(number, of: sender?.id) }
    dropped?.completion(.dropped)
  }

  /// Has a thread process broadcasts, unless one does already.
  private func run() {
    let isFirst = state.withLock { state in
      state.cancelAlarm.take()?()
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { schedule { self.begin() } }
  }

  /// Begins the next broadcast. Only one thread at a time is here.
  private func begin() {
    let next = state.withLock { state -> Broadcast? in
      let now = now()
      if let next = state.turns.next(now: now) { return next }
      state.isRunning = false
      if let start = state.turns.nextStart {
        let seconds = Double(start.nanoseconds - now.nanoseconds) / 1e9
        state.cancelAlarm = timer.schedule(after: seconds) { [weak self] in self?.run() }
      }
      return nil
    }
    guard let next else { return }
    var progress = Progress(broadcast: next, rest: [])
    do throws(SessionError) {
      // The sender may have ended while it waited.
      if let sender = next.action.sender { try sender.countSend() }
      progress.rest = sessions()[...]
    } catch {
      progress.failure = error
    }
    goOn(progress)
  }

  /// Has some sessions process a broadcast.
  private func goOn(_ earlier: Progress) {
    var progress = earlier
    for session in progress.rest.prefix(Self.sessionsPerTurn) where progress.failure == nil {
      do throws(SessionError) {
        guard let bytes = try session.process(progress.broadcast.action, if: .any) else { continue }
        progress.reached.append(session)
        progress.bytes += bytes
      } catch {
        // Every session of the feature would refuse it.
        if case .wrongTypes = error { progress.failure = error }
      }
    }
    progress.rest = progress.rest.dropFirst(Self.sessionsPerTurn)
    guard progress.isDone else { return schedule { [progress] in self.goOn(progress) } }
    if let sender = progress.broadcast.action.sender {
      let cost = limits.time(actions: progress.reached.count, bytes: progress.bytes)
      state.withLock { $0.turns.charge(cost, to: sender.id, now: now()) }
    }
    progress.broadcast.completion(progress.outcome)
    let hasNext = state.withLock { state in
      state.isRunning = state.turns.count > 0
      return state.isRunning
    }
    if hasNext { schedule { self.begin() } }
  }
}
