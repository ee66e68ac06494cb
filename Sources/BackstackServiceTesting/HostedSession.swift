public import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackService
import BackstackSessions
import FoundationEssentials

/// A session of a ``HostedService``, with the feature's own types.
public struct HostedSession<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  /// The service, which the session keeps alive.
  let service: HostedService
  /// The path of the session.
  public let path: String

  private var id: String { String(path.dropFirst("/sessions/".count)) }

  /// Sends an action, as a client would.
  ///
  /// - Parameters:
  ///   - action: The action. An action that clients may not send is refused.
  ///   - version: The version that the session must have; `nil` for any.
  /// - Returns: The session after everything that the action caused without waiting.
  /// - Throws: ``ServiceProblem`` if the service refuses the action.
  @discardableResult
  public func send(
    _ action: Action, ifVersion version: Int? = nil
  ) async throws -> HostedSnapshot<State> {
    let json = String(decoding: try JSONStreamEncoder.encode(action), as: UTF8.self)
    let fields: HTTPFields = version.map { [.ifMatch: "\"\($0)\""] } ?? HTTPFields()
    return try await service.send(.post, path + "/actions", json: json, fields: fields)
      .decodedOrThrow(HostedSnapshot<State>.self)
  }

  /// Sends an action, as the program that hosts the session; it may be one that clients may not send.
  ///
  /// - Returns: The session after everything that the action caused without waiting.
  /// - Throws: `SessionError` if the session refuses the action.
  @discardableResult
  public func sendFromHost(_ action: Action) async throws -> HostedSnapshot<State> {
    try await service.server.send(action, to: id)
    return try await snapshot()
  }

  /// Returns the current snapshot of the session.
  ///
  /// - Throws: ``ServiceProblem`` if the session has ended.
  public func snapshot() async throws -> HostedSnapshot<State> {
    try await service.send(.get, path).decodedOrThrow(HostedSnapshot<State>.self)
  }

  /// Waits until each effect in flight has ended or waits for something, such as a clock.
  ///
  /// - Parameter timeout: The time after which the test fails.
  /// - Returns: The session afterwards.
  /// - Throws: ``HostedTimeout``, or another error if the session has ended.
  @discardableResult
  public func settle(
    timeout: Duration = HostedTimeout.standard
  ) async throws -> HostedSnapshot<State> {
    try await wait(timeout) { try await sessions.settle(id) }
    return try await snapshot()
  }

  /// Waits until no effect is in flight.
  ///
  /// - Parameter timeout: The time after which the test fails.
  /// - Returns: The session afterwards.
  /// - Throws: ``HostedTimeout`` with the effects that are still in flight, or another error if the
  ///   session has ended.
  @discardableResult
  public func finish(
    timeout: Duration = HostedTimeout.standard
  ) async throws -> HostedSnapshot<State> {
    try await wait(timeout) { try await sessions.finishEffects(of: id) }
    return try await snapshot()
  }

  /// Waits until the session's state fulfils a condition.
  ///
  /// A version that another one follows at once may be passed over.
  ///
  /// - Parameters:
  ///   - timeout: The time after which the test fails.
  ///   - condition: Returns whether a state is the one to wait for.
  /// - Returns: The session with this state.
  /// - Throws: ``HostedTimeout`` with the effects that are in flight, or another error if the
  ///   session has ended.
  @discardableResult
  public func wait(
    timeout: Duration = HostedTimeout.standard, until condition: @escaping @Sendable (State) -> Bool
  ) async throws -> HostedSnapshot<State> {
    let found = LockIsolated<HostedSnapshot<State>?>(nil)
    try await wait(timeout) {
      for try await _ in sessions.snapshots(of: id) {
        let snapshot = try await snapshot()
        guard condition(snapshot.state) else { continue }
        return found.setValue(snapshot)
      }
    }
    guard let snapshot = found.value else { throw CancellationError() }
    return snapshot
  }

  private var sessions: SessionDirectory { service.server.sessions }

  private var effectsInFlight: [String] {
    let effects = SessionID(id).flatMap { sessions.effectsInFlight(of: $0) }?.all ?? []
    return effects.map { effect in
      effect.name.map { "\($0), \(effect.source)" } ?? effect.source
    }
  }

  private func wait(
    _ timeout: Duration, for event: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await event()
        return true
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        return false
      }
      let hasHappened = try await group.next() == true
      group.cancelAll()
      if !hasHappened {
        throw HostedTimeout(timeout: timeout, effects: effectsInFlight)
      }
    }
  }

  /// Ends the session.
  ///
  /// - Throws: ``ServiceProblem`` if the session has already ended.
  public func end() async throws {
    let response = try await service.send(.delete, path)
    guard response.status == 204 else { throw ServiceProblem(response) }
  }
}

