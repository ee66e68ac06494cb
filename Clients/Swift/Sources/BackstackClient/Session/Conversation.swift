import Foundation

/// The conversation of a client with the service about one session.
///
/// It takes what happens, and returns what to do next; it does no I/O and has no clock.
/// Requests are sent again when they may have been lost; actions go one after the other, with a
/// key each, so that none takes effect twice. What the stream sends is kept separate from what
/// responses contain, and the newer of both is shown.
struct Conversation: Sendable {
  /// Numbers from outside.
  struct Sources: Sendable {
    /// Returns a number from 0 to 1, which spreads the retries of many clients.
    var random: @Sendable () -> Double
    /// Returns a text that no other request has.
    var key: @Sendable () -> String
  }

  private enum Purpose {
    case open(feature: String?)
    case send
    case read(Reading)
    case end(Int)
  }

  private enum Reading {
    case life
    case poll
    case stale
  }

  /// A request, which several attempts belong to.
  private struct Exchange {
    let purpose: Purpose
    let call: Call
    var attempts = 1
    var head: RemoteResponseHead?
    var content = Data()
  }

  private struct Stream {
    let id: Int
    let began: Duration
    var head: RemoteResponseHead?
    var hasContent = false
    var parser = EventParser()
    /// Of a refusal.
    var content = Data()
  }

  private struct Item {
    /// Several when the actions of one field were replaced.
    var numbers: [Int]
    var outgoing: Outgoing
    var rounds = 1
  }

  private let sources: Sources
  private var now = Duration.zero
  private var steps: [Step] = []
  private var lastID = 0

  /// The snapshot that is shown.
  private(set) var newest: SessionDocument?
  /// What the stream has sent: its patches apply to nothing else.
  private var copy: SessionDocument?
  private var status = RemoteStatus.connecting
  private var end: RemoteError?

  private var exchanges: [Int: Exchange] = [:]
  private var pausing: [Int: Exchange] = [:]
  private var queue: [Item] = []
  private var isSending = false

  private var stream: Stream?
  private var isPolling = false
  private var isHidden = false
  private var isConnected = true
  private var failure: RemoteError?
  private var failures = 0
  private var retry = Duration.seconds(2)
  private var pollUntil = Duration.zero
  private var lifetime = Duration.seconds(3600)
  private var isOverdue = false

  init(sources: Sources) {
    self.sources = sources
  }

  /// Takes an event, and returns the next steps, in order.
  ///
  /// - Parameter now: The time since some moment that is the same for all events.
  mutating func take(_ event: Event, at now: Duration) -> [Step] {
    self.now = now
    defer { steps = [] }
    switch event {
    case .open(let opening): open(opening)
    case .send(let number, let outgoing): enqueue(number, outgoing)
    case .end(let number): delete(number)
    case .received(let id, let part): receive(id, part)
    case .finished(let id, let failure): finish(id, failure)
    case .fired(let timer): fire(timer)
    case .hidden: hide()
    case .shown: show()
    case .fail(let error): end(error)
    }
    return steps
  }

  private mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  private mutating func fire(_ timer: Timer) {
    switch timer {
    case .limit(let id):
      steps.append(.cancel(id))
      finish(id, "There was no response within 45 seconds.")
    case .retry(let id):
      if let exchange = pausing.removeValue(forKey: id) { attempt(exchange) }
    case .silence: endSilence()
    case .reconnect: follow()
    case .status: tell(.offline(error: failure))
    case .life:
      isOverdue = true
      stayAlive()
    }
  }
}

// MARK: - Requests

extension Conversation {
  private mutating func open(_ opening: Opening) {
    switch opening {
    case .create(let content, let key):
      let call = Call(
        method: "POST", path: "/sessions", fields: Self.keyField(key), content: content)
      begin(.open(feature: nil), call)
    case .resume(let id, let feature):
      begin(.open(feature: feature), Call(path: Self.path(id)))
    }
  }

