package import BackstackHTTP
import BackstackPlatform
import Dispatch

/// Serves the scenarios: performs over HTTP what a ``ConformanceBoard`` decides.
package final class ConformanceServer: Sendable {
  /// The maximum number of bytes of a request's content.
  private static let contentLimit = 64 << 10
  private static let tick = DispatchTimeInterval.milliseconds(20)

  private struct State {
    var board: ConformanceBoard
    var lastExchange = 0
    /// The responders of requests that wait.
    var responders: [Int: HTTPResponder] = [:]
    var streams: [Int: ScriptedStream] = [:]
    var verdicts: [String: ConformanceVerdict] = [:]
    var isStopped = false
  }

  private let state: Guarded<State>
  private let clock: @Sendable () -> Duration
  private let tell: @Sendable (ConformanceScenario, ConformanceVerdict) -> Void
  private let server: Guarded<HTTPServer?>

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - address: The address to listen on.
  ///   - scenarios: The scenarios to offer.
  ///   - tell: Called with each verdict about a client, on any thread.
  package init(
    _ address: HTTPListenAddress, scenarios: [ConformanceScenario] = ConformanceScenario.all,
    tell: @escaping @Sendable (ConformanceScenario, ConformanceVerdict) -> Void = { _, _ in }
  ) {
    self.tell = tell
    let start = SystemProcess.monotonicNanoseconds
    clock = { .nanoseconds(SystemProcess.monotonicNanoseconds - start) }
    let board = ConformanceBoard(scenarios, unixStart: SystemProcess.unixTime) {
      (0..<4).map { _ in
        let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
      }.joined()
    }
    state = Guarded(State(board: board))
    server = Guarded(nil)
    var configuration = HTTPServerConfiguration(address: address)
    configuration.loops = 1
    configuration.maximumConnections = 1000
    configuration.limits.bodyBytes = Self.contentLimit
    configuration.timeouts.response = nil
    // Harnesses may be pages of any origin: there is nothing to protect.
    configuration.commonFields = [
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": "ETag, Location, Retry-After, Date",
      "Cache-Control": "no-store",
    ]
    let handler = ConformanceHandler { [weak self] in self?.take($0, $1) }
    server.withLock { $0 = HTTPServer(configuration: configuration, handler: handler) }
  }

  /// Begins to serve; returns at once.
  ///
  /// - Throws: ``HTTPServerError`` if the address is invalid, in use or not permitted.
  package func start() throws(HTTPServerError) {
    let server = server.withLock { $0 }
    try server?.start()
    goOn()
  }

  /// The address that it listens on.
  package var address: HTTPListenAddress? { server.withLock { $0 }?.localAddresses.first }

  /// Closes every connection; returns at once.
  package func stop() {
    state.withLock { $0.isStopped = true }
    server.withLock { $0 }?.stopNow()
  }

  /// Ends after the responses that are on their way; blocks the calling thread, at most for a second.
  package func drain() {
    state.withLock { $0.isStopped = true }
    server.withLock { $0 }?.shutdown(graceSeconds: 1)
  }

  /// Whether the harnesses of all scenarios that have a verdict have got it.
  package var hasToldVerdicts: Bool { state.withLock { $0.board.hasToldVerdicts } }

  /// The verdicts so far, in the order of the scenarios.
  package var verdicts: [(scenario: ConformanceScenario, verdict: ConformanceVerdict)] {
    state.withLock { state in state.board.scenarios.map { ($0, state.board.verdict($0.name)) } }
  }

  // MARK: Events

  private func take(_ request: HTTPRequest, _ responder: HTTPResponder) {
    guard request.method != .options else {
      return responder.respond(
        HTTPResponse(
          status: .noContent,
          fields: [
            "Access-Control-Allow-Methods": "GET, POST, DELETE",
            "Access-Control-Allow-Headers": "*, Authorization",
          ]))
    }
    guard let path = try? request.pathSegments(), let items = try? request.queryItems() else {
      return responder.respond(HTTPResponse(status: .badRequest))
    }
    let exchange = state.withLock { state in
      state.lastExchange += 1
      state.responders[state.lastExchange] = responder
      return state.lastExchange
    }
    responder.beginWaiting()
    responder.onCancel { [weak self] in self?.close(exchange) }
    let asked = ClientRequest(
      exchange, request.method.rawValue, path,
      query: Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first },
      fields: Dictionary(request.fields.all.map { ($0.name.lowercased(), $0.value) }) { first, _ in
        first
      }, content: request.body)
    perform { $0.take(asked, at: $1) }
  }

  /// Lets time pass, again and again until the server stops.
  private func goOn() {
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.tick) { [weak self] in
      guard let self, !state.withLock({ $0.isStopped }) else { return }
      perform { $0.tick(at: $1) }
      goOn()
    }
  }

  private func close(_ exchange: Int) {
    let now = clock()
    state.withLock { state in
      state.responders[exchange] = nil
      state.streams[exchange] = nil
      state.board.close(exchange, at: now)
    }
  }

  /// Lets the board take an event, and performs what it decides.
  private func perform(_ event: (inout ConformanceBoard, Duration) -> [Reaction]) {
    let now = clock()
    let (actions, news) = state.withLock { state in
      let actions = event(&state.board, now).compactMap { action(for: $0, &state) }
      var news: [(ConformanceScenario, ConformanceVerdict)] = []
      for scenario in state.board.scenarios {
        let verdict = state.board.verdict(scenario.name)
        guard state.verdicts[scenario.name] != verdict else { continue }
        state.verdicts[scenario.name] = verdict
        if verdict.isFinal { news.append((scenario, verdict)) }
      }
      return (actions, news)
    }
    for action in actions { action() }
    for (scenario, verdict) in news { tell(scenario, verdict) }
  }

  /// Returns what performs a reaction, outside of the lock.
  private func action(for reaction: Reaction, _ state: inout State) -> (() -> Void)? {
    let exchange = reaction.exchange
    switch reaction {
    case .respond(_, let response):
      return state.responders.removeValue(forKey: exchange).map { responder in
        { responder.respond(HTTPResponse(response, body: .bytes(response.content))) }
      }
    case .cut(_, let response, let afterHalf):
      let stream = ScriptedStream()
      if afterHalf { stream.write(Array(response.content.prefix(response.content.count / 2))) }
      stream.end(isComplete: false)
      return state.responders.removeValue(forKey: exchange).map { responder in
        {
          let body = HTTPBody.stream(stream, length: response.content.count)
          responder.respond(HTTPResponse(response, body: body))
        }
      }
    case .open:
      let stream = ScriptedStream { [weak self] in self?.close(exchange) }
      state.streams[exchange] = stream
      return state.responders.removeValue(forKey: exchange).map { responder in
        {
          let response = ConformanceResponse(200, fields: ["Content-Type": "text/event-stream"])
          responder.respond(HTTPResponse(response, body: .stream(stream)))
        }
      }
    case .write(_, let bytes): state.streams[exchange]?.write(bytes)
    case .finish: state.streams.removeValue(forKey: exchange)?.end(isComplete: true)
    case .break: state.streams.removeValue(forKey: exchange)?.end(isComplete: false)
    }
    return nil
  }
}

extension HTTPResponse {
  fileprivate init(_ response: ConformanceResponse, body: HTTPBody) {
    var fields = HTTPFields()
    for (name, value) in response.fields.sorted(by: { $0.key < $1.key }) {
      fields.append(HTTPFieldName(name), value)
    }
    self.init(status: HTTPStatus(response.status), fields: fields, body: body)
  }
}

/// Passes whole requests on.
private struct ConformanceHandler: HTTPHandler {
  let take: @Sendable (HTTPRequest, HTTPResponder) -> Void

  func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    if request.isWhole {
      take(request, responder)
    } else {
      responder.acceptContent(of: request) { [take] in take($0, responder) }
    }
  }
}
