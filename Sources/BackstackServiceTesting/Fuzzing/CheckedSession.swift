public import Backstack
import BackstackCoding
import BackstackHTTP
public import BackstackService
public import BackstackTesting
import FoundationEssentials

/// A session of a feature in its own ``HostedService``, which checks each response. The findings of
/// a ``FeatureFuzzer`` are written as code that uses it.
///
/// ```swift
/// let session = try CheckedSession(of: guestbook)
/// try await session.create(#"{"feature":"guestbook"}"#)
/// try await session.send(#"{"sign":{"name":"Ada"}}"#)
/// ```
///
/// The service may refuse a request, because a client may send anything. A mistake is thrown as an
/// ``Inconsistency``:
///
/// - a response with a status of 500 or more, or with content that is not JSON;
/// - a version that decreases, or that stays the same while the state changes;
/// - a state that differs after it was decoded and encoded again, or after another server resumed
///   the session;
/// - a patch that does not lead from the last snapshot to the next one;
/// - a refused request that has changed something;
/// - a history whose entries or states differ from the session's;
/// - an issue that a reducer or an effect reported.
///
/// The session's clocks stand still until ``advance(by:)``, and its dates, UUIDs and random numbers
/// are the same each time. They replace the feature's own overrides.
public final class CheckedSession {
  /// The clock of the session's effects.
  public let clock = TestClock()
  /// The service that hosts the session at present.
  public private(set) var service: HostedService
  /// The path of the session; `nil` before it is created.
  public private(set) var path: String?
  /// The last known snapshot of the session; `nil` before it is created and after it has ended.
  private(set) var snapshot: Snapshot?

  private let feature: Feature
  private let configuration: ServiceConfiguration
  /// How often the session was resumed.
  private let resumptions = LockIsolated(0)
  /// The states of the session that were seen, by version.
  private var states: [Int: JSONLiteral] = [:]

  /// A session at one version.
  struct Snapshot {
    let version: Int
    let state: JSONLiteral
    /// The link to the shown state, if the feature has links.
    let link: JSONLiteral?
    /// The shared values with keys, if there are any.
    let shared: JSONLiteral?
    let effects: Int

    /// The members that patches change.
    var document: JSONLiteral {
      var document: JSONLiteral = ["state": state, "effects": JSONLiteral(integerLiteral: effects)]
      document["link"] = link
      document["shared"] = shared
      return document
    }
  }

  /// Creates a service for sessions of a feature.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - configuration: The configuration of the service. The session neither expires nor ends
  ///     because of its effects, and responses wait for effects that can run without waiting.
  /// - Throws: `HTTPServerError`; never happens, because there is no socket.
  public init(
    of feature: Feature, configuration: ServiceConfiguration = ServiceConfiguration()
  ) throws {
    self.feature = feature.repeatable(on: clock, resumptions: resumptions)
    var configuration = configuration
    let now = Self.date
    configuration.now = { now }
    configuration.log = { _ in }
    configuration.settleTimeout = 24 * 3600
    configuration.effectLimits = .none
    self.configuration = configuration
    service = try HostedService([self.feature], configuration: configuration)
  }

  /// Creates a service for sessions of a feature that is only its reducer.
  ///
  /// - Parameters:
  ///   - name: The name of the feature.
  ///   - initialState: The state that a session begins with, as JSON.
  ///   - takesState: Whether a client may choose the state that a session begins with.
  ///   - takesPushes: Whether a client may push screens whose state it chooses.
  ///   - reducer: Returns the reducer.
  /// - Throws: `DecodingError` for a state of another feature.
  public convenience init<R: Reducer>(
    of name: String, initialState: String, takesState: Bool = false, takesPushes: Bool = false,
    reducer: @escaping @Sendable () -> R
  ) throws where R.State: Codable, R.Action: Codable {
    let state = try JSONStreamDecoder.decode(
      R.State.self, from: initialState.utf8, userInfo: [.decodesServerOnlyCases: true])
    try self.init(
      of: Feature(
        name, initialState: state,
        clientInput: ClientInput(takesState: takesState, takesPushes: takesPushes),
        reducer: reducer))
  }

  /// The versions at which the session was seen.
  var versions: [Int] { states.keys.sorted() }

  // MARK: Steps

  /// Creates a session, which replaces the previous one unless it is refused.
  ///
  /// - Parameter json: The content of `POST /sessions`.
  /// - Throws: ``Inconsistency``.
  public func create(_ json: String) async throws {
    let response = try await request(.post, "/sessions", json: json)
    guard response.status == 201, let location = response.fields[.location] else { return }
    path = location
    snapshot = nil
    states = [:]
    resumptions.withValue { $0 = 0 }
    try await look()
    try compare(response)
  }

  /// Resumes a stored session, which replaces the previous one.
  ///
  /// - Parameter json: A line of `backstack sessions export`.
  /// - Throws: ``Inconsistency``, also if the session can't be resumed.
  public func begin(from json: String) async throws {
    do {
      let saved = try JSONStreamDecoder.decode(SavedSession.self, from: json.utf8)
      service = try HostedService([feature], configuration: configuration, resuming: [saved])
      path = "/sessions/\(saved.id)"
    } catch {
      throw Inconsistency(.lost, "The stored session can't be resumed: \(error)")
    }
    snapshot = nil
    states = [:]
    try await look(anyOrder: true)
  }

