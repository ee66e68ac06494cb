import BackstackCoding

/// All scenarios and their verdicts: finds the scenario of a request.
///
/// It has no I/O and no clock, and holds one run for each scenario: a client that creates another
/// session of a scenario starts it again.
package struct ConformanceBoard: Sendable {
  /// The maximum number of reports in one request.
  static let maximumReports = 200

  package let scenarios: [ConformanceScenario]
  private let unixStart: Int
  private let patience: Duration
  private var runs: [String: ConformanceRun] = [:]
  /// The scenarios of sessions, by their ids.
  private var names: [String: String] = [:]
  /// The creations of sessions, by their keys.
  private var creations: [String: String] = [:]
  /// The scenarios of exchanges that wait or stream.
  private var exchanges: [Int: String] = [:]
  /// The scenarios whose harness has got the verdict.
  private var told: Set<String> = []
  private var reactions: [Reaction] = []
  private let makeID: @Sendable () -> String

  /// The default time that each wait of a script may take.
  package static let defaultPatience = Duration.seconds(30)

  /// - Parameters:
  ///   - unixStart: The time of the moment from which all others are counted.
  ///   - patience: The time that each wait of a script may take; four times as much in a slow
  ///     scenario.
  ///   - makeID: Returns an id that no other session has.
  package init(
    _ scenarios: [ConformanceScenario] = ConformanceScenario.all, unixStart: Int,
    patience: Duration = Self.defaultPatience,
    makeID: @escaping @Sendable () -> String
  ) {
    self.scenarios = scenarios
    self.unixStart = unixStart
    self.patience = patience
    self.makeID = makeID
  }

  /// Returns the verdict about a scenario.
  package func verdict(_ name: String) -> ConformanceVerdict { runs[name]?.verdict ?? .waiting }

  /// Whether each scenario has a verdict that will not change. Slow ones that no client has come to
  /// may not count.
  package func isOver(countingSlow: Bool) -> Bool {
    scenarios.allSatisfy { scenario in
      let verdict = verdict(scenario.name)
      return verdict.isFinal || !countingSlow && scenario.isSlow && verdict == .waiting
    }
  }

  /// Whether the harnesses of all scenarios that have a verdict have got it.
  package var hasToldVerdicts: Bool {
    scenarios.allSatisfy { !verdict($0.name).isFinal || told.contains($0.name) }
  }

  private func unixTime(_ now: Duration) -> Int { unixStart + Int(now.components.seconds) }

  // MARK: Events

  /// Takes a request, and returns what the server does.
  package mutating func take(_ request: ClientRequest, at now: Duration) -> [Reaction] {
    serve(request, at: now)
    return takeReactions()
  }

  /// Takes a message of a socket, and returns what the server does.
  ///
  /// - Parameters:
  ///   - content: The text.
  ///   - socket: The exchange of the socket.
  ///   - exchange: The number of another exchange, for the answer.
  package mutating func take(
    message content: [UInt8], of socket: Int, as exchange: Int, at now: Duration
  ) -> [Reaction] {
    guard let name = exchanges[socket] else { return [] }
    let unixTime = unixTime(now)
    runs[name]?.take(message: content, of: socket, as: exchange, at: now, unixTime: unixTime)
    collect(name)
    return takeReactions()
  }

  /// Notes that a connection was closed.
  package mutating func close(_ exchange: Int, at now: Duration) {
    guard let name = exchanges.removeValue(forKey: exchange) else { return }
    runs[name]?.close(exchange, at: now)
  }

  /// Lets time pass, and returns what the server does.
  package mutating func tick(at now: Duration) -> [Reaction] {
    let unixTime = unixTime(now)
    for name in runs.keys.sorted() {
      runs[name]?.tick(at: now, unixTime: unixTime)
      collect(name)
    }
    return takeReactions()
  }

  private mutating func takeReactions() -> [Reaction] {
    defer { reactions = [] }
    return reactions
  }

  /// Takes the reactions of a run.
  private mutating func collect(_ name: String) {
    for reaction in runs[name]?.takeReactions() ?? [] {
      switch reaction {
      case .open, .write: break
      case .respond, .cut, .finish, .close, .break: exchanges[reaction.exchange] = nil
      }
      reactions.append(reaction)
    }
  }

  private mutating func respond(_ request: ClientRequest, _ response: ConformanceResponse) {
    reactions.append(.respond(exchange: request.exchange, response))
  }

  // MARK: Requests

  private mutating func serve(_ request: ClientRequest, at now: Duration) {
    switch (request.method, request.path.first, request.path.count) {
    case ("GET", "", 1): respond(request, .json(index))
    case ("GET", "features", 1): respond(request, .json(["features": .array(features)]))
    case ("GET", "features", 2): respond(request, feature(request.path[1]))
    case ("GET", "results", 1): respond(request, .json(results))
    case ("POST", "shown", 2): takeReports(request, at: now)
    case ("POST", "sessions", 1): create(request, at: now)
    case (_, "sessions", 2...):
      guard let name = names[request.path[1]] else {
        return respond(request, .problem(404, "unknown-session", "There is no such session."))
      }
      take(request, name, at: now)
    default: respond(request, .problem(404, "not-found", "There is nothing at this path."))
    }
  }

  private mutating func take(_ request: ClientRequest, _ name: String, at now: Duration) {
    exchanges[request.exchange] = name
    let unixTime = unixTime(now)
    runs[name]?.take(request, at: now, unixTime: unixTime)
    collect(name)
  }

  private mutating func create(_ request: ClientRequest, at now: Duration) {
    guard let name = (try? JSONLiteral(decoding: request.content))?["feature"]?.text,
      let scenario = scenarios.first(where: { $0.name == name })
    else {
      return respond(
        request, .problem(422, "unknown-feature", "GET /features lists the scenarios."))
    }
    let key = request.fields["idempotency-key"]
    if let run = runs[name], !run.verdict.isFinal {
      if run.hasEnded {
        return respond(
          request,
          .problem(
            422, "scenario-runs",
            "The scenario runs until it is clear that the client leaves the ended session alone."
          ))
      }
      // Another key starts the scenario again, unless the first creation has to come again.
      if run.awaitsCreation || (key != nil && creations[name] == key) {
        return take(request, name, at: now)
      }
    }
    if let old = runs[name] { names[old.id] = nil }
    let id = makeID()
    names[id] = name
    creations[name] = key
    told.remove(name)
    runs[name] = ConformanceRun(
      scenario, id: id, patience: patience, at: now, unixTime: unixTime(now))
    take(request, name, at: now)
  }

  private mutating func takeReports(_ request: ClientRequest, at now: Duration) {
    let name = request.path[1]
    guard runs[name] != nil else {
      return respond(
        request, .problem(409, "not-running", "No client has created a session of this scenario."))
    }
    guard let reports = (try? JSONLiteral(decoding: request.content))?.elements,
      reports.count <= Self.maximumReports
    else {
      return respond(
        request, .problem(422, "invalid-value", "An array of at most 200 reports is needed."))
    }
    let unixTime = unixTime(now)
    for report in reports { runs[name]?.takeReport(report, at: now, unixTime: unixTime) }
    collect(name)
    if verdict(name).isFinal { told.insert(name) }
    respond(request, .json(Self.result(name, verdict(name))))
  }

  // MARK: What it says

  private var index: JSONLiteral {
    var json: JSONLiteral = [
      "description": "A server that judges clients of Backstack sessions.",
      "scenarios": .array(scenarios.map(description)),
    ]
    if scenarios.contains(where: \.hasSockets) { json["socket"] = "/sessions/{id}/socket" }
    return json
  }

  private func description(_ scenario: ConformanceScenario) -> JSONLiteral {
    var json: JSONLiteral = [
      "name": .string(scenario.name), "title": .string(scenario.title),
      "rule": .string(scenario.rule), "isSlow": .bool(scenario.isSlow),
      "outcome": .string(verdict(scenario.name).word),
    ]
    if let key = scenario.key { json["key"] = .string(key) }
    return json
  }

  /// The results for machines.
  private var results: JSONLiteral {
    [
      "isOver": .bool(isOver(countingSlow: true)),
      "results": .array(scenarios.map { Self.result($0.name, verdict($0.name)) }),
    ]
  }

  private static func result(_ name: String, _ verdict: ConformanceVerdict) -> JSONLiteral {
    var json: JSONLiteral = ["name": .string(name), "outcome": .string(verdict.word)]
    if let sentence = verdict.sentence { json["sentence"] = .string(sentence) }
    return json
  }

  private var features: [JSONLiteral] {
    scenarios.map { ["name": .string($0.name), "path": .string("/features/\($0.name)")] }
  }

  /// Returns the description of a feature, for clients that show any.
  private func feature(_ name: String) -> ConformanceResponse {
    guard scenarios.contains(where: { $0.name == name }) else {
      return .problem(404, "unknown-feature", "There is no such scenario.")
    }
    let actions = ScriptedAction.allCases.map { JSONLiteral.string($0.rawValue) }
    return .json([
      "name": .string(name), "navigation": [],
      "action": ["oneOf": [["type": "string", "enum": .array(actions)]]],
    ])
  }
}
