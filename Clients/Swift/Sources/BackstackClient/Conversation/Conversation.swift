import Foundation

/// The conversation of a client with the service about one session.
///
/// It takes what happens, and returns what to do next; it does no I/O and has no clock.
/// Actions go one after the other, with a key each, so that none takes effect twice. Beside them,
/// a stream brings what others change; where something on the way keeps its bytes, the session is
/// read with long polling.
struct Conversation: Sendable {
  private struct Stream {
    let id: Int
    let began: Duration
    let isSocket: Bool
    var head: RemoteResponseHead?
    var hasContent = false
    var parser = EventParser()
    /// Of a refusal.
    var content = Data()
  }

  private let makeKey: @Sendable () -> String
  /// The path of the followed view in place of the state, such as `screen`.
  private let view: String?
  private let hasSockets: Bool
  private var now = Duration.zero
  private var steps: [Step] = []

  private var copies: SessionCopies?
  private var status = RemoteStatus.connecting
  private var end: RemoteError?

  private var requests: RequestAttempts
  private var queue = SendQueue()

  private var stream: Stream?
  private var isPolling = false
  private var isHidden = false
  private var isConnected = true
  /// Why the last stream ended.
  private var failure: RemoteError?
  /// How many streams in a row have ended early.
  private var failures = 0
  /// The service asks to wait so long before the next stream.
  private var retry = Duration.seconds(2)
  private var pollUntil = Duration.zero
  /// Whether something on the way refuses sockets, but not streams.
  private var isRefused = false

  /// How long the session lives without a request.
  private var lifetime = Duration.seconds(3600)
  /// Whether the session was not read half-way to its expiry, as it was hidden.
  private var isOverdue = false

  /// - Parameters:
  ///   - random: Returns a number from 0 to 1, which spreads the retries of many clients.
  ///   - makeKey: Returns a text that no other request has.
  ///   - view: What is followed in place of the state, such as `screen`.
  ///   - hasSockets: Whether the shell can open sockets. Where none opens, a stream is followed.
  init(
    random: @escaping @Sendable () -> Double, makeKey: @escaping @Sendable () -> String,
    view: String? = nil, hasSockets: Bool = false
  ) {
    requests = RequestAttempts(random: random, view: view)
    self.makeKey = makeKey
    self.view = view
    self.hasSockets = hasSockets
  }

  /// The snapshot that is shown; `nil` until the session is open.
  var shown: SessionDocument? { copies?.shown }

  /// Takes an event, and returns the next steps, in order.
  ///
  /// - Parameter now: The time since some moment that is the same for all events.
  mutating func take(_ event: Event, at now: Duration) -> [Step] {
    self.now = now
    defer { steps = [] }
    switch event {
    case .open(let opening): open(opening)
    case .send(let number, let outgoing): send(number, outgoing)
    case .end(let number): delete(number)
    case .received(let id, let part):
      stream?.id == id ? receiveStream(part) : requests.receive(id, part)
    case .finished(let id, let failure): finish(id, failure)
    case .fired(let timer): fire(timer)
    case .hidden: hide()
    case .shown: show()
    case .fail(let error): end(error)
    }
    return steps
  }

  private mutating func fire(_ timer: Timer) {
    switch timer {
    case .limit(let id):
      steps.append(.cancel(id))
      finish(id, "There was no response within 45 seconds.")
    case .retry(let id): requests.retry(id, &steps)
    case .silence: endSilence()
    case .reconnect: follow()
    case .status: tell(.offline(error: failure))
    case .life:
      isOverdue = true
      stayAlive()
    }
  }

  private mutating func tell(_ status: RemoteStatus) {
    guard status != self.status else { return }
    self.status = status
    steps.append(.tell(status))
  }

  // MARK: - Requests

  private mutating func open(_ opening: Opening) {
    switch opening {
    case .create(let content, let key):
      let call = Call(
        method: "POST", path: "/sessions", fields: Self.keyField(key), content: content)
      requests.begin(.open(feature: nil), call, &steps)
    case .resume(let id, let feature):
      requests.begin(.open(feature: feature), Call(path: path(ofView: id)), &steps)
    }
  }