  /// Sends an action, or an array of actions. Does nothing without a session.
  ///
  /// - Parameters:
  ///   - json: The content of `POST /sessions/{id}/actions`.
  ///   - asPatch: Whether to request a patch to the snapshot that was seen last.
  /// - Throws: ``Inconsistency``.
  public func send(_ json: String, asPatch: Bool = false) async throws {
    guard let path, let before = snapshot else { return }
    var fields = HTTPFields()
    if asPatch {
      fields.append(.ifMatch, "\"\(before.version)\"")
      fields.append(.accept, "application/json-patch+json")
    }
    let response = try await request(.post, path + "/actions", json: json, fields: fields)
    guard response.status == 200 else { return try await lookAfterRefusal(before, response) }
    try await look()
    guard let after = snapshot else { return }
    guard after.version > before.version else {
      throw Inconsistency(
        .version, "An action was processed, but the version is still \(before.version).")
    }
    if response.fields[.contentType] == "application/json-patch+json" {
      try comparePatch(response, from: before, to: after)
    } else {
      try compare(response)
    }
  }

  /// Advances the clock, so that waiting effects continue.
  ///
  /// - Throws: ``Inconsistency``.
  public func advance(by duration: Duration) async throws {
    await clock.advance(by: duration)
    try await look()
  }

