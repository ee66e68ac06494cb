import BackstackHTTP
import BackstackPlatform
import Dispatch

/// Performs over HTTP what a ``ConformanceBoard`` decides.
final class ConformancePerformer: HTTPHandler {
  private static let tick = DispatchTimeInterval.milliseconds(20)

  private struct State {
    var board: ConformanceBoard
    var lastExchange = 0
    /// The responders of requests that wait.
    var responders: [Int: HTTPResponder] = [:]
    var streams: [Int: ScriptedStream] = [:]
    /// The handshakes of requests for sockets.
    var handshakes: [Int: WebSocketHandshake] = [:]
    var sockets: [Int: ScriptedSocket] = [:]
    var verdicts: [String: ConformanceVerdict] = [:]
    var isStopped = false
  }

  private let state: Guarded<State>
  private let start = SystemProcess.monotonicNanoseconds
  private let tell: @Sendable (ConformanceScenario, ConformanceVerdict) -> Void

  /// - Parameter tell: Called with each verdict about a client, on any thread.
  init(
    _ board: ConformanceBoard,
    tell: @escaping @Sendable (ConformanceScenario, ConformanceVerdict) -> Void
  ) {
    state = Guarded(State(board: board))
    self.tell = tell
  }

  private var now: Duration { .nanoseconds(SystemProcess.monotonicNanoseconds - start) }

  /// Returns what is true of the board.
  func read<Result: Sendable>(_ body: (ConformanceBoard) -> Result) -> Result {
    state.withLock { body($0.board) }
  }

  /// Lets no more time pass.
  func stop() { state.withLock { $0.isStopped = true } }

  // MARK: Events

  func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    if request.isWhole {
      take(request, responder)
    } else {
      responder.acceptContent(of: request) { [self] in take($0, responder) }
    }
  }

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
      state.handshakes[state.lastExchange] = try? WebSocketHandshake(request)
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
  func goOn() {
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.tick) { [weak self] in
      guard let self, !state.withLock({ $0.isStopped }) else { return }
      perform { $0.tick(at: $1) }
      goOn()
    }
  }

  private func close(_ exchange: Int) {
    let now = now
    state.withLock { state in
      state.responders[exchange] = nil
      state.handshakes[exchange] = nil
      state.streams[exchange] = nil
      state.sockets[exchange] = nil
      state.board.close(exchange, at: now)
    }
  }

  private func take(_ message: WebSocketMessage, of socket: Int) {
    let exchange = state.withLock { state in
      state.lastExchange += 1
      return state.lastExchange
    }
    perform { $0.take(message: message.content, of: socket, as: exchange, at: $1) }
  }

  /// Lets the board take an event, and performs what it decides.
  private func perform(_ event: (inout ConformanceBoard, Duration) -> [Reaction]) {
    let now = now
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
      state.handshakes[exchange] = nil
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
    case .open where state.handshakes[exchange] != nil: return openSocket(exchange, &state)
    case .open:
      let stream = ScriptedStream { [weak self] in self?.close(exchange) }
      state.streams[exchange] = stream
      return state.responders.removeValue(forKey: exchange).map { responder in
        {
          let response = ConformanceResponse(200, fields: ["Content-Type": "text/event-stream"])
          responder.respond(HTTPResponse(response, body: .stream(stream)))
        }
      }
    case .write(_, let bytes):
      state.streams[exchange]?.write(bytes)
      state.sockets[exchange]?.send(bytes)
    case .finish: state.streams.removeValue(forKey: exchange)?.end(isComplete: true)
    case .close(_, let code):
      state.sockets.removeValue(forKey: exchange)?.close(WebSocketCloseCode(rawValue: code))
    case .break:
      state.streams.removeValue(forKey: exchange)?.end(isComplete: false)
      state.sockets.removeValue(forKey: exchange)?.break()
    }
    return nil
  }

  private func openSocket(_ exchange: Int, _ state: inout State) -> (() -> Void)? {
    guard let handshake = state.handshakes.removeValue(forKey: exchange),
      let responder = state.responders.removeValue(forKey: exchange)
    else { return nil }
    let socket = ScriptedSocket { [weak self] message in
      self?.take(message, of: exchange)
    } onFinish: { [weak self] in
      self?.close(exchange)
    }
    state.sockets[exchange] = socket
    var settings = WebSocketSettings()
    // A socket that a script makes silent sends no pings, either.
    settings.pingInterval = .seconds(24 * 3600)
    return { [settings] in
      responder.respond(handshake.response(socket, subprotocol: "backstack.v1", settings))
    }
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
