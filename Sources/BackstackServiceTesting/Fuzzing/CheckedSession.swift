import BackstackHTTP
import BackstackSchema
public import BackstackService
public import BackstackTesting

/// A session of a feature in a ``HostedService`` of its own, of which each answer is checked: what a
/// ``FeatureFuzzer`` has found is written with it.
///
/// ```swift
/// let session = try CheckedSession(of: guestbook)
/// try await session.create(#"{"feature":"guestbook"}"#)
/// try await session.send(#"{"sign":{"name":"Ada"}}"#)
/// ```
///
/// Refusals are fine, as a client may send anything; that something went wrong is thrown as an
/// ``Inconsistency``:
///
/// - an answer with a status of 500 or more, or with another content than JSON;
/// - a version that goes back, or stays while the state changes;
/// - a state that is another one once it was decoded and encoded again, or once the session goes on in
///   another server;
/// - a patch that does not lead from the last snapshot to the next one;
/// - a refusal that has changed something;
/// - a history whose entries or states are not what happened;
/// - an issue that a reducer or an effect reported.
///
/// The session's clocks stand still until ``advance(by:)``, and its dates, UUIDs and random numbers are
/// the same each time. What the feature itself overrides of these is overridden once more.
public final class CheckedSession {
  /// The clock of the session's effects.
  public let clock = TestClock()
  /// The service that hosts the session now.
  public private(set) var service: HostedService
  /// The path of the session; `nil` before it is created.
  public private(set) var path: String?
  /// What is known of the session now; `nil` before it is created, and when it has ended.
  private(set) var snapshot: Snapshot?

  private let feature: Feature
  private let configuration: ServiceConfiguration
  /// The states that the session was seen in, by version.
  private var states: [Int: JSONLiteral] = [:]

  /// A session at one version.
  struct Snapshot {
    let version: Int
    let state: JSONLiteral
    let effects: Int
  }

  /// - Parameters:
  ///   - feature: The feature.
  ///   - configuration: How the session is treated. It neither expires nor is ended for what its
  ///     effects do, and answers wait for effects that don't wait for anything.
  /// - Throws: ``HTTPServerError`` never, as there is no socket.
  public init(
    of feature: Feature, configuration: ServiceConfiguration = ServiceConfiguration()
  ) throws {
    self.feature = feature.repeatable(on: clock)
    var configuration = configuration
    let now = Self.date
    configuration.now = { now }
    configuration.log = { _ in }
    configuration.settleTimeout = 24 * 3600
    configuration.effectLimits = .none
    self.configuration = configuration
    service = try HostedService([self.feature], configuration: configuration)
  }

  /// The versions that the session was seen at.
  var versions: [Int] { states.keys.sorted() }

  // MARK: Steps

  /// Creates a session, which takes the place of the one that there was, unless it is refused.
  ///
  /// - Parameter json: The content of `POST /sessions`.
  /// - Throws: ``Inconsistency``.
  public func create(_ json: String) async throws {
    let answer = try await request(.post, "/sessions", json: json)
    guard answer.status == 201, let location = answer.fields[.location] else { return }
    path = location
    snapshot = nil
    states = [:]
    try await look()
    try compare(answer)
  }

  /// Sends an action, or several in an array; without a session nothing happens.
  ///
  /// - Parameters:
  ///   - json: The content of `POST /sessions/{id}/actions`.
  ///   - asPatch: Whether the answer is to be a patch to the snapshot that was seen last.
  /// - Throws: ``Inconsistency``.
  public func send(_ json: String, asPatch: Bool = false) async throws {
    guard let path, let before = snapshot else { return }
    var fields = HTTPFields()
    if asPatch {
      fields.append(.ifMatch, "\"\(before.version)\"")
      fields.append(.accept, "application/json-patch+json")
    }
    let answer = try await request(.post, path + "/actions", json: json, fields: fields)
    guard answer.status == 200 else { return try await lookAfterRefusal(before, answer) }
    try await look()
    guard let after = snapshot else { return }
    guard after.version > before.version else {
      throw Inconsistency(
        .version, "An action was processed, and the version stayed \(before.version).")
    }
    if answer.fields[.contentType] == "application/json-patch+json" {
      try comparePatch(answer, from: before, to: after)
    } else {
      try compare(answer)
    }
  }

  /// Lets time pass, and effects do what they waited for.
  ///
  /// - Throws: ``Inconsistency``.
  public func advance(by duration: Duration) async throws {
    await clock.advance(by: duration)
    try await look()
  }