  /// Restores a version, if it is still available. Does nothing without a session.
  ///
  /// - Throws: ``Inconsistency``.
  public func restore(_ version: Int) async throws {
    guard let path, let before = snapshot else { return }
    let response = try await request(.post, path + "/restore", json: #"{"version":\#(version)}"#)
    guard response.status == 200 else { return try await lookAfterRefusal(before, response) }
    try await look()
    guard let after = snapshot else { return }
    guard after.version > before.version else {
      throw Inconsistency(
        .version, "A version was restored, but the session's version is still \(before.version).")
    }
    try compare(response)
    if let state = states[version], after.version == before.version + 1 {
      try expect(
        after.state, is: state, .history, "Version \(version) was restored",
        anyOrder: true)
    }
    try await readHistory()
  }

  /// Saves the session and resumes it in another server, as after a restart. Does nothing without a
  /// session.
  ///
  /// Effects in flight are lost.
  ///
  /// - Throws: ``Inconsistency``.
  public func resume() async throws {
    guard snapshot != nil else { return }
    let saved = service.savedSessions.filter { path == "/sessions/\($0.id)" }
    guard !saved.isEmpty else { throw Inconsistency(.lost, "The session can't be saved.") }
    resumptions.withValue { $0 += 1 }
    do {
      service = try HostedService([feature], configuration: configuration, resuming: saved)
    } catch {
      throw Inconsistency(.lost, "The session can't be resumed in another server: \(error)")
    }
    try await look(anyOrder: true)
    try await readHistory()
  }

  /// Reads the history and all versions that it contains. Does nothing without a session.
  ///
  /// - Throws: ``Inconsistency``.
  public func readHistory() async throws {
    guard let path, let snapshot else { return }
    var entries: [JSONLiteral] = []
    var next: String? = path + "/history?after=-1&limit=200"
    while let target = next {
      let page = try content(try await request(.get, target))
      entries += page["entries"]?.elements ?? []
      next = page["next"]?.text
    }
    let versions = entries.compactMap { $0["version"]?.integer }
    guard versions.count == entries.count, zip(versions, versions.dropFirst()).allSatisfy(<),
      versions.last.map({ $0 == snapshot.version }) ?? true
    else {
      throw Inconsistency(
        .history, "At version \(snapshot.version) the history has the versions \(versions).")
    }
    for entry in entries where entry["snapshot"] == true {
      guard let version = entry["version"]?.integer else { continue }
      let response = try await request(.get, path + "/history/\(version)")
      guard response.status == 200 else {
        throw Inconsistency(
          .history, "The history has a snapshot of version \(version): \(response.status).")
      }
      if let state = states[version], let remembered = try content(response)["state"] {
        try expect(
          remembered, is: state, .history, "The history remembers version \(version)",
          anyOrder: true)
      }
    }
  }

  // MARK: Checks

  /// Reads the session and compares it with the last known snapshot.
  ///
  /// - Parameter anyOrder: Whether elements may be in another order, as the elements of a set are
  ///   in another process.
  private func look(anyOrder: Bool = false) async throws {
    guard let path else { return }
    let before = snapshot
    let response = try await request(.get, path)
    guard response.status == 200 else {
      snapshot = nil
      if response.status == 410 { return }
      throw Inconsistency(.lost, "GET received \(response.status): \(response.text)")
    }
    let json = try content(response)
    guard let version = json["version"]?.integer, let state = json["state"] else {
      throw Inconsistency(.malformed, "\(response.text) is not a snapshot.")
    }
    let after = Snapshot(
      version: version, state: state, link: json["link"], shared: json["shared"],
      effects: json["effects"]?.integer ?? 0)
    snapshot = after
    if let before {
      guard after.version >= before.version else {
        throw Inconsistency(
          .version, "Version \(before.version) was followed by version \(after.version).")
      }
      if after.version == before.version {
        try expect(
          after.state, is: before.state, .version, "The version is still \(version)",
          anyOrder: anyOrder)
      }
    }
    states[version] = state
    try checkCoding(of: state)
  }

  /// Checks that a state is the same after it was decoded and encoded again.
  private func checkCoding(of state: JSONLiteral) throws {
    let recoded: [UInt8]
    do {
      recoded = try feature.recode(Array(state.json.utf8))
    } catch {
      throw Inconsistency(.coding, "The state that was sent can't be decoded again: \(error)")
    }
    guard let again = try? JSONLiteral(parsing: recoded) else {
      throw Inconsistency(.coding, "The state was encoded again, but not as JSON.")
    }
    try expect(
      again, is: state, .coding, "The state was decoded and encoded again", anyOrder: true)
  }

  /// Checks that a refused request has changed nothing.
  private func lookAfterRefusal(_ before: Snapshot, _ response: ServiceResponse) async throws {
    try await look()
    // Effects may have changed the session in the meantime.
    guard let after = snapshot, before.effects == 0, after.version != before.version else { return }
    throw Inconsistency(
      .refusal, "A request was refused with \(response.status), but the session changed.")
  }

  /// Compares a response that contains the whole snapshot.
  private func compare(_ response: ServiceResponse) throws {
    let json = try content(response)
    if let issues = json["issues"] { throw Inconsistency(.issue, issues.json) }
    guard let snapshot, json["version"]?.integer == snapshot.version, let state = json["state"]
    else { return }
    try expect(
      state, is: snapshot.state, .version, "A response with version \(snapshot.version)")
  }

  private func comparePatch(
    _ response: ServiceResponse, from before: Snapshot, to after: Snapshot
  ) throws {
    let patch = try content(response)
    let result: JSONLiteral
    do {
      result = try before.document.patched(with: patch)
    } catch {
      throw Inconsistency(.patch, "The patch \(patch.json) can't be applied: \(error)")
    }
    guard response.version == after.version else { return }
    try expect(
      result, is: after.document, .patch, "The patch \(patch.json) was applied")
  }

  private func expect(
    _ value: JSONLiteral, is expected: JSONLiteral, _ kind: Inconsistency.Kind, _ event: String,
    anyOrder: Bool = false
  ) throws {
    guard !value.isSame(as: expected, anyOrder: anyOrder) else { return }
    throw Inconsistency(kind, "\(event): found \(value.json) instead of \(expected.json).")
  }

  private func content(_ response: ServiceResponse) throws -> JSONLiteral {
    do {
      return try JSONLiteral(parsing: response.content)
    } catch {
      throw Inconsistency(.malformed, "The content of a response is not JSON: \(response.text)")
    }
  }

  /// Sends a request, and throws if the response is an error of the server.
  private func request(
    _ method: HTTPMethod, _ target: String, json: String? = nil, fields: HTTPFields = HTTPFields()
  ) async throws -> ServiceResponse {
    let response = try await service.send(method, target, json: json, fields: fields)
    if response.status >= 500 {
      let name = target.split(separator: "/").dropFirst(2).first.map { "/\($0)" } ?? ""
      throw Inconsistency(
        .serverError,
        "\(method.rawValue) …\(name) received \(response.status): \(response.text)")
    }
    return response
  }
}

extension CheckedSession {
  /// The creation date of sessions, and the date before the clock moves.
  static let date = Date(timeIntervalSince1970: 1_800_000_000)
}

extension Feature {
  /// Returns a feature that behaves the same each time: with a clock that a test advances, dates
  /// based on that clock, and reproducible UUIDs and random numbers.
  ///
  /// - Parameter resumptions: How often the session was resumed.
  func repeatable(on clock: TestClock<Duration>, resumptions: LockIsolated<Int>) -> Feature {
    let start = clock.now
    return overridingDependencies { values in
      // The same for each session, whatever came before it, but a session that is resumed must not get
      // the same ids again.
      let number = values.session?.isResumed == true ? 1 + resumptions.withValue { $0 } : 0
      let random = WithRandomNumberGenerator(FuzzRandom(seed: 0, session: number))
      values.continuousClock = clock
      values.suspendingClock = clock
      values.date = DateGenerator {
        let passed = start.duration(to: clock.now).components.seconds
        return CheckedSession.date.addingTimeInterval(Double(passed))
      }
      values.uuid = UUIDGenerator { random { UUID.random(using: &$0) } }
      values.withRandomNumberGenerator = random
    }
  }
}

extension UUID {
  /// Returns a random UUID (RFC 9562 §5.4).
  fileprivate static func random(using random: inout some RandomNumberGenerator) -> UUID {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
