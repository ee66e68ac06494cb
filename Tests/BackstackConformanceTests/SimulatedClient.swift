import BackstackCoding

@testable import BackstackConformance

/// A way to write a client wrongly.
enum Mutant: String, CaseIterable {
  case sendsNothing, newKeys, noKeys, shortKeys, ignoresRetryAfter, givesUpAtOnce, givesUpAtGateways
  case givesUpWhenBusy
  case believesEveryPage, sendsAtOnce, repeatsRefused, noConditions, decidesOnce
  case oneCopy, ignoresBases, ignoresMisfits, appliesPartly, takesHalfEvents, goesBack
  case neverReopens, ignoresSnapshots, takesEndOfStreamForEnd, reopensAtOnce, expectsNextVersion
  case readsPointersLiterally, endsLinesAtLineFeedsOnly, neverVisits, goesOnAfterEnd
  case trustsSilence, neverPolls, waitsForever, readsNoStream, hurries
  case opensNoSocket, noSubprotocol, believesAnswers, expectsEveryVersion, keepsTicket
}

/// A client of sessions with its harness, and a simulated clock: as small as one can be that passes.
final class SimulatedClient {
  private struct Shown: Equatable {
    var version: Int
    var state: JSONLiteral
  }

  private struct Call {
    var request: ClientRequest
    var key: String?
    var tries = 1
    var began: Duration
    let done: (ConformanceResponse) -> Void
  }

  private let mutant: Mutant?
  private let scenario: ConformanceScenario
  private var board: ConformanceBoard
  private(set) var now = Duration.zero
  private var lastExchange = 0
  private var lastKey = 0
  private var timers: [(due: Duration, run: () -> Void)] = []
  private var calls: [Int: Call] = [:]

  private var id: String?
  private var shown: Shown?
  private var copy: Shown?
  private var hasEnded = false
  private var stream: Int?
  private var streamText = ""
  private var streamBegan = Duration.zero
  private var lastByte = Duration.zero
  private var hasBytes = false
  private var earlyEnds = 0
  private var retry = Duration.milliseconds(200)
  /// Whether the stream is a socket, and the calls that wait for its messages.
  private var isSocket = false
  private var messages: [Int: Call] = [:]
  private var lastMessage = 0
  private var isRefused = false
  private var ticket: String?
  private var pollsUntil = Duration.zero
  private var lastRequest = Duration.zero

  private var queue: [(action: String, below: Int?)] = []
  private var isSending = false
  private var lastCommand = 0
  private var reports: [JSONLiteral] = []

  init(_ scenario: ConformanceScenario, _ mutant: Mutant? = nil) {
    self.scenario = scenario
    self.mutant = mutant
    board = ConformanceBoard([scenario], unixStart: 1_800_000_000) { "session" }
  }

  /// Lets the client meet the scenario, and returns the verdict.
  func run() -> ConformanceVerdict {
    create()
    while !board.verdict(scenario.name).isFinal, now < .seconds(400) {
      now += .milliseconds(20)
      deliver(board.tick(at: now))
      for timer in timers where timer.due <= now { timer.run() }
      timers.removeAll { $0.due <= now }
      followTime()
      report()
    }
    return board.verdict(scenario.name)
  }

  private func `is`(_ mutant: Mutant) -> Bool { self.mutant == mutant }

  private func after(_ wait: Duration, _ run: @escaping () -> Void) {
    // What is added while timers run is due later.
    timers.append((now + max(wait, .milliseconds(1)), run))
  }

  // MARK: The harness

  private func note() {
    guard let shown else { return }
    var report = shown.state
    report["version"] = JSONLiteral(shown.version)
    reports.append(report)
  }

  private func report() {
    if let shown, !hasEnded {
      for command in shown.state["commands"]?.elements ?? [] {
        let number = command["number"]?.integer ?? 0
        guard number > lastCommand else { continue }
        lastCommand = number
        queue.append((command["send"]?.text ?? "", command["ifCountBelow"]?.integer))
      }
    }
    sendNext()
    guard !reports.isEmpty else { return }
    let request = request(
      "POST", ["shown", scenario.name], content: JSONLiteral.array(reports).json)
    reports = []
    deliver(board.take(request, at: now))
  }

  // MARK: Requests

  private func request(
    _ method: String, _ path: [String], query: [String: String] = [:],
    fields: [String: String] = [:], content: String = ""
  ) -> ClientRequest {
    lastExchange += 1
    return ClientRequest(
      lastExchange, method, path, query: query, fields: fields, content: Array(content.utf8))
  }

  private func newKey() -> String {
    lastKey += 1
    return `is`(.shortKeys) ? "\"key-\(lastKey)\"" : "\"key-of-the-simulated-client-\(lastKey)\""
  }