  /// Goes back to a version, if it is remembered; without a session nothing happens.
  ///
  /// - Throws: ``Inconsistency``.
  public func restore(_ version: Int) async throws {
    guard let path, let before = snapshot else { return }
    let answer = try await request(.post, path + "/restore", json: #"{"version":\#(version)}"#)
    guard answer.status == 200 else { return try await lookAfterRefusal(before, answer) }
    try await look()
    guard let after = snapshot else { return }
    guard after.version > before.version else {
      throw Inconsistency(
        .version, "The session went back to a version, and its version stayed \(before.version).")
    }
    try compare(answer)
    if let state = states[version], after.version == before.version + 1 {
      try expect(
        after.state, is: state, .history, "The session went back to version \(version)",
        anyOrder: true)
    }
    try await readHistory()
  }

  /// Saves the session and goes on with it in another server, as after a restart; without a session
  /// nothing happens.
  ///
  /// Effects that were in flight are not there any more.
  ///
  /// - Throws: ``Inconsistency``.
  public func resume() async throws {
    guard snapshot != nil else { return }
    let saved = service.savedSessions.filter { path == "/sessions/\($0.id)" }
    guard !saved.isEmpty else { throw Inconsistency(.lost, "The session can't be saved.") }
    do {
      service = try HostedService([feature], configuration: configuration, resuming: saved)
    } catch {
      throw Inconsistency(.lost, "The session can't go on in another server: \(error)")
    }
    try await look(anyOrder: true)
    try await readHistory()
  }

  /// Reads the history and all versions that it has; without a session nothing happens.
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
      let answer = try await request(.get, path + "/history/\(version)")
      guard answer.status == 200 else {
        throw Inconsistency(
          .history, "The history has a snapshot of version \(version): \(answer.status).")
      }
      if let state = states[version], let remembered = try content(answer)["state"] {
        try expect(
          remembered, is: state, .history, "The history remembers version \(version)",
          anyOrder: true)
      }
    }
  }

  // MARK: Checks

  /// Reads the session, and compares what is there with what was.
  ///
  /// - Parameter anyOrder: Whether elements may have another order, as those of sets have in another
  ///   process.
  private func look(anyOrder: Bool = false) async throws {
    guard let path else { return }
    let before = snapshot
    let answer = try await request(.get, path)
    guard answer.status == 200 else {
      snapshot = nil
      if answer.status == 410 { return }
      throw Inconsistency(.lost, "GET was answered \(answer.status): \(answer.text)")
    }
    let json = try content(answer)
    guard let version = json["version"]?.integer, let state = json["state"] else {
      throw Inconsistency(.malformed, "\(answer.text) is no snapshot.")
    }
    let after = Snapshot(version: version, state: state, effects: json["effects"]?.integer ?? 0)
    snapshot = after
    if let before {
      guard after.version >= before.version else {
        throw Inconsistency(
          .version, "Version \(before.version) was followed by version \(after.version).")
      }
      if after.version == before.version {
        try expect(
          after.state, is: before.state, .version, "The version stayed \(version)",
          anyOrder: anyOrder)
      }
    }
    states[version] = state
    try checkCoding(of: state)
  }

  /// Decodes a state and encodes it again.
  private func checkCoding(of state: JSONLiteral) throws {
    let recoded: [UInt8]
    do {
      recoded = try feature.recode(Array(state.json.utf8))
    } catch {
      throw Inconsistency(.coding, "The state that was sent can't be decoded again: \(error)")
    }
    guard let again = try? JSONLiteral(parsing: recoded) else {
      throw Inconsistency(.coding, "The state was decoded and encoded again, which is no JSON.")
    }
    try expect(
      again, is: state, .coding, "The state was decoded and encoded again", anyOrder: true)
  }

  /// Looks whether a refusal has changed nothing.
  private func lookAfterRefusal(_ before: Snapshot, _ answer: ServiceAnswer) async throws {
    try await look()
    // What effects do meanwhile is not the refusal's fault.
    guard let after = snapshot, before.effects == 0, after.version != before.version else { return }
    throw Inconsistency(
      .refusal, "A request was answered \(answer.status), and the session changed all the same.")
  }

  /// Compares an answer that has the whole snapshot.
  private func compare(_ answer: ServiceAnswer) throws {
    let json = try content(answer)
    if let issues = json["issues"] { throw Inconsistency(.issue, issues.json) }
    guard let snapshot, json["version"]?.integer == snapshot.version, let state = json["state"]
    else { return }
    try expect(
      state, is: snapshot.state, .version, "An answer told version \(snapshot.version)")
  }

  private func comparePatch(
    _ answer: ServiceAnswer, from before: Snapshot, to after: Snapshot
  ) throws {
    let patch = try content(answer)
    let result: JSONLiteral
    do {
      result = try (["state": before.state] as JSONLiteral).patched(with: patch)
    } catch {
      throw Inconsistency(.patch, "The patch \(patch.json) can't be applied: \(error)")
    }
    guard answer.version == after.version else { return }
    try expect(
      result, is: ["state": after.state], .patch, "The patch \(patch.json) was applied")
  }

  private func expect(
    _ value: JSONLiteral, is expected: JSONLiteral, _ kind: Inconsistency.Kind, _ event: String,
    anyOrder: Bool = false
  ) throws {
    guard !value.isSame(as: expected, anyOrder: anyOrder) else { return }
    throw Inconsistency(kind, "\(event): there is \(value.json), not \(expected.json).")
  }

  private func content(_ answer: ServiceAnswer) throws -> JSONLiteral {
    do {
      return try JSONLiteral(parsing: answer.content)
    } catch {
      throw Inconsistency(.malformed, "The content of an answer is not JSON: \(answer.text)")
    }
  }

  /// Sends a request, to which no answer is the service's own failure.
  private func request(
    _ method: HTTPMethod, _ target: String, json: String? = nil, fields: HTTPFields = HTTPFields()
  ) async throws -> ServiceAnswer {
    let answer = try await service.send(method, target, json: json, fields: fields)
    if answer.status >= 500 {
      let name = target.split(separator: "/").dropFirst(2).first.map { "/\($0)" } ?? ""
      throw Inconsistency(
        .serverError, "\(method.rawValue) …\(name) was answered \(answer.status): \(answer.text)")
    }
    return answer
  }
}