  private static func path(_ id: String) -> String {
    let safe = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_"))
    return "/sessions/" + (id.addingPercentEncoding(withAllowedCharacters: safe) ?? "")
  }

  /// Returns the path of the followed part of a session.
  private func path(ofView id: String) -> String {
    Self.path(id) + (view.map { "/\($0)" } ?? "")
  }

  private static func keyField(_ key: String) -> [String: String] {
    ["Idempotency-Key": "\"\(key)\""]
  }

  private mutating func finish(_ id: Int, _ failure: String?) {
    guard stream?.id != id else { return endStream(failure.map(RemoteError.unreachable)) }
    switch requests.finish(id, failure, &steps) {
    case .response(let purpose, let document, let date):
      keepAlive(document, date)
      if let document { accept(document) }
      succeed(purpose, document)
    case .processed(let date):
      keepAlive(nil, date)
      read(.lookUp, wait: 0)
    case .failure(let purpose, let error):
      fail(purpose, error)
    case nil: break
    }
  }

  private mutating func succeed(
    _ purpose: RequestAttempts.Purpose, _ document: SessionDocument?
  ) {
    switch purpose {
    case .open(let feature):
      if let document { adopt(document, feature) }
    case .send, .lookUp: settleFirst(.success(.sent))
    case .catchUp: settleFirst(.success(.stale))
    case .decideAgain: decideAgain()
    case .poll: endPoll(hasChanged: document != nil)
    case .visit: break
    case .end(let number):
      settleEnd(number, .gone(reason: "deleted"))
      end(.gone(reason: "deleted"))
    }
  }

  private mutating func fail(_ purpose: RequestAttempts.Purpose, _ error: RemoteError) {
    // A session that has ended ends what waits for it, too.
    if let gone = Self.gone(error) {
      if case .end(let number) = purpose { settleEnd(number, gone) }
      return end(gone)
    }
    switch purpose {
    case .open: end(error)
    case .send: failToSend(error)
    case .lookUp, .catchUp, .decideAgain: settleFirst(.failure(error))
    case .poll: failToPoll(error)
    case .visit: keepAlive(nil, nil)
    case .end(let number): steps.append(.settle(number, .failure(error)))
    }
  }

  /// The error of a session that has ended, if a refusal says that it has.
  private static func gone(_ error: RemoteError) -> RemoteError? {
    guard let problem = error.problem, [404, 410].contains(problem.status) else { return nil }
    return .gone(reason: problem.members["reason"]?.stringValue ?? "unknown")
  }

  /// Begins with the first snapshot.
  private mutating func adopt(_ document: SessionDocument, _ feature: String?) {
    guard document.feature == feature ?? document.feature else {
      return end(.otherFeature(document.feature))
    }
    copies = SessionCopies(document)
    steps.append(.show(document))
    tell(.online)
    steps.append(.opened)
    follow()
  }

  private mutating func accept(_ document: SessionDocument) {
    if copies?.accept(document) == true { steps.append(.show(document)) }
  }

  /// Ends everything.
  private mutating func end(_ error: RemoteError) {
    guard end == nil else { return }
    end = error
    if let stream { steps.append(.cancel(stream.id)) }
    stream = nil
    let purposes = requests.cancelAll(&steps)
    for timer in [Timer.silence, .reconnect, .status, .life] { steps.append(.stop(timer)) }
    for case .end(let number) in purposes { settleEnd(number, error) }
    for number in queue.removeAll() { steps.append(.settle(number, .failure(error))) }
    tell(.gone(error))
    if copies == nil { steps.append(.failedToOpen(error)) }
  }

  // MARK: - Actions

  private mutating func send(_ number: Int, _ outgoing: Outgoing) {
    if let end { return steps.append(.settle(number, .failure(end))) }
    queue.append(number, outgoing)
    sendNext()
  }

  /// Sends the first action that waits, unless another one is on its way.
  private mutating func sendNext() {
    while let document = shown, let item = queue.next {
      var fields: [String: String] = [:]
      if let isWanted = item.outgoing.isWanted {
        guard isWanted(document.state) else {
          settle(.success(.skipped))
          continue
        }
        fields["If-Match"] = "\"\(document.version)\""
      }
      fields.merge(Self.keyField(item.outgoing.key ?? makeKey())) { $1 }
      queue.begin()
      let call = Call(
        method: "POST", path: Self.path(document.id) + "/actions", fields: fields,
        content: item.outgoing.content)
      requests.begin(.send, call, &steps)
    }
  }