  private func call(
    _ request: ClientRequest, key: String? = nil, _ done: @escaping (ConformanceResponse) -> Void
  ) {
    send(Call(request: request, key: key, began: now, done: done))
  }

  private func send(_ call: Call) {
    var call = call
    lastExchange += 1
    call.request.exchange = lastExchange
    call.began = now
    if `is`(.newKeys), call.key != nil { call.key = newKey() }
    if `is`(.noKeys) { call.key = nil }
    call.request.fields["idempotency-key"] = call.key
    lastRequest = now
    if let stream, isSocket, hasBytes, call.request.path.last == "actions" {
      return send(call, by: stream)
    }
    calls[call.request.exchange] = call
    deliver(board.take(call.request, at: now))
  }

  private func tryAgain(_ call: Call, after seconds: Int?) {
    guard !hasEnded || `is`(.goesOnAfterEnd), call.tries < 8, !`is`(.givesUpAtOnce) else { return }
    var call = call
    let growing = Duration.milliseconds(100 << call.tries)
    call.tries += 1
    let wait = `is`(.ignoresRetryAfter) ? growing : seconds.map { .seconds($0) } ?? growing
    after(wait) { [self] in send(call) }
  }

  private func take(_ response: ConformanceResponse, for call: Call) {
    let text = String(decoding: response.content, as: UTF8.self)
    let isSnapshot =
      (try? JSONLiteral(decoding: response.content))?["version"] != nil || response.status == 304
    let isBusy = text.contains("request-in-progress") && !`is`(.givesUpWhenBusy)
    let wait = response.fields["Retry-After"].flatMap { Int($0) }
    switch response.status {
    case 429, 503: tryAgain(call, after: wait)
    case 502, 504:
      if !`is`(.givesUpAtGateways) { tryAgain(call, after: nil) }
    case 409 where isBusy: tryAgain(call, after: wait)
    case 404, 410: end((try? JSONLiteral(decoding: response.content))?["reason"]?.text)
    case 200..<400 where !isSnapshot && !`is`(.believesEveryPage): tryAgain(call, after: nil)
    default: call.done(response)
    }
  }

  private func deliver(_ reactions: [Reaction]) {
    for reaction in reactions {
      let exchange = reaction.exchange
      switch reaction {
      case .respond(_, let response):
        if exchange == stream { refuseStream(response) }
        if let call = calls.removeValue(forKey: exchange) { take(response, for: call) }
      case .cut:
        if exchange == stream { endStream(after: nil) }
        if let call = calls.removeValue(forKey: exchange) { tryAgain(call, after: nil) }
      case .open: break
      case .write(_, let bytes):
        if exchange == stream { isSocket ? receive(message: bytes) : receive(bytes) }
      case .finish, .close, .break:
        guard exchange == stream else { break }
        if `is`(.takesHalfEvents) { receive(Array("\n\n".utf8)) }
        if `is`(.takesEndOfStreamForEnd) { end(nil) } else { endStream(after: nil) }
      }
    }
  }

  private func create() {
    let content: JSONLiteral = ["feature": .string(scenario.name)]
    call(request("POST", ["sessions"], content: content.json), key: newKey()) { [self] response in
      guard let json = try? JSONLiteral(decoding: response.content) else { return }
      id = json["id"]?.text
      accept(json)
      copy = shown
      openStream()
    }
  }

  private func sendNext() {
    guard let id, let shown, !isSending || `is`(.sendsAtOnce), let item = queue.first else {
      return
    }
    queue.removeFirst()
    if `is`(.sendsNothing) { return }
    isSending = true
    send(item, id, shown)
    if `is`(.sendsAtOnce) { sendNext() }
  }

  private func send(_ item: (action: String, below: Int?), _ id: String, _ shown: Shown) {
    var fields: [String: String] = [:]
    if let below = item.below {
      guard (shown.state["count"]?.integer ?? 0) < below || `is`(.decidesOnce) else {
        isSending = false
        return
      }
      if !`is`(.noConditions) { fields["if-match"] = "\"\(shown.version)\"" }
    }
    let content = JSONLiteral.string(item.action).json
    let key = newKey()
    call(
      request("POST", ["sessions", id, "actions"], fields: fields, content: content), key: key
    ) { [self] response in
      let json = try? JSONLiteral(decoding: response.content)
      switch response.status {
      case 200:
        isSending = false
        if let json { accept(json) }
      case 412:
        if let snapshot = json?["snapshot"] { accept(snapshot) }
        send(item, id, self.shown ?? shown)
      default:
        isSending = false
        if `is`(.repeatsRefused) { queue.insert(item, at: 0) }
        read()
      }
    }
  }

