import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import BackstackService

/// The stream of a renderer: the messages that lead from each screen to the next one. A renderer that is
/// slow gets one event for several versions.
final class A2UIEventSource: HTTPStreamSource {
  typealias Ask = @Sendable (@escaping @Sendable (HTTPResponse) -> Void) -> Void

  private struct State: Sendable {
    var surfaces: [Surface] = []
    /// What the client had when it connected again.
    var known: ShownSurfaces?
    var reader: HTTPStreamReader?
    var waker: HTTPStreamWaker?
    /// What was not sent yet.
    var content: [UInt8] = []
    var isAsking = false
    /// Whether there is another version than the one whose screen was asked for, or waits to be sent.
    var isStale = false
    var isOver = false
  }

  private let version: A2UIVersion
  private let ask: Ask
  private let state: Guarded<State>
  /// The maximum number of bytes of an event, which has at most a state twice.
  private static let maximumEvent = 255 << 20

  /// - Parameters:
  ///   - known: What the client has; `nil` for nothing.
  ///   - ask: Asks the service for the present screen.
  init(in version: A2UIVersion, after known: ShownSurfaces?, ask: @escaping Ask) {
    self.version = version
    state = Guarded(State(known: known))
    self.ask = ask
  }

  /// Reads the events of the session.
  func follow(_ response: HTTPResponse) {
    let parser = Guarded(EventStreamParser(limit: Self.maximumEvent))
    let reader = HTTPStreamReader(response.body) { [weak self] piece in
      guard let events = try? parser.withLock({ parser in try parser.append(piece) }) else {
        self?.end()
        return
      }
      for event in events { self?.note(event) }
    } end: { [weak self] _ in
      self?.end()
    }
    state.withLock { $0.reader = reader }
    if reader == nil { end() }
  }

  private func note(_ event: EventStreamParser.Event) {
    switch event {
    case .version: refresh()
    case .heartbeat: add(Array(":\n\n".utf8))
    case .end(let data):
      let messages = state.withLock { state in
        defer { (state.surfaces, state.known) = ([], nil) }
        return state.known?.deletions(in: version)
          ?? Surface.messages(from: state.surfaces, to: [], in: version)
      }
      add(messages, named: "a2ui")
      add(Array("event: end\ndata: ".utf8) + data + Array("\n\n".utf8))
      end()
    case .other(let text): add(text)
    }
  }

  /// Asks for the screen, unless that was asked for and did not come yet, or the client has to read.
  private func refresh() {
    let isBusy = state.withLock { state in
      if state.isOver { return true }
      state.isStale = state.isAsking || !state.content.isEmpty
      if !state.isStale { state.isAsking = true }
      return state.isStale
    }
    if isBusy { return }
    ask { [weak self] response in self?.show(response) }
  }

  private func show(_ response: HTTPResponse) {
    let surfaces = Surfaces(response.body.bytes)
    let shown = surfaces?.all(in: version) ?? []
    let (messages, isStale) = state.withLock { state -> ([JSONLiteral], Bool) in
      state.isAsking = false
      guard let surfaces else { return ([], state.isStale) }
      let messages =
        state.known?.messages(to: surfaces, in: version)
        ?? Surface.messages(from: state.surfaces, to: shown, in: version)
      state.known = nil
      state.surfaces = shown
      return (messages, state.isStale)
    }
    add(messages, named: "a2ui", id: surfaces.map { ShownSurfaces($0).id })
    if isStale { refresh() }
  }

  private func add(_ messages: [JSONLiteral], named name: String, id: String? = nil) {
    if messages.isEmpty { return }
    let number = id.map { "id: \($0)\n" } ?? ""
    add(
      Array("event: \(name)\n\(number)data: \(JSONLiteral.array(messages).json)\n\n".utf8))
  }

  private func add(_ content: [UInt8]) {
    let waker = state.withLock { state in
      // A client that has more to read needs no heartbeat.
      if content.first != 0x3A || state.content.isEmpty { state.content += content }
      return state.waker
    }
    waker?.wake()
  }

  private func end() {
    let waker = state.withLock { state in
      state.isOver = true
      return state.waker
    }
    waker?.wake()
  }

  // MARK: The connection

  func start(_ waker: HTTPStreamWaker) { state.withLock { $0.waker = waker } }

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    let (content, isOver, isStale) = state.withLock { state in
      defer { state.content = [] }
      return (state.content, state.isOver, state.isStale)
    }
    output += content
    if isStale, !isOver { refresh() }
    return isOver ? .end : content.isEmpty ? .waiting : .more
  }

  func drain() { end() }

  func finish(_ outcome: HTTPStreamOutcome) {
    // Released outside of the lock: its end changes the state.
    _ = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
  }
}
