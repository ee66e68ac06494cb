import BackstackCoding

/// One client's way through a scenario: takes its requests and reports, and returns what the server
/// does. It has no I/O and no clock.
struct ConformanceRun: Sendable {
  /// The maximum number of requests for a session.
  static let maximumRequests = 500
  /// The maximum number of streams, and that of requests that wait.
  static let maximumOpen = 8
  /// A client that guesses the key of a creation gets the session.
  private static let shortestCreationKey = 20

  private let scenario: ConformanceScenario
  /// The time that each wait of the script may take.
  private let limit: Duration
  /// The time for which a request may be on its way: one that was sent before the client was told of
  /// the end comes at most so much later.
  private let crossing: Duration
  private(set) var verdict = ConformanceVerdict.running
  private var session: ScriptedSession
  private var now: Duration
  private var unixTime: Int
  private var reactions: [Reaction] = []

  private var script: ArraySlice<ScriptStep>
  /// Since when the script waits at its present step.
  private var waitsSince: Duration
  private var note: String?
  /// Whether the client has asked for the snapshot or a stream since the note.
  private var hasReadSinceNote = true

  private var requestCount = 0
  private var faults: [RequestKind: [Fault]] = [:]
  private var retries = RetryLedger()
  private var commands = CommandLedger()
  private var hidesActions = false
  private var streams = OpenStreams()
  private var messages = MessageLedger()
  /// The number of tickets that were issued, and those that were used.
  private var tickets: (count: Int, used: Set<String>) = (0, [])
  /// Long polls, and when they end.
  private var polls: [Int: Duration] = [:]
  private var hasPolled = false
  /// Responses that come later.
  private var delayed: [(due: Duration, reaction: Reaction)] = []

  private var shownVersion: Int?
  private var hasShownEnd = false
  /// When the client was told of the session's end.
  private var endTold: Duration?
  private var lastUse: Duration

  /// - Parameter patience: The time that each wait of the script may take, unless it is slow.
  init(
    _ scenario: ConformanceScenario, id: String, patience: Duration, at now: Duration, unixTime: Int
  ) {
    self.scenario = scenario
    limit = scenario.isSlow ? patience * 4 : patience
    crossing = patience / 30
    self.now = now
    self.unixTime = unixTime
    session = ScriptedSession(id: id, feature: scenario.name, lifetime: scenario.lifetime)
    script = scenario.script[...]
    waitsSince = now
    lastUse = now
    advance()
  }

  var id: String { session.id }
  var hasEnded: Bool { session.end != nil }
  /// Whether the creation has to come again.
  var awaitsCreation: Bool { retries.expects(.creation) }

  // MARK: Events

  /// Returns what the server has to do since the last call.
  mutating func takeReactions() -> [Reaction] {
    let taken = reactions
    reactions = []
    return taken.flatMap { reaction -> [Reaction] in
      guard let socket = messages.socket(of: reaction.exchange) else { return [reaction] }
      return answer(reaction, by: socket)
    }
  }

  /// Returns what a socket does in place of the response to a message.
  private mutating func answer(_ reaction: Reaction, by socket: Int) -> [Reaction] {
    let message = messages.answer(reaction)
    // Another message may have broken it.
    guard streams.isSocket(socket) else { return [] }
    if let message { return streams.mayAnswer(socket) ? [.write(exchange: socket, message)] : [] }
    streams.remove(socket)
    streams.noteEnd(at: now)
    return [.break(exchange: socket)]
  }

  /// Takes a message of a socket.
  mutating func take(
    message content: [UInt8], of socket: Int, as exchange: Int, at now: Duration, unixTime: Int
  ) {
    // The others were sent before the client knew that the socket had broken.
    guard streams.isSocket(socket) else { return }
    if let request = messages.request(content, of: socket, as: exchange, session: id) {
      return take(request, at: now, unixTime: unixTime)
    }
    self.now = now
    fail("It sent a message that is no object with an integer as id, and send, restore or read.")
    streams.remove(socket)
    reactions.append(.close(exchange: socket, 1008))
  }

  /// Takes a request of the client.
  mutating func take(_ request: ClientRequest, at now: Duration, unixTime: Int) {
    self.now = now
    self.unixTime = unixTime
    requestCount += 1
    if requestCount > Self.maximumRequests {
      fail("It sent more than \(Self.maximumRequests) requests.")
      return respond(request, .problem(429, "too-many-requests", "The scenario is over."))
    }
    if let endTold, now - endTold > crossing {
      fail("It sent \(request.line) after it was told that the session had ended.")
    }
    serve(request)
    advance()
  }

