import BackstackCoding
import FoundationEssentials

/// A session with a script instead of a feature: it does what the contract says, and the script
/// makes it do worse.
struct ScriptedSession: Sendable {
  let id: String
  let feature: String
  /// How many seconds it lives without a request.
  let lifetime: Int
  private(set) var version = 0
  private var states: [Int: ShownState]
  private var answers: [String: Answer] = [:]
  /// The reason of its end.
  private(set) var end: SessionEnd?

  /// How a session has ended.
  struct SessionEnd: Equatable, Sendable {
    /// `nil` where the service does not know the session any more.
    var reason: String?
  }

  /// A stored answer.
  private struct Answer: Sendable {
    let content: [UInt8]
    let response: ConformanceResponse
  }

  init(id: String, feature: String, lifetime: Int) {
    self.id = id
    self.feature = feature
    self.lifetime = lifetime
    states = [0: ShownState()]
  }

  var state: ShownState { states[version] ?? ShownState() }

  /// Returns the state that a version has; `nil` if there was no such version.
  func state(at version: Int) -> ShownState? { states[version] }

  /// Advances to a later version.
  mutating func change(by versions: Int = 1, _ body: (inout ShownState) -> Void) {
    var state = self.state
    body(&state)
    version += versions
    states[version] = state
  }

  mutating func finish(_ reason: String?) { end = SessionEnd(reason: reason) }

  // MARK: What it sends

  /// Returns the snapshot of a version.
  ///
  /// - Parameter unixTime: The present time.
  func snapshot(at version: Int, unixTime: Int) -> JSONLiteral {
    let state = states[version] ?? ShownState()
    var date: [UInt8] = []
    JSONDate.append(Date(timeIntervalSince1970: Double(unixTime + lifetime)), to: &date)
    var json: JSONLiteral = [
      "id": .string(id), "feature": .string(feature), "version": JSONLiteral(version),
      "state": state.json, "effects": JSONLiteral(Self.effects(at: version)),
      "expiresAt": .string(String(decoding: date, as: UTF8.self)),
    ]
    if state.isNewer { json["novelty"] = ["anything": [1, 2, 3]] }
    return json
  }

  /// Returns a response with the snapshot of the present version.
  func response(_ status: Int = 200, unixTime: Int) -> ConformanceResponse {
    var fields = ["Content-Type": "application/json", "ETag": "\"\(version)\""]
    if status == 201 { fields["Location"] = "/sessions/\(id)" }
    return ConformanceResponse(
      status, fields: fields, content: Array(snapshot(at: version, unixTime: unixTime).json.utf8))
  }

  /// Returns the operations of the patch between two versions.
  private func operations(from base: Int, to version: Int) -> [UInt8] {
    guard let old = states[base], let new = states[version] else { return [] }
    // Both are JSON.
    guard
      var patch = try? JSONPatch.make(
        from: Array(old.json.json.utf8), to: Array(new.json.json.utf8), at: "/state")
    else { return [] }
    let effects = Self.effects(at: version)
    if effects != Self.effects(at: base) {
      JSONPatch.append(
        JSONPatch.replacing("/effects", with: Array(String(effects).utf8)), to: &patch)
    }
    return patch
  }

  /// The number of effects that a version has: some patches change it, as those of a service do.
  private static func effects(at version: Int) -> Int { version % 2 }

  /// Returns the response to actions that have led from a version to the present one, in the form
  /// that the request asks for.
  func response(to request: ClientRequest, from base: Int, unixTime: Int) -> ConformanceResponse {
    var response = response(unixTime: unixTime)
    if request.fields["prefer"]?.contains("return=minimal") == true {
      response = ConformanceResponse(
        204, fields: ["ETag": "\"\(version)\"", "Preference-Applied": "return=minimal"])
    } else if request.fields["accept"]?.hasPrefix("application/json-patch+json") == true,
      request.fields["if-match"] != nil
    {
      response.fields["Content-Type"] = "application/json-patch+json"
      response.fields["Delta-Base"] = "\"\(base)\""
      response.content = operations(from: base, to: version)
    }
    return response
  }

  /// Returns the patch between two versions as an event of the stream.
  func patch(from base: Int, to version: Int) -> String {
    let data = String(decoding: operations(from: base, to: version), as: UTF8.self)
    return "event: patch\nid: \(version)\nbase: \(base)\ndata: \(data)\n\n"
  }

  /// Returns the patch between two versions as the message of a socket.
  func patchMessage(from base: Int, to version: Int) -> String {
    let patch = String(decoding: operations(from: base, to: version), as: UTF8.self)
    return "{\"base\":\(base),\"version\":\(version),\"patch\":\(patch)}"
  }

  /// Returns the snapshot of a version as an event of the stream.
  func snapshotEvent(at version: Int, unixTime: Int) -> String {
    let data = snapshot(at: version, unixTime: unixTime).json
    return "event: snapshot\nid: \(version)\ndata: \(data)\n\n"
  }

  /// The response about its end.
  var endResponse: ConformanceResponse {
    guard let reason = end?.reason else {
      return .problem(404, "unknown-session", "There is no such session.")
    }
    return .problem(
      410, "ended-session", "The session has ended.", with: ["reason": .string(reason)])
  }

  // MARK: Stored answers

  /// Returns the stored answer to a request that was processed before.
  func answer(to request: ClientRequest) -> ConformanceResponse? {
    guard let answer = request.fields["idempotency-key"].flatMap({ answers[$0] }) else {
      return nil
    }
    guard answer.content == request.content else {
      return .problem(
        422, "reused-idempotency-key", "The key belongs to a request with other content.")
    }
    return answer.response
  }

  /// Keeps the answer to a request with a key; a session has as many actions as its script.
  mutating func store(_ response: ConformanceResponse, to request: ClientRequest) {
    guard let key = request.fields["idempotency-key"] else { return }
    answers[key] = Answer(content: request.content, response: response)
  }
}

extension ConformanceResponse {
  /// Returns a response with JSON as its content.
  static func json(_ json: JSONLiteral, status: Int = 200) -> ConformanceResponse {
    ConformanceResponse(
      status, fields: ["Content-Type": "application/json"], content: Array(json.json.utf8))
  }

  /// Returns a problem document (RFC 9457).
  static func problem(
    _ status: Int, _ kind: String, _ detail: String, with more: JSONLiteral = [:]
  ) -> ConformanceResponse {
    var json: JSONLiteral = [
      "type": .string("/problems/\(kind)"), "title": .string(kind), "status": JSONLiteral(status),
      "detail": .string(detail),
    ]
    for member in more.members ?? [] { json[member.name] = member.value }
    return ConformanceResponse(
      status, fields: ["Content-Type": "application/problem+json"], content: Array(json.json.utf8))
  }
}