  private static func path(_ id: String) -> String {
    let safe = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_."))
    return "/sessions/" + (id.addingPercentEncoding(withAllowedCharacters: safe) ?? "")
  }

  private static func keyField(_ key: String) -> [String: String] {
    ["Idempotency-Key": "\"\(key)\""]
  }

  private mutating func begin(_ purpose: Purpose, _ call: Call) {
    guard end == nil else { return }
    var call = call
    call.fields["Accept"] = "application/json"
    if call.content != nil { call.fields["Content-Type"] = "application/json" }
    attempt(Exchange(purpose: purpose, call: call))
  }

  private mutating func attempt(_ exchange: Exchange) {
    let id = nextID()
    exchanges[id] = exchange
    steps.append(.call(id, exchange.call))
    steps.append(.start(.limit(id), after: .seconds(45)))
  }

  private mutating func receive(_ id: Int, _ part: RemoteResponsePart) {
    if stream?.id == id { return receiveStream(part) }
    switch part {
    case .head(let head): exchanges[id]?.head = head
    case .content(let data): exchanges[id]?.content.append(data)
    }
  }

  private mutating func finish(_ id: Int, _ failure: String?) {
    if stream?.id == id { return endStream(failure.map(RemoteError.unreachable)) }
    guard let exchange = exchanges.removeValue(forKey: id) else { return }
    steps.append(.stop(.limit(id)))
    guard failure == nil, let head = exchange.head else {
      return tryAgain(exchange, .unreachable(failure ?? "The connection was closed."))
    }
    guard head.status < 300 || head.status == 304 else {
      let problem = RemoteProblem(status: head.status, content: exchange.content)
      let isBusy = problem.status == 409 && problem.kind == "request-in-progress"
      if isBusy || [429, 502, 503, 504].contains(problem.status) {
        let wait = head["Retry-After"].flatMap { Int($0) }.map { Duration.seconds($0) }
        return tryAgain(exchange, .refused(problem), after: wait)
      }
      return fail(exchange.purpose, .refused(problem))
    }
    do throws(RemoteError) {
      let document = exchange.content.isEmpty ? nil : try SessionDocument(exchange.content)
      keepAlive(document, head["Date"])
      try succeed(exchange.purpose, document)
    } catch {
      // The page of a captive portal, for example.
      tryAgain(exchange, error)
    }
  }

  /// Sends a request again, at most seven times, after a time that grows.
  private mutating func tryAgain(
    _ exchange: Exchange, _ error: RemoteError, after wait: Duration? = nil
  ) {
    guard exchange.attempts < 8 else { return fail(exchange.purpose, error) }
    let growing = Duration.milliseconds(500 << (exchange.attempts - 1))
    let spread = min(growing, .seconds(30)) * (0.5 + sources.random() / 2)
    let id = nextID()
    pausing[id] = Exchange(
      purpose: exchange.purpose, call: exchange.call, attempts: exchange.attempts + 1)
    steps.append(.start(.retry(id), after: wait.flatMap { $0 > .zero ? $0 : nil } ?? spread))
  }

  /// Ends all pauses: the connection is there again, or the program is.
  private mutating func wake() {
    for (id, exchange) in pausing.sorted(by: { $0.key < $1.key }) {
      pausing[id] = nil
      steps.append(.stop(.retry(id)))
      attempt(exchange)
    }
  }

  /// - Throws: `RemoteError.unreadable` if the response lacks what the purpose needs.
  private mutating func succeed(
    _ purpose: Purpose, _ document: SessionDocument?
  ) throws(RemoteError) {
    switch purpose {
    case .open(let feature):
      guard let document else { throw .unreadable("The response has no content.") }
      guard document.feature == feature ?? document.feature else {
        return end(.otherFeature(document.feature))
      }
      adopt(document)
    case .send:
      guard let document else { throw .unreadable("The response has no content.") }
      accept(document)
      settleFirst(.success(.sent))
    case .read(let reading):
      if let document { accept(document) }
      switch reading {
      case .life: break
      case .poll: endPoll(hasChanged: document != nil)
      case .stale: settleFirst(.success(.stale))
      }
    case .end(let number):
      steps.append(.settle(number, .success(.sent)))
      end(.gone(reason: "deleted"))
    }
  }