/// The error of a wait for a session that took too long.
public struct HostedTimeout: Error, Sendable, CustomStringConvertible {
  /// How long a test waits unless it says otherwise: a minute, or as many seconds as the environment variable
  /// `BACKSTACK_TEST_TIMEOUT` says, for machines that are slow or busy.
  public static let standard = duration(
    ProcessInfo.processInfo.environment["BACKSTACK_TEST_TIMEOUT"])

  /// - Parameter text: The value of the variable; what is not a number from 1 to 86,400 is ignored.
  static func duration(_ text: String?) -> Duration {
    .seconds(text.flatMap { Int($0) }.flatMap { (1...86_400).contains($0) ? $0 : nil } ?? 60)
  }

  /// How long the test has waited.
  public let timeout: Duration
  /// The effects that are in flight, by their names and their places in the source code.
  public let effects: [String]

  public var description: String {
    "The session is not as awaited after \(timeout). "
      + (effects.isEmpty
        ? "It has no effects in flight."
        : "Its effects in flight: \(effects.joined(separator: "; ")).")
  }
}

/// A session at one version.
public struct HostedSnapshot<State: Decodable & Sendable>: Decodable, Sendable {
  /// The number of processed actions, including those of effects.
  public let version: Int
  /// The state of the feature.
  public let state: State
  /// The number of effects in flight.
  public let effects: Int
  /// The issues that were reported while the action was processed.
  public let issues: [HostedIssue]?
}

/// An issue that an action caused.
public struct HostedIssue: Decodable, Sendable, Hashable {
  /// A description of the mistake.
  public let message: String
  /// The location in the source code.
  public let location: String
}

/// The initial state of a ``HostedSession``.
public enum HostedStart<State: Encodable & Sendable>: Sendable {
  /// The feature's initial state.
  case initial
  /// A given state, for a feature whose `clientInput` includes states.
  case state(State)
  /// The state that a deep link leads to.
  case link(String)
}

extension HostedService {
  /// Creates a session.
  ///
  /// - Parameters:
  ///   - reducer: The type of the feature's reducer.
  ///   - feature: The name of the feature.
  ///   - start: The initial state of the session.
  /// - Throws: ``ServiceProblem`` if the session can't be created.
  public func session<R: Reducer>(
    of reducer: R.Type, _ feature: String, from start: HostedStart<R.State> = .initial
  ) async throws -> HostedSession<R.State, R.Action> where R.State: Codable, R.Action: Codable {
    let creation = SessionCreation(feature: feature, start: start)
    let json = String(decoding: try JSONStreamEncoder.encode(creation), as: UTF8.self)
    let response = try await send(.post, "/sessions", json: json)
    guard response.status == 201, let path = response.fields[.location] else {
      throw ServiceProblem(response)
    }
    return HostedSession(service: self, path: path)
  }
}

private struct SessionCreation<State: Encodable & Sendable>: Encodable {
  let feature: String
  let start: HostedStart<State>

  private enum Key: String, CodingKey { case feature, state, link }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(feature, forKey: .feature)
    switch start {
    case .initial: break
    case .state(let state): try container.encode(state, forKey: .state)
    case .link(let link): try container.encode(link, forKey: .link)
    }
  }
}

extension ServiceResponse {
  /// Decodes the content.
  ///
  /// - Throws: An error if the content is not JSON of that form.
  public func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONStreamDecoder.decode(type, from: content, userInfo: [.decodesServerOnlyCases: true])
  }

  /// Decodes the content, or throws a ``ServiceProblem`` if the response is an error.
  fileprivate func decodedOrThrow<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard status < 300 else { throw ServiceProblem(self) }
    return try decoded(type)
  }
}
