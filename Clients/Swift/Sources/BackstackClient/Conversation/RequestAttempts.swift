import Foundation

/// The requests of a conversation, each of which is sent until it has a response that another
/// attempt would not change.
struct RequestAttempts: Sendable {
  enum Purpose {
    /// The first snapshot; `feature` is the one that the session has to be of.
    case open(feature: String?)
    case send
    /// Keeps the session alive.
    case visit
    case poll
    /// Shows what an action has led to, where its response does not.
    case lookUp
    /// Shows the present state instead of an element that is gone.
    case catchUp
    /// Shows the present state instead of the one that an action was for.
    case decideAgain
    case end(Int)

    fileprivate var needsSnapshot: Bool {
      switch self {
      case .open, .send: true
      case .visit, .poll, .lookUp, .catchUp, .decideAgain, .end: false
      }
    }
  }

  /// The end of a request.
  enum Outcome {
    /// `document` is `nil` where nothing has changed; `date` is when the service responded.
    case response(Purpose, SessionDocument?, date: String?)
    /// An action had been processed, as a message of a socket: the response says no more.
    case processed(date: String?)
    case failure(Purpose, RemoteError)
  }

  private struct Exchange {
    let purpose: Purpose
    let call: Conversation.Call
    var attempts = 1
    var head: RemoteResponseHead?
    var content = Data()
  }

  private static let limit = Duration.seconds(45)
  private static let maximum = 8

  private let random: @Sendable () -> Double
  private let accept: String
  private var lastID = 0
  private var underway: [Int: Exchange] = [:]
  private var pausing: [Int: Exchange] = [:]

  /// - Parameter view: What is followed in place of the state, such as `screen`.
  init(random: @escaping @Sendable () -> Double, view: String? = nil) {
    self.random = random
    accept = (view.map { "application/vnd.backstack.\($0)+json, " } ?? "") + "application/json"
  }

  /// Returns a number that no request has.
  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func begin(
    _ purpose: Purpose, _ call: Conversation.Call, _ steps: inout [Conversation.Step]
  ) {
    var call = call
    call.fields["Accept"] = accept
    if call.content != nil { call.fields["Content-Type"] = "application/json" }
    attempt(Exchange(purpose: purpose, call: call), &steps)
  }

  private mutating func attempt(_ exchange: Exchange, _ steps: inout [Conversation.Step]) {
    let id = nextID()
    underway[id] = exchange
    steps += [.call(id, exchange.call), .start(.limit(id), after: Self.limit)]
  }

  mutating func receive(_ id: Int, _ part: RemoteResponsePart) {
    switch part {
    case .head(let head): underway[id]?.head = head
    case .content(let data): underway[id]?.content.append(data)
    }
  }

  /// Takes the end of an attempt, and returns that of the request, unless another attempt follows.
  mutating func finish(
    _ id: Int, _ failure: String?, _ steps: inout [Conversation.Step]
  ) -> Outcome? {
    guard let exchange = underway.removeValue(forKey: id) else { return nil }
    steps.append(.stop(.limit(id)))
    guard failure == nil, let head = exchange.head else {
      let error = RemoteError.unreachable(failure ?? "The connection was closed.")
      return tryAgain(exchange, error, &steps)
    }
    guard head.status < 300 || head.status == 304 else {
      let problem = RemoteProblem(status: head.status, content: exchange.content)
      let isBusy = problem.status == 409 && problem.kind == "request-in-progress"
      guard isBusy || [429, 502, 503, 504].contains(problem.status) else {
        return .failure(exchange.purpose, .refused(problem))
      }
      return tryAgain(exchange, .refused(problem), after: head.retryAfter, &steps)
    }
    if case .send = exchange.purpose, head.status == 204, head["ETag"] != nil {
      return .processed(date: head["Date"])
    }
    do throws(RemoteError) {
      let isEmpty =
        exchange.content.isEmpty && (head.status == 304 || !exchange.purpose.needsSnapshot)
      let document = isEmpty ? nil : try SessionDocument(exchange.content)
      return .response(exchange.purpose, document, date: head["Date"])
    } catch {
      // The page of a captive portal, for example.
      return tryAgain(exchange, error, &steps)
    }
  }

  /// Sends a request again after a time that grows, or after the one that the service asks for.
  private mutating func tryAgain(
    _ exchange: Exchange, _ error: RemoteError, after asked: Duration? = nil,
    _ steps: inout [Conversation.Step]
  ) -> Outcome? {
    guard exchange.attempts < Self.maximum else { return .failure(exchange.purpose, error) }
    let growing = min(.milliseconds(500 << (exchange.attempts - 1)), Duration.seconds(30))
    let wait = asked ?? growing * (0.5 + random() / 2)
    let id = nextID()
    pausing[id] = Exchange(
      purpose: exchange.purpose, call: exchange.call, attempts: exchange.attempts + 1)
    steps.append(.start(.retry(id), after: wait))
    return nil
  }

  /// Sends a request again whose pause is over.
  mutating func retry(_ id: Int, _ steps: inout [Conversation.Step]) {
    if let exchange = pausing.removeValue(forKey: id) { attempt(exchange, &steps) }
  }

  /// Ends all pauses: the connection is there again, or the program is.
  mutating func retryAll(_ steps: inout [Conversation.Step]) {
    for id in pausing.keys.sorted() {
      steps.append(.stop(.retry(id)))
      retry(id, &steps)
    }
  }

  /// Cancels all requests, and returns what they were for.
  mutating func cancelAll(_ steps: inout [Conversation.Step]) -> [Purpose] {
    for id in underway.keys.sorted() { steps += [.cancel(id), .stop(.limit(id))] }
    for id in pausing.keys.sorted() { steps.append(.stop(.retry(id))) }
    let purposes = underway.values.map(\.purpose) + pausing.values.map(\.purpose)
    underway = [:]
    pausing = [:]
    return purposes
  }
}

extension RemoteResponseHead {
  /// How long the service asks to wait, in seconds or until a date (RFC 9110 §10.2.3), an hour at most;
  /// `nil` if it does not say.
  var retryAfter: Duration? {
    let seconds = self["Retry-After"].flatMap { Int($0) } ?? secondsUntilDate
    // Clocks can't wait for any time that a number can say.
    return seconds.flatMap { $0 > 0 ? .seconds(min($0, 3600)) : nil }
  }

  /// The seconds until the date of `Retry-After`, by the clock of the service; `nil` without its `Date`.
  private var secondsUntilDate: Int? {
    guard let end = date("Retry-After"), let now = date("Date") else { return nil }
    return Int(exactly: end.timeIntervalSince(now))
  }

  private func date(_ name: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return self[name].flatMap { formatter.date(from: $0) }
  }
}