  private mutating func fail(_ purpose: Purpose, _ error: RemoteError) {
    switch purpose {
    case .open:
      end(Self.gone(error) ?? error)
    case .send:
      failToSend(error)
    case .read(let reading):
      switch reading {
      case .life: keepAlive(nil, nil)
      case .poll: failToPoll(error)
      case .stale: settleFirst(.failure(error))
      }
      lose(error)
    case .end(let number):
      let isGone = Self.gone(error) != nil
      steps.append(.settle(number, isGone ? .success(.sent) : .failure(error)))
      lose(error)
    }
  }

  /// The error of a session that has ended, if a refusal says that it has.
  private static func gone(_ error: RemoteError) -> RemoteError? {
    guard let problem = error.problem, [404, 410].contains(problem.status) else { return nil }
    return .gone(reason: problem.members["reason"]?.stringValue ?? "unknown")
  }

  private mutating func lose(_ error: RemoteError) {
    if let gone = Self.gone(error) { end(gone) }
  }
}

// MARK: - What is shown

extension Conversation {
  /// Begins with the first snapshot.
  private mutating func adopt(_ document: SessionDocument) {
    newest = document
    copy = document
    steps.append(.show(document))
    tell(.online)
    steps.append(.opened)
    follow()
    sendNext()
  }

  /// Shows a snapshot, unless a later version is shown already.
  private mutating func accept(_ document: SessionDocument) {
    guard let shown = newest, document.id == shown.id, document.version > shown.version else {
      return
    }
    newest = document
    steps.append(.show(document))
  }

  private mutating func tell(_ status: RemoteStatus) {
    guard status != self.status else { return }
    self.status = status
    steps.append(.tell(status))
  }

  /// Ends everything.
  private mutating func end(_ error: RemoteError) {
    guard end == nil else { return }
    end = error
    if let stream { steps.append(.cancel(stream.id)) }
    stream = nil
    for id in exchanges.keys.sorted() {
      steps += [.cancel(id), .stop(.limit(id))]
    }
    for id in pausing.keys.sorted() { steps.append(.stop(.retry(id))) }
    for timer in [Timer.silence, .reconnect, .status, .life] { steps.append(.stop(timer)) }
    let deletions = exchanges.values.map(\.purpose) + pausing.values.map(\.purpose)
    for case .end(let number) in deletions { steps.append(.settle(number, .failure(error))) }
    exchanges = [:]
    pausing = [:]
    let unsent = queue
    queue = []
    for number in unsent.flatMap(\.numbers) { steps.append(.settle(number, .failure(error))) }
    tell(.gone(error))
    if newest == nil { steps.append(.failedToOpen(error)) }
  }
}

// MARK: - Actions

extension Conversation {
  private mutating func enqueue(_ number: Int, _ outgoing: Outgoing) {
    if let end {
      steps.append(.settle(number, .failure(end)))
      return
    }
    let waiting = queue.indices.dropFirst(isSending ? 1 : 0)
    if let field = outgoing.field,
      let same = waiting.last(where: { queue[$0].outgoing.field == field }),
      queue[same...].allSatisfy({ $0.outgoing.field != nil })
    {
      queue[same].numbers.append(number)
      queue[same].outgoing = outgoing
    } else {
      queue.append(Item(numbers: [number], outgoing: outgoing))
    }
    sendNext()
  }

  /// Sends the first action that waits, unless another one is on its way.
  private mutating func sendNext() {
    while !isSending, let document = newest, let item = queue.first {
      var fields: [String: String] = [:]
      if let isWanted = item.outgoing.isWanted {
        guard isWanted(document.state) else {
          settleItem(.success(.skipped))
          continue
        }
        fields["If-Match"] = "\"\(document.version)\""
      }
      isSending = true
      fields.merge(Self.keyField(sources.key())) { $1 }
      let path = Self.path(document.id) + "/actions"
      let content = item.outgoing.content
      begin(.send, Call(method: "POST", path: path, fields: fields, content: content))
    }
  }