  /// Notes that the client has closed the connection of an exchange.
  mutating func close(_ exchange: Int, at now: Duration) {
    self.now = now
    streams.remove(exchange)
    messages.forget(exchange)
    polls[exchange] = nil
    delayed.removeAll { $0.reaction.exchange == exchange }
  }

  /// Lets time pass.
  mutating func tick(at now: Duration, unixTime: Int) {
    self.now = now
    self.unixTime = unixTime
    reactions += delayed.filter { $0.due <= now }.map(\.reaction)
    delayed.removeAll { $0.due <= now }
    for (exchange, due) in polls where due <= now {
      polls[exchange] = nil
      lastUse = now
      reactions.append(.respond(exchange: exchange, ConformanceResponse(304)))
    }
    reactions += streams.beat(at: now)
    expire()
    advance()
  }

  /// Ends a short life.
  private mutating func expire() {
    guard scenario.lifetime < 60, session.end == nil, !verdict.isFinal, polls.isEmpty,
      now - lastUse > .seconds(scenario.lifetime) + crossing / 4
    else { return }
    end(reason: "expired", isTold: true)
    fail(
      "It sent no request for \(scenario.lifetime) seconds, so the session has expired: reading "
        + "events does not extend its life.")
  }

  private mutating func fail(_ sentence: String) {
    if !verdict.isFinal { verdict = .failed(sentence) }
  }

  // MARK: Reports

  /// Takes what the client shows, as its harness reports it.
  mutating func takeReport(_ report: JSONLiteral, at now: Duration, unixTime: Int) {
    self.now = now
    self.unixTime = unixTime
    guard !verdict.isFinal else { return }
    if let reason = report["ended"] {
      takeEnd(reason.text)
    } else if report["cannot"] != nil {
      if commands.expected.first?.below == nil {
        fail("Its harness says that the client can't send an action.")
      } else {
        verdict = .skipped("The client has no conditional actions.")
      }
    } else if let version = report["version"]?.integer {
      takeShown(version, report)
    } else {
      fail("Its harness sent a report without version: \(report.json)")
    }
    advance()
  }

  private mutating func takeEnd(_ reason: String?) {
    guard let end = session.end else {
      return fail("It says that the session has ended, which it has not.")
    }
    if let expected = end.reason, reason != expected {
      return fail(
        "It says that the session has ended because of \"\(reason ?? "nothing")\": it was "
          + "\"\(expected)\".")
    }
    hasShownEnd = true
  }

  private mutating func takeShown(_ version: Int, _ report: JSONLiteral) {
    if let shownVersion, version < shownVersion {
      return fail(sentence("showed version \(version) after version \(shownVersion)."))
    }
    guard let state = session.state(at: version) else {
      return fail(sentence("showed version \(version), which the session never had."))
    }
    let truth = state.shown
    for member in truth.members ?? [] {
      guard let shown = report[member.name] else {
        return fail("Its harness did not report \(member.name).")
      }
      guard shown.isSame(as: member.value) else {
        return fail(
          sentence(
            "showed version \(version) with \(member.name) \(shown.json): that version has "
              + "\(member.value.json)."))
      }
    }
    shownVersion = version
  }

  /// Returns a sentence about the client, with the events before.
  private func sentence(_ rest: String) -> String {
    note.map { "After \($0), it \(rest)" } ?? "It \(rest)"
  }

  // MARK: The script

  /// Performs the steps of the script that need not wait.
  private mutating func advance() {
    while !verdict.isFinal {
      guard let step = script.first else {
        verdict = .passed
        return
      }
      guard perform(step) else {
        if now - waitsSince > limit { fail(missing(at: step)) }
        return
      }
      script = script.dropFirst()
      waitsSince = now
    }
  }