  private mutating func failToSend(_ error: RemoteError) {
    let problem = error.problem
    if problem?.status == 409, problem?.kind == "stale-element" {
      read(.catchUp, wait: 0)
    } else if problem?.status == 412, let item = queue.current, item.outgoing.isWanted != nil,
      item.rounds < 5, let document = try? problem?.members["snapshot"].map(SessionDocument.init)
    {
      // The condition decides again, for the snapshot that came with the refusal.
      guard view == nil else { return read(.decideAgain, wait: 0) }
      accept(document)
      decideAgain()
    } else {
      settleFirst(.failure(error))
    }
  }

  private mutating func decideAgain() {
    queue.beginAgain()
    sendNext()
  }

  private mutating func settleFirst(_ result: Result<RemoteOutcome, RemoteError>) {
    settle(result)
    sendNext()
  }

  private mutating func settle(_ result: Result<RemoteOutcome, RemoteError>) {
    for number in queue.removeFirst() { steps.append(.settle(number, result)) }
  }

  private mutating func delete(_ number: Int) {
    if let end { return settleEnd(number, end) }
    guard let shown else { return }
    requests.begin(.end(number), Call(method: "DELETE", path: Self.path(shown.id)), &steps)
  }

  /// A session that is gone is what the program wanted, whatever ended it.
  private mutating func settleEnd(_ number: Int, _ error: RemoteError) {
    if case .gone = error {
      steps.append(.settle(number, .success(.sent)))
    } else {
      steps.append(.settle(number, .failure(error)))
    }
  }

  // MARK: - Reading

  /// Reads the snapshot if there is another version, or comes within `wait` seconds.
  private mutating func read(_ purpose: RequestAttempts.Purpose, wait: Int) {
    guard let shown else { return }
    let path = path(ofView: shown.id) + (wait > 0 ? "?wait=\(wait)" : "")
    let fields = ["If-None-Match": "\"\(shown.version)\""]
    requests.begin(purpose, Call(path: path, fields: fields), &steps)
  }

  /// Reads the session half-way to its expiry: an open stream does not keep it alive.
  private mutating func keepAlive(_ document: SessionDocument?, _ date: String?) {
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
    read(.visit, wait: 0)
  }