  private mutating func failToSend(_ error: RemoteError) {
    let problem = error.problem
    if problem?.status == 409, problem?.kind == "stale-element" {
      return read(.stale, wait: 0)
    }
    if problem?.status == 412, let first = queue.first, first.outgoing.isWanted != nil,
      first.rounds < 5, let json = problem?.members["snapshot"],
      let document = try? SessionDocument(json)
    {
      // The condition decides again, for the snapshot that came with the refusal.
      queue[0].rounds += 1
      accept(document)
      isSending = false
      return sendNext()
    }
    guard let gone = Self.gone(error) else { return settleFirst(.failure(error)) }
    end(gone)
  }

  private mutating func settleFirst(_ result: Result<RemoteOutcome, RemoteError>) {
    isSending = false
    settleItem(result)
    sendNext()
  }

  private mutating func settleItem(_ result: Result<RemoteOutcome, RemoteError>) {
    for number in queue.removeFirst().numbers { steps.append(.settle(number, result)) }
  }

  private mutating func delete(_ number: Int) {
    if let end {
      // It has ended, as it was to.
      if case .gone = end {
        steps.append(.settle(number, .success(.sent)))
      } else {
        steps.append(.settle(number, .failure(end)))
      }
    } else if let newest {
      begin(.end(number), Call(method: "DELETE", path: Self.path(newest.id)))
    }
  }
}

// MARK: - Reading

extension Conversation {
  /// Reads the snapshot if there is another version, or comes within `wait` seconds.
  private mutating func read(_ reading: Reading, wait: Int) {
    guard let newest else { return }
    let query = wait > 0 ? "?wait=\(wait)" : ""
    let fields = ["If-None-Match": "\"\(newest.version)\""]
    begin(.read(reading), Call(path: Self.path(newest.id) + query, fields: fields))
  }

  /// Reads the session half-way to its expiry: an open stream does not keep it alive.
  private mutating func keepAlive(_ document: SessionDocument?, _ date: String?) {
    guard end == nil else { return }
    if let expiry = document?.expiresAt.flatMap(WireDate.iso8601),
      let date = date.flatMap(WireDate.field)
    {
      lifetime = .seconds(expiry.timeIntervalSince(date))
    }
    steps.append(.start(.life, after: max(lifetime / 2, .seconds(1))))
  }

  private mutating func stayAlive() {
    guard isOverdue, !isHidden else { return }
    isOverdue = false
    read(.life, wait: 0)
  }

  /// Opens the stream or, where something on the way keeps its bytes, reads the session.
  private mutating func follow() {
    guard end == nil, !isHidden, newest != nil, stream == nil, !isPolling else { return }
    steps.append(.stop(.reconnect))
    guard now >= pollUntil else {
      isPolling = true
      // The first one shows whether the service can be reached at all.
      return read(.poll, wait: isConnected ? 25 : 0)
    }
    openStream()
  }

  private mutating func endPoll(hasChanged: Bool) {
    isPolling = false
    showConnected(true)
    hasChanged ? follow() : steps.append(.start(.reconnect, after: .seconds(2)))
  }

  private mutating func failToPoll(_ error: RemoteError) {
    isPolling = false
    failure = error
    showConnected(false)
    steps.append(.start(.reconnect, after: .seconds(2)))
  }

  private mutating func openStream() {
    guard let newest else { return }
    if let copy, copy.version < newest.version { self.copy = newest }
    var fields = ["Accept": "text/event-stream"]
    if let copy { fields["Last-Event-ID"] = "\(copy.version)" }
    let id = nextID()
    stream = Stream(id: id, began: now)
    failure = nil
    steps.append(.call(id, Call(path: Self.path(newest.id) + "/events", fields: fields)))
    steps.append(.start(.silence, after: .seconds(5)))
  }