  /// Performs a step; returns whether it is done.
  private mutating func perform(_ step: ScriptStep) -> Bool {
    switch step {
    case .fault(let kind, let fault): faults[kind, default: []].append(fault)
    case .ask(let actions, let below):
      let asked = commands.ask(actions, below: below)
      change(isTold: true) { $0.commands = asked }
    case .hideActions: hidesActions = true
    case .change(let isTold, let versions, let body): change(isTold: isTold, by: versions, body)
    case .forget: streams.forget(upTo: session.version)
    case .write(let text): reactions += streams.write(text(session), at: now)
    case .finishStreams: reactions += streams.finishAll(closingWith: 1001, at: now)
    case .breakStreams: reactions += streams.breakAll(at: now)
    case .silence: streams.silence()
    case .end(let reason, let isTold): end(reason: reason, isTold: isTold)
    case .withdraw(let why): commands.closeAll(why)
    case .note(let text):
      note = text
      hasReadSinceNote = false
    case .steady:
      if hasReadSinceNote { fail(sentence("fetched a snapshot, although that fits.")) }
    case .shown: return shownVersion == session.version
    case .performed: return commands.expected.isEmpty
    case .happened(let kind): return (faults[kind] ?? []).isEmpty && !retries.expects(kind)
    case .streaming:
      if !streams.isUsed, hasPolled {
        verdict = .skipped("The client does not read the stream of events.")
        return false
      }
      return !streams.isEmpty || streams.hasKept
    case .connected:
      if !streams.hasSocket, hasPolled || streams.isUsed {
        verdict = .skipped("The client opens no sockets.")
        return false
      }
      return streams.hasOpenSocket || streams.hasKept
    case .endShown: return hasShownEnd
    case .pass(let duration): return now - waitsSince >= duration
    }
    return true
  }

  /// Returns what the client did not do at a step in time.
  private func missing(at step: ScriptStep) -> String {
    let time = "within \(limit.components.seconds) seconds"
    switch step {
    case .performed:
      let action = commands.expected.first?.action.rawValue ?? ""
      let again = retries.expects(.action) ? " again" : ""
      return sentence("did not send \"\(action)\"\(again) \(time).")
    case .happened(let kind): return sentence("did not send \(kind.text) again \(time).")
    case .streaming: return sentence("did not open a stream \(time).")
    case .connected: return sentence("did not open a socket \(time).")
    case .endShown: return sentence("did not show that the session had ended \(time).")
    default:
      let shown = shownVersion.map { ", but \($0)" } ?? ""
      let read = hasReadSinceNote ? "" : ": it did not fetch a snapshot"
      return sentence("did not show version \(session.version) \(time)\(shown)\(read).")
    }
  }

  private mutating func change(
    isTold: Bool, by versions: Int = 1, _ body: (inout ShownState) -> Void
  ) {
    session.change(by: versions, body)
    if isTold {
      reactions += streams.write(upTo: session.version, at: now) { [session] sent, isSocket in
        isSocket
          ? session.patchMessage(from: sent, to: session.version)
          : session.patch(from: sent, to: session.version)
      }
    }
    for exchange in polls.keys.sorted() {
      lastUse = now
      reactions.append(.respond(exchange: exchange, session.response(unixTime: unixTime)))
    }
    polls = [:]
  }

  private mutating func end(reason: String?, isTold: Bool) {
    session.finish(reason)
    if isTold {
      let data: JSONLiteral = ["reason": .string(reason ?? "deleted")]
      if !streams.isEmpty { endTold = now }
      reactions += streams.write(["event: end\ndata: \(data.json)\n\n"], at: now)
      reactions += streams.write(["{\"end\":\(data.json)}"], toSockets: true, at: now)
      reactions += streams.finishAll(closingWith: 4410, at: now)
    }
    for exchange in polls.keys.sorted() { tellEnd(exchange) }
    polls = [:]
  }

  private mutating func tellEnd(_ exchange: Int) {
    endTold = endTold ?? now
    reactions.append(.respond(exchange: exchange, session.endResponse))
  }

  // MARK: Requests

  private mutating func respond(_ request: ClientRequest, _ response: ConformanceResponse) {
    reactions.append(.respond(exchange: request.exchange, response))
  }

  private mutating func serve(_ request: ClientRequest) {
    switch (request.method, request.path.dropFirst(2).first) {
    case ("POST", nil): serveCreation(request)
    case ("GET", nil): serveReading(request)
    case ("DELETE", nil):
      session.finish("deleted")
      respond(request, ConformanceResponse(204))
    case ("GET", "events"): serveStream(request)
    case ("GET", "socket") where scenario.hasSockets: serveSocket(request)
    case ("POST", "events") where scenario.key != nil: serveTicket(request)
    case ("POST", "actions"): serveAction(request)
    default: respond(request, .problem(404, "not-found", "There is nothing at this path."))
    }
  }

