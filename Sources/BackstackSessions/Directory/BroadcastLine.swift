import BackstackPlatform

/// The broadcasts to the sessions of one feature, which are processed one after the other, each in
/// parts, so that they leave time for other work on their thread.
final class BroadcastLine: Sendable {
  /// What the sessions of the feature made of a broadcast.
  typealias Outcome = Result<[any Session], SessionError>

  private struct Broadcast {
    let action: HostAction
    let completion: @Sendable (Outcome) -> Void
    /// The sessions that are left; `nil` until the broadcast begins.
    var rest: ArraySlice<any Session>?
    /// The sessions that have processed the action.
    var reached: [any Session] = []
  }

  /// The number of sessions that process an action before other work has a turn.
  private static let sessionsPerTurn = 64

  private let line = Guarded(Deque<Broadcast>())
  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameter schedule: Runs a closure soon, on a thread for work that takes long.
  init(schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.schedule = schedule
  }

  /// Sends an action to sessions, after the earlier broadcasts.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - sessions: Returns the sessions, when the broadcast begins.
  ///   - completion: Receives those that have processed the action. A session that refuses it is left
  ///     out, unless every session would refuse it: then it receives the error.
  func send(
    _ action: HostAction, to sessions: @escaping @Sendable () -> [any Session],
    _ completion: @escaping @Sendable (Outcome) -> Void
  ) {
    let isFirst = line.withLock { line in
      line.append(Broadcast(action: action, completion: completion))
      return line.count == 1
    }
    if isFirst { schedule { self.takeTurn(sessions) } }
  }

  /// Has some sessions process the first broadcast. Only one thread at a time is here.
  private func takeTurn(_ sessions: @escaping @Sendable () -> [any Session]) {
    guard var broadcast = line.withLock({ $0.first }) else { return }
    var rest = broadcast.rest ?? sessions()[...]
    var failure: SessionError?
    for session in rest.prefix(Self.sessionsPerTurn) where failure == nil {
      do throws(SessionError) {
        if try session.process(broadcast.action, if: .any) { broadcast.reached.append(session) }
      } catch {
        // Every session of the feature would refuse it.
        if case .wrongTypes = error { failure = error }
      }
    }
    rest = rest.dropFirst(Self.sessionsPerTurn)
    broadcast.rest = rest
    let isDone = rest.isEmpty || failure != nil
    let hasMore = line.withLock { line in
      _ = line.popFirst()
      if !isDone { line.prepend(broadcast) }
      return !line.isEmpty
    }
    if isDone { broadcast.completion(failure.map { .failure($0) } ?? .success(broadcast.reached)) }
    if hasMore { schedule { self.takeTurn(sessions) } }
  }
}
