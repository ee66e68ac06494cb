public import Backstack

/// The sessions of the program that hosts a feature: its effects send actions to them.
///
/// ```swift
/// @Dependency(\.sessions) var sessions
/// …
/// return .run { [room = state.room] _ in
///   try await sessions.broadcast(Chat.Action.received(message), to: "chat") { (state: Chat.State) in
///     state.room == room
///   }
/// }
/// ```
///
/// Sending is for effects: a reducer must not wait. Each call counts as an action of the session's
/// effects (``EffectLimits/actionsPerSecond``), so that sessions which send to each other without end
/// are ended. A broadcast counts as one for each session that it reaches, and what these encode and
/// store counts as bytes (``EffectLimits/bytesPerSecond``): the session's next broadcast begins once
/// its budget has room for the earlier ones.
public struct HostedSessions: Sendable {
  /// Sends an action to sessions.
  private let sendAction: @Sendable (any Sendable, _ id: String) async throws -> Void
  /// Sends an action to the sessions of a feature whose state it is for.
  private let broadcastAction:
    @Sendable (any Sendable, _ feature: String, (@Sendable (any Sendable) -> Bool?)?) async throws
      -> Int

  /// Creates sessions for a test or a preview.
  ///
  /// - Parameters:
  ///   - send: Called with each action that is sent to one session, and the session's id.
  ///   - broadcast: Called with each action that is sent to all sessions of a feature, and the
  ///     feature's name. It returns the number of sessions that got the action.
  public init(
    send: @escaping @Sendable (_ action: any Sendable, _ id: String) async throws -> Void,
    broadcast: @escaping @Sendable (_ action: any Sendable, _ feature: String) async throws -> Int
  ) {
    sendAction = send
    broadcastAction = { action, feature, _ in try await broadcast(action, feature) }
  }

  /// Creates the sessions that the effects of a session send to.
  init(of context: SessionContext) {
    sendAction = { action, id in
      try await context.directoryForSend().send(
        HostAction(action, from: context), to: id, ifVersion: nil)
    }
    broadcastAction = { action, feature, isForState in
      let count = try await context.directoryForSend().broadcast(
        HostAction(action, from: context, isForState: isForState), to: feature)
      guard let count else { throw CancellationError() }
      return count
    }
  }

  /// Sends an action to a session, and waits until it is stored, but not for effects; see
  /// ``SessionDirectory/send(action:to:ifVersion:)``.
  ///
  /// - Throws: ``SessionError``, as that does, also if the session that sends has ended.
  public func send<Action: Sendable>(_ action: Action, to id: String) async throws {
    try await sendAction(action, id)
  }

  /// Sends an action to all active sessions of a feature whose state fulfils a condition; see
  /// ``SessionDirectory/broadcast(_:to:where:)``. The session that sends is one of them.
  ///
  /// Sessions that broadcast take turns, with one broadcast each.
  ///
  /// - Returns: The number of sessions that processed the action.
  /// - Throws: ``SessionError`` if there is no such feature, its actions or states are of other types,
  ///   or the session that sends has ended. `CancellationError`, with nothing sent, if the effect was
  ///   cancelled while the broadcast waited for its turn; it is also cancelled when its session ends.
  @discardableResult
  public func broadcast<State: Sendable, Action: Sendable>(
    _ action: Action, to feature: String, where isIncluded: @escaping @Sendable (State) -> Bool
  ) async throws -> Int {
    try await broadcastAction(action, feature) { ($0 as? State).map(isIncluded) }
  }

  /// Sends an action to all active sessions of a feature; see
  /// ``SessionDirectory/broadcast(_:to:)``. The session that sends is one of them if it is of that
  /// feature.
  @discardableResult
  public func broadcast<Action: Sendable>(
    _ action: Action, to feature: String
  ) async throws -> Int {
    try await broadcastAction(action, feature, nil)
  }
}

extension DependencyValues {
  /// The sessions of the program that hosts the feature.
  ///
  /// Outside of a hosted session, as in tests, there are none: using them reports an issue unless the
  /// dependency is overridden.
  public var sessions: HostedSessions {
    get { self[HostedSessionsKey.self] ?? hostedSessions ?? .none }
    set { self[HostedSessionsKey.self] = newValue }
  }
}

extension SessionContext {
  /// Returns the directory, for an effect that sends an action to sessions.
  fileprivate func directoryForSend() throws(SessionError) -> SessionDirectory {
    guard let directory = runtime.directory.directory else { throw .passivated }
    try countSend()
    return directory
  }

  /// Counts what an effect of the session has sent, or is about to send, to other sessions.
  ///
  /// - Throws: ``SessionError``, as ``Session/countSend(actions:bytes:)`` does.
  func countSend(actions: Int = 1, bytes: Int = 0) throws(SessionError) {
    guard let session else { throw .passivated }
    try session.countSend(actions: actions, bytes: bytes)
  }
}

extension HostedSessions {
  fileprivate static var none: HostedSessions {
    HostedSessions(
      send: { action, _ in
        reportIssue(
          """
          \(type(of: action)) was sent to a session outside of a hosted session. Override the \
          dependency "sessions".
          """)
      },
      broadcast: { action, feature in
        reportIssue(
          """
          \(type(of: action)) was sent to the sessions of "\(feature)" outside of a hosted session. \
          Override the dependency "sessions".
          """)
        return 0
      })
  }
}

private enum HostedSessionsKey: DependencyKey {
  static var liveValue: HostedSessions? { nil }
  static var testValue: HostedSessions? { nil }
}