  private func read(wait: Int = 0) {
    guard let id, let shown else { return }
    let query = wait > 0 ? ["wait": "\(wait)"] : [:]
    let fields = ["if-none-match": "\"\(shown.version)\""]
    call(request("GET", ["sessions", id], query: query, fields: fields)) { [self] response in
      if response.status == 200, let json = try? JSONLiteral(decoding: response.content) {
        accept(json)
      }
      if wait > 0, now < pollsUntil || `is`(.readsNoStream) { read(wait: wait) }
    }
  }

  // MARK: What is shown

  private func accept(_ json: JSONLiteral) {
    guard let version = json["version"]?.integer, let state = json["state"] else { return }
    accept(Shown(version: version, state: state))
  }

  private func accept(_ next: Shown) {
    guard !hasEnded, next.version > shown?.version ?? -1 || `is`(.goesBack), next != shown else {
      return
    }
    if `is`(.expectsNextVersion), let shown, next.version > shown.version + 1000 { return }
    shown = next
    note()
  }

  private func end(_ reason: String?) {
    guard !hasEnded else { return }
    reports.append(["ended": reason.map { .string($0) } ?? "unknown"])
    if `is`(.goesOnAfterEnd) {
      stream = nil
      return after(.milliseconds(1500)) { [self] in openStream() }
    }
    hasEnded = true
    if let stream { board.close(stream, at: now) }
    stream = nil
  }

  // MARK: The stream

  private func openStream() {
    guard let id, !hasEnded, stream == nil else { return }
    guard !`is`(.readsNoStream) else { return read(wait: 20) }
    if let shown, let copy, copy.version < shown.version { self.copy = shown }
    isSocket = scenario.hasSockets && !isRefused && !`is`(.opensNoSocket)
    if isSocket { return openSocket(id) }
    var fields = ["accept": "text/event-stream"]
    if let copy { fields["last-event-id"] = "\(copy.version)" }
    begin(request("GET", ["sessions", id, "events"], fields: fields))
  }

  private func begin(_ request: ClientRequest) {
    stream = request.exchange
    streamText = ""
    streamBegan = now
    lastByte = now
    hasBytes = false
    deliver(board.take(request, at: now))
  }

  private func refuseStream(_ response: ConformanceResponse) {
    let json = try? JSONLiteral(decoding: response.content)
    if [404, 410].contains(response.status) { return end(json?["reason"]?.text) }
    if isSocket { isRefused = true }
    endStream(after: response.fields["Retry-After"].flatMap { Int($0) })
  }

  private func endStream(after seconds: Int?) {
    stream = nil
    for call in messages.values { tryAgain(call, after: nil) }
    messages = [:]
    guard !`is`(.neverReopens) else { return }
    earlyEnds = now - streamBegan > .seconds(5) ? 0 : earlyEnds + 1
    var wait = retry * (1 << min(max(earlyEnds - 1, 0), 4))
    if earlyEnds == 0 || `is`(.reopensAtOnce) { wait = .zero }
    if let seconds, !`is`(.ignoresRetryAfter) { wait = max(wait, .seconds(seconds)) }
    after(wait) { [self] in openStream() }
  }

  private func receive(_ bytes: [UInt8]) {
    lastByte = now
    hasBytes = true
    streamText += String(decoding: bytes, as: UTF8.self)
    if !`is`(.endsLinesAtLineFeedsOnly) {
      // No piece of a scenario ends between the two halves of a line's end.
      streamText = streamText.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }
    while stream != nil, let end = streamText.firstRange(of: "\n\n") {
      let lines = streamText[..<end.lowerBound].split(separator: "\n")
      streamText = String(streamText[end.upperBound...])
      var event: [String: String] = [:]
      for line in lines {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        let name = String(parts[0])
        event[name] = name == "data" ? (event[name].map { $0 + "\n" } ?? "") + value : value
      }
      receive(event)
    }
  }

  private func receive(_ event: [String: String]) {
    if let retry = event["retry"].flatMap({ Int($0) }) { self.retry = .milliseconds(retry) }
    let json = try? JSONLiteral(decoding: Array((event["data"] ?? "").utf8))
    switch event["event"] {
    case "end": end(json?["reason"]?.text)
    case "snapshot":
      guard !`is`(.ignoresSnapshots), let version = json?["version"]?.integer,
        let state = json?["state"]
      else { return }
      copy = Shown(version: version, state: state)
      accept(Shown(version: version, state: state))
    case "patch": patch(event, json)
    default: break
    }
  }