  /// Opens the stream or, where something on the way keeps its bytes, reads the session.
  private mutating func follow() {
    guard end == nil, !isHidden, shown != nil, stream == nil, !isPolling else { return }
    steps.append(.stop(.reconnect))
    guard now < pollUntil else { return openStream() }
    isPolling = true
    // The first one shows whether the service can be reached at all.
    read(.poll, wait: isConnected ? 25 : 0)
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

  // MARK: - The stream

  private mutating func openStream() {
    guard let shown else { return }
    var fields = ["Accept": "text/event-stream"]
    if let version = copies?.resumeStream() { fields["Last-Event-ID"] = "\(version)" }
    let id = requests.nextID()
    let isSocket = hasSockets && !isRefused
    stream = Stream(id: id, began: now, isSocket: isSocket)
    let query = view.map { "?view=\($0)" } ?? ""
    let call = Call(
      path: Self.path(shown.id) + "/events" + query, fields: fields, isSocket: isSocket)
    steps += [.call(id, call), .start(.silence, after: .seconds(5))]
  }

  private mutating func receiveStream(_ part: RemoteResponsePart) {
    switch part {
    case .head(let head): stream?.head = head
    case .content(let data):
      guard stream?.head?.status == 200 else {
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
    if let milliseconds = event["retry"].flatMap({ Int($0) }), milliseconds >= 0 {
      retry = .milliseconds(milliseconds)
    }
    if event["event"] == "end" { return receiveEnd(Self.reason(event["data"] ?? "")) }
    do {
      if event["event"] == nil, let data = event["data"] {
        try receive(message: JSONParser.value(Data(data.utf8)))
      } else if try copies?.receive(event) == true, let shown {
        steps.append(.show(shown))
      }
    } catch {
      if let stream { steps.append(.cancel(stream.id)) }
      endStream(.unreadable("The stream sent what does not fit: \(error)"))
    }
  }

  /// Ends the session or, if its content can't be sent at present, the stream, which is opened again.
  private mutating func receiveEnd(_ reason: String) {
    guard ["screen-not-available", "state-not-encodable"].contains(reason) else {
      return end(.gone(reason: reason))
    }
    if let stream { steps.append(.cancel(stream.id)) }
    endStream(.unreadable("The service can't send the session at present: \(reason)."))
  }

  /// Takes a message of a socket.
  private mutating func receive(message: JSONValue) throws {
    if let id = message["id"]?.integerValue { return receiveAnswer(id, message) }
    if let end = message["end"] {
      return receiveEnd(end["reason"]?.stringValue ?? "unknown")
    }
    if try copies?.receive(message: message) == true, let shown { steps.append(.show(shown)) }
  }

  /// Takes the answer to an action, which comes after the change that it leads to.
  private mutating func receiveAnswer(_ id: Int, _ message: JSONValue) {
    steps.append(.cancel(id))
    let problem = message["problem"]
    let status = problem == nil ? 304 : problem?["status"]?.integerValue ?? 500
    let wait = message["retryAfter"]?.integerValue.map { ["Retry-After": "\($0)"] }
    requests.receive(id, .head(RemoteResponseHead(status: status, fields: wait ?? [:])))
    if let content = try? problem.map({ try WireCoding.content($0) }) {
      requests.receive(id, .content(content))
    }
    finish(id, nil)
  }

  private static func reason(_ data: String) -> String {
    let json = try? JSONParser.value(Data(data.utf8))
    return json?["reason"]?.stringValue ?? "unknown"
  }

  private mutating func endSilence() {
    guard let stream else { return }
    steps.append(.cancel(stream.id))
    // Something on the way keeps the stream's bytes.
    if !stream.hasContent, !stream.isSocket { pollUntil = now + .seconds(300) }
    endStream(.unreachable("The stream was silent for too long."))
  }

  private mutating func endStream(_ error: RemoteError?) {
    guard let ended = stream else { return }
    stream = nil
    steps.append(.stop(.silence))
    failure = error
    if error == nil, let head = ended.head, head.status != 200 {
      failure = .refused(RemoteProblem(status: head.status, content: ended.content))
    }
    if let gone = failure.flatMap(Self.gone) { return end(gone) }
    if !ended.hasContent, failure?.problem == nil {
      // What is opened next after a stream tries a socket again, and so does the program's next visit.
      isRefused = ended.isSocket
      if ended.isSocket { return follow() }
    }
    showConnected(false)
    // A stream that has lasted is opened again at once.
    failures = now - ended.began > .seconds(5) ? 0 : failures + 1
    let asked = ended.head?.retryAfter ?? .zero
    guard failures > 0 || asked > .zero, now >= pollUntil else { return follow() }
    let growing = min(retry * (1 << min(max(failures - 1, 0), 10)), .seconds(30))
    let wait = max(growing, asked)
    steps.append(.start(.reconnect, after: wait))
  }

  /// Tells the program of a lost connection after a second, as most are back at once.
  private mutating func showConnected(_ isConnected: Bool) {
    guard isConnected != self.isConnected, isConnected || !isHidden else { return }
    self.isConnected = isConnected
    guard isConnected else { return steps.append(.start(.status, after: .seconds(1))) }
    steps.append(.stop(.status))
    tell(.online)
    requests.retryAll(&steps)
  }

  // MARK: - The program

  /// Nobody sees the session: its stream ends, and it is not kept alive.
  private mutating func hide() {
    isHidden = true
    guard end == nil else { return }
    if let stream { steps += [.cancel(stream.id), .stop(.silence)] }
    stream = nil
    steps += [.stop(.reconnect), .stop(.status)]
    // What the program was not told of is forgotten.
    if status == .online { isConnected = true }
  }

  private mutating func show() {
    isHidden = false
    isRefused = false
    failures = 0
    stayAlive()
    requests.retryAll(&steps)
    follow()
  }
}