  private mutating func receiveStream(_ part: RemoteResponsePart) {
    switch part {
    case .head(let head): stream?.head = head
    case .content(let data):
      guard let head = stream?.head, head.status == 200 else {
        stream?.content.append(data)
        return
      }
      stream?.hasContent = true
      // Comments come every 15 seconds: a silent connection is a dead one.
      steps.append(.start(.silence, after: .seconds(40)))
      showConnected(true)
      for event in stream?.parser.receive(data) ?? [] where stream != nil { receive(event) }
    }
  }

  private mutating func receive(_ event: EventParser.Fields) {
    if let text = event["retry"], let milliseconds = Int(text), milliseconds >= 0 {
      retry = .milliseconds(milliseconds)
    }
    do {
      switch event["event"] {
      case "snapshot": copy = try SessionDocument(Data((event["data"] ?? "").utf8))
      case "patch": try receivePatch(event)
      case "end": return end(.gone(reason: Self.reason(event["data"] ?? "")))
      default: return
      }
      guard let copy else { return }
      accept(copy)
    } catch {
      // The next stream begins with a snapshot.
      copy = nil
      if let stream { steps.append(.cancel(stream.id)) }
      endStream(.unreadable("The stream sent what does not fit: \(error)"))
    }
  }

  private mutating func receivePatch(_ event: EventParser.Fields) throws {
    guard let version = event["id"].flatMap({ Int($0) }) else {
      throw PatchError(reason: "a patch without a version")
    }
    // The same version is the same state.
    if version == newest?.version {
      copy = newest
      return
    }
    let base = event["base"].map { Int($0) } ?? copy?.version
    guard let copy, base == copy.version else { throw PatchError(reason: "missed a patch") }
    let patch = try JSONDecoder().decode(
      JSONValue.self, from: Data((event["data"] ?? "").utf8))
    self.copy = try copy.patched(patch, version: version)
  }

  private static func reason(_ data: String) -> String {
    let json = try? JSONDecoder().decode(JSONValue.self, from: Data(data.utf8))
    return json?["reason"]?.stringValue ?? "unknown"
  }

  private mutating func endSilence() {
    guard let stream else { return }
    steps.append(.cancel(stream.id))
    if !stream.hasContent {
      // Something on the way keeps the stream's bytes.
      pollUntil = now + .seconds(300)
    }
    endStream(.unreachable("The stream was silent for too long."))
  }

  private mutating func endStream(_ error: RemoteError?) {
    guard let ended = stream else { return }
    stream = nil
    steps.append(.stop(.silence))
    var error = error
    if error == nil, let head = ended.head, head.status != 200 {
      error = .refused(RemoteProblem(status: head.status, content: ended.content))
    }
    failure = error
    showConnected(false)
    if let error { lose(error) }
    guard end == nil else { return }
    // A stream that has lasted is opened again at once.
    failures = now - ended.began > .seconds(5) ? 0 : failures + 1
    guard failures > 0, now >= pollUntil else { return follow() }
    let wait = min(retry * (1 << min(failures - 1, 10)), .seconds(30))
    steps.append(.start(.reconnect, after: wait))
  }

  /// Tells the program of a lost connection after a second, of one that is back at once.
  private mutating func showConnected(_ isConnected: Bool) {
    guard isConnected != self.isConnected else { return }
    self.isConnected = isConnected
    guard isConnected else { return steps.append(.start(.status, after: .seconds(1))) }
    steps.append(.stop(.status))
    tell(.online)
    wake()
  }

  /// Nobody sees the session: its stream ends, and it is not kept alive.
  private mutating func hide() {
    isHidden = true
    guard end == nil else { return }
    if let stream { steps += [.cancel(stream.id), .stop(.silence)] }
    stream = nil
    steps += [.stop(.reconnect), .stop(.status)]
    isConnected = true
  }

  private mutating func show() {
    isHidden = false
    failures = 0
    stayAlive()
    wake()
    follow()
  }
}