  /// Judges a repeated request, and performs the next fault of its kind.
  ///
  /// - Parameter process: Returns the response of a request that is processed.
  /// - Returns: Whether the request has been served.
  private mutating func meetsFault(
    _ kind: RequestKind, _ request: ClientRequest,
    _ process: (inout ConformanceRun) -> ConformanceResponse
  ) -> Bool {
    if let objection = retries.objection(to: request, kind, at: now) { fail(objection) }
    guard faults[kind]?.isEmpty == false, let fault = faults[kind]?.removeFirst() else {
      return false
    }
    let exchange = request.exchange
    func expect(_ run: inout ConformanceRun, _ why: String, retryAfter: Int? = nil) {
      run.retries.expect(kind, request, retryAfter: retryAfter, why: why, at: run.now)
      if kind == .stream { run.streams.noteEnd(at: run.now) }
    }
    switch fault {
    case .lose(let isProcessed):
      let response = isProcessed ? process(&self) : ConformanceResponse.json(.null)
      expect(&self, "the response to \(kind.text) was lost")
      reactions.append(cut(exchange, response, afterHalf: false))
    case .half:
      let response = process(&self)
      expect(&self, "the connection broke amid the response to \(kind.text)")
      reactions.append(cut(exchange, response, afterHalf: true))
    case .refuse(let status, let problem, let seconds):
      expect(&self, "\(kind.text) was refused with \(status) \(problem)", retryAfter: seconds)
      var response = ConformanceResponse.problem(status, problem, "Try again.")
      response.fields["Retry-After"] = seconds.map(String.init)
      respond(request, response)
    case .page(let status):
      expect(&self, "\(kind.text) had the response \(status) with a page of HTML")
      respond(
        request,
        ConformanceResponse(
          status, fields: ["Content-Type": "text/html"], content: Array("<p>Hello</p>".utf8)))
    case .reject(let status, let problem):
      commands.close("the service had refused it with \(status) \(problem)")
      respond(request, .problem(status, problem, "This would be refused again."))
    case .overtaken(let isMerged):
      change(isTold: !isMerged) { $0.apply(.increment) }
      return false
    case .slow(let duration):
      let response = process(&self)
      delayed.append((now + duration, .respond(exchange: exchange, response)))
    case .never:
      expect(&self, "\(kind.text) had got no response")
    case .end(let reason):
      session.finish(reason)
      commands.closeAll("the session has ended")
      tellEnd(exchange)
    case .kept:
      streams.open(
        exchange, isSocket: kind == .socket, sent: session.version, isKept: true, at: now)
      reactions.append(.open(exchange: exchange))
    case .expiredTicket:
      // A client that sends its key with the handshake needs none.
      guard request.query["ticket"] != nil else { return false }
      respond(request, .problem(401, "unauthorized", "The ticket has expired."))
    case .forgotten:
      openStream(request, after: nil)
    }
    return true
  }

  /// Cuts off a response; one without content would be complete.
  private func cut(
    _ exchange: Int, _ response: ConformanceResponse, afterHalf: Bool
  ) -> Reaction {
    let response = response.content.isEmpty ? ConformanceResponse.json("lost") : response
    return .cut(exchange: exchange, response, afterHalf: afterHalf)
  }

  private mutating func serveCreation(_ request: ClientRequest) {
    if let key = request.unquoted("idempotency-key"), key.count < Self.shortestCreationKey {
      fail("Its Idempotency-Key of the creation is short enough to be guessed: \(key)")
      return respond(
        request, .problem(400, "invalid-idempotency-key", "The key needs 20 random characters."))
    }
    let process = { (run: inout ConformanceRun) in
      if let stored = run.session.answer(to: request) { return stored }
      let response = run.session.response(201, unixTime: run.unixTime)
      run.session.store(response, to: request)
      return response
    }
    if !meetsFault(.creation, request, process) { respond(request, process(&self)) }
  }

  private mutating func serveReading(_ request: ClientRequest) {
    lastUse = now
    hasReadSinceNote = true
    let known = request.unquoted("if-none-match").flatMap { Int($0) }
    if known != nil { hasPolled = true }
    guard session.end == nil else { return tellEnd(request.exchange) }
    guard !meetsFault(.reading, request, { _ in .json(.null) }) else { return }
    guard known == session.version else {
      return respond(request, session.response(unixTime: unixTime))
    }
    let wait = request.query["wait"].flatMap { Int($0) } ?? 0
    guard wait > 0, polls.count < Self.maximumOpen else {
      return respond(request, ConformanceResponse(304, fields: ["ETag": "\"\(session.version)\""]))
    }
    polls[request.exchange] = now + .seconds(min(wait, 30))
  }

  private mutating func serveStream(_ request: ClientRequest) {
    hasReadSinceNote = true
    guard session.end == nil else { return tellEnd(request.exchange) }
    if let objection = streams.request(retry: scenario.retry, at: now) { fail(objection) }
    guard !meetsFault(.stream, request, { _ in .json(.null) }) else { return }
    guard streams.count < Self.maximumOpen else {
      return respond(request, .problem(429, "too-many-at-once", "There are too many streams."))
    }
    openStream(request, after: request.fields["last-event-id"].flatMap { Int($0) })
  }