  private func patch(_ event: [String: String], _ patch: JSONLiteral?) {
    guard let version = event["id"].flatMap({ Int($0) }), let before = copy else { return }
    if `is`(.expectsEveryVersion), version != before.version + 1 { return }
    if version == shown?.version {
      copy = shown
      return
    }
    let base = `is`(.oneCopy) ? shown ?? before : before
    let isBase = event["base"] == "\(base.version)" || `is`(.ignoresBases) || `is`(.oneCopy)
    // It shows no effects, but their patches fit.
    var document: JSONLiteral = ["state": base.state, "effects": 0]
    var fits = isBase && patch?.elements != nil
    for operation in patch?.elements ?? [] where fits {
      var operation = operation
      if `is`(.readsPointersLiterally), let path = operation["path"]?.text {
        operation["path"] = .string(path.replacing("~", with: "~0"))
      }
      fits = document.apply(operation)
    }
    if fits || `is`(.appliesPartly) {
      let next = Shown(version: version, state: document["state"] ?? .null)
      copy = next
      return accept(next)
    }
    if `is`(.ignoresMisfits) { return }
    copy = nil
    if let stream { board.close(stream, at: now) }
    endStream(after: nil)
  }

  // MARK: The socket

  private func openSocket(_ id: String) {
    guard scenario.key != nil else { return openSocket(id, ticket: nil) }
    if let ticket, `is`(.keepsTicket) { return openSocket(id, ticket: ticket) }
    let request = request("POST", ["sessions", id, "events", "tickets"])
    for case .respond(_, let response) in board.take(request, at: now) {
      ticket = (try? JSONLiteral(decoding: response.content))?["ticket"]?.text
    }
    openSocket(id, ticket: ticket)
  }

  private func openSocket(_ id: String, ticket: String?) {
    var query: [String: String] = [:]
    query["version"] = copy.map { "\($0.version)" }
    query["ticket"] = ticket
    let fields = `is`(.noSubprotocol) ? [:] : ["sec-websocket-protocol": "backstack.v1"]
    begin(request("GET", ["sessions", id, "socket"], query: query, fields: fields))
  }

  private func send(_ call: Call, by socket: Int) {
    lastMessage += 1
    messages[lastMessage] = call
    var message: JSONLiteral = ["id": JSONLiteral(lastMessage)]
    message["send"] = try? JSONLiteral(decoding: call.request.content)
    message["key"] = call.key.map { .string($0.filter { $0 != "\"" }) }
    message["if"] = call.request.unquoted("if-match").flatMap { Int($0) }.map { JSONLiteral($0) }
    let content = Array(message.json.utf8)
    deliver(board.take(message: content, of: socket, as: call.request.exchange, at: now))
  }

  private func receive(message content: [UInt8]) {
    lastByte = now
    hasBytes = true
    guard let message = try? JSONLiteral(decoding: content) else { return }
    if let id = message["id"]?.integer, let call = messages.removeValue(forKey: id) {
      let status = message["problem"]?["status"]?.integer ?? 200
      let answer = message["problem"] ?? message
      if `is`(.believesAnswers), let version = message["version"]?.integer, let shown {
        self.shown = Shown(version: version, state: shown.state)
        note()
      }
      return take(ConformanceResponse(status, content: Array(answer.json.utf8)), for: call)
    }
    if let snapshot = message["snapshot"] {
      receive(["event": "snapshot", "data": snapshot.json])
    } else if let end = message["end"] {
      receive(["event": "end", "data": end.json])
    } else if let base = message["base"]?.integer, let version = message["version"]?.integer {
      patch(["id": "\(version)", "base": "\(base)"], message["patch"])
    }
  }

  // MARK: Time

  private func followTime() {
    for _ in 0..<3 where `is`(.hurries) {
      _ = board.take(request("GET", ["sessions", id ?? ""]), at: now)
    }
    if stream != nil {
      if !hasBytes, now - streamBegan > .seconds(5), !`is`(.neverPolls) {
        if let stream { board.close(stream, at: now) }
        stream = nil
        if isSocket {
          isRefused = true
          return openStream()
        }
        pollsUntil = now + .seconds(300)
        read(wait: 25)
      } else if now - lastByte > .seconds(40), !`is`(.trustsSilence) {
        if let stream { board.close(stream, at: now) }
        endStream(after: nil)
      }
    }
    if now - lastRequest > .seconds(scenario.lifetime) / 2, !hasEnded, !`is`(.neverVisits) {
      read()
    }
    guard !`is`(.waitsForever) else { return }
    for (id, call) in messages where now - call.began > .seconds(45) {
      messages[id] = nil
      tryAgain(call, after: nil)
    }
    for (exchange, call) in calls where now - call.began > .seconds(45) {
      calls[exchange] = nil
      board.close(exchange, at: now)
      tryAgain(call, after: nil)
    }
  }
}