  private mutating func openStream(_ request: ClientRequest, after version: Int?) {
    let exchange = request.exchange
    streams.open(exchange, sent: session.version, isKept: false, at: now)
    var text = "retry: \(scenario.retry)\n\n"
    if let version, session.state(at: version) != nil {
      if version != session.version { text += session.patch(from: version, to: session.version) }
    } else {
      text += session.snapshotEvent(at: session.version, unixTime: unixTime)
    }
    reactions += [.open(exchange: exchange), .write(exchange: exchange, Array(text.utf8))]
  }

  private mutating func serveTicket(_ request: ClientRequest) {
    tickets.count += 1
    let ticket = JSONLiteral.string("ticket-\(tickets.count)")
    respond(request, .json(["ticket": ticket, "expiresIn": 30]))
  }

  private mutating func serveSocket(_ request: ClientRequest) {
    hasReadSinceNote = true
    guard session.end == nil else { return tellEnd(request.exchange) }
    if let objection = streams.request(retry: scenario.retry, at: now) { fail(objection) }
    guard request.fields["sec-websocket-protocol"]?.contains("backstack.v1") == true else {
      fail("It asked for a socket without the subprotocol backstack.v1.")
      return respond(
        request, .problem(400, "malformed-handshake", "The subprotocol is backstack.v1."))
    }
    if scenario.key != nil, let objection = objection(toAccessBy: request) {
      return respond(request, .problem(401, "unauthorized", objection))
    }
    guard !meetsFault(.socket, request, { _ in .json(.null) }) else { return }
    guard streams.count < Self.maximumOpen else {
      return respond(request, .problem(429, "too-many-at-once", "There are too many sockets."))
    }
    let exchange = request.exchange
    streams.open(exchange, isSocket: true, sent: session.version, isKept: false, at: now)
    var text = "{\"snapshot\":\(session.snapshot(at: session.version, unixTime: unixTime).json)}"
    if let version = request.query["version"].flatMap({ Int($0) }),
      session.state(at: version) != nil
    {
      // A client that can't see pings sees that the socket works.
      text =
        version == session.version
        ? "{}" : session.patchMessage(from: version, to: session.version)
    }
    reactions += [.open(exchange: exchange), .write(exchange: exchange, Array(text.utf8))]
  }

  /// Returns why a client may not open a socket: it needs its key, or a ticket that is not used yet.
  private mutating func objection(toAccessBy request: ClientRequest) -> String? {
    if let ticket = request.query["ticket"] {
      if tickets.used.insert(ticket).inserted { return nil }
      fail(sentence("used a ticket for a second socket."))
      return "The ticket was used before."
    }
    return request.fields["authorization"] == scenario.key.map { "Bearer \($0)" }
      ? nil : "A key or a ticket is needed."
  }

  private mutating func serveAction(_ request: ClientRequest) {
    lastUse = now
    guard session.end == nil else { return tellEnd(request.exchange) }
    let process = { (run: inout ConformanceRun) in run.process(request) }
    if !meetsFault(.action, request, process) { respond(request, process(&self)) }
  }

  /// Processes an action as the service does, and judges it.
  private mutating func process(_ request: ClientRequest) -> ConformanceResponse {
    if let stored = session.answer(to: request) {
      if stored.status == 422 { fail("It used an Idempotency-Key for a second action.") }
      return stored
    }
    guard let actions = CommandLedger.actions(in: request.content) else {
      fail("It sent an action that the scenario does not have.")
      return .problem(422, "invalid-value", "There is no such action.")
    }
    if let objection = commands.objection(to: actions) {
      fail(sentence(objection))
      return .problem(422, "invalid-value", "The scenario does not ask for this action.")
    }
    let match = request.unquoted("if-match")
    if commands.expected.first?.below != nil, match == nil {
      fail("It sent an action that is only for certain states without If-Match.")
    }
    if let match, match != "*", Int(match) != session.version {
      let snapshot = session.snapshot(at: session.version, unixTime: unixTime)
      return .problem(
        412, "version-mismatch", "The session is at another version.",
        with: ["version": JSONLiteral(session.version), "snapshot": snapshot])
    }
    let base = session.version
    for _ in actions { commands.close("it had taken effect: it would take effect twice") }
    change(isTold: !hidesActions, by: actions.count) { state in
      for action in actions { state.apply(action) }
    }
    let response = session.response(to: request, from: base, unixTime: unixTime)
    session.store(response, to: request)
    return response
  }
}
