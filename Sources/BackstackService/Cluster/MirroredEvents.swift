import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// The events of a session that another node has, for the readers at this node: however many they are,
/// they are sent over the link once.
///
/// When the session moves, or its node dies, the readers' streams stay open: only the stream
/// between the nodes starts again, at the version that was reached.
final class MirroredEvents: EventFeed {
  /// Asks for the stream after a version, wherever the session is; `nil` for one that begins with a
  /// snapshot. The completion gets the response, on any thread.
  typealias Ask =
    @Sendable (
      _ version: Int?, _ completion: @escaping @Sendable (HTTPResponse) -> Void
    ) -> Void

  private struct State {
    var log: MirrorLog
    /// The stream that counts; an earlier one is ignored.
    var number = 0
    var reader: HTTPStreamReader?
    /// Whether a stream that begins with a snapshot was asked for, and its snapshot has not come.
    var isRenewing = false
    /// The attempts since an event last came.
    var attempts = 0
    /// The number of pieces of streams so far, and what ends the wait for the next one.
    var pieces = 0
    var cancelSilence: (@Sendable () -> Void)?
    var readers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    /// The requests that wait for the first response.
    var waiting: [@Sendable (HTTPResponse?) -> Void] = []
    var hasBegun = false
    var isOver = false
  }

  private let state: Guarded<State>
  private let ask: Ask
  private let timer: any DeadlineTimer
  private let streams: EventStreams
  /// The maximum number of bytes of an event.
  private let limit: Int
  /// The number of seconds without a heartbeat after which a stream counts as lost.
  private let silence: Double
  /// Called once, when there are no events any more, or no readers.
  private let whenOver: @Sendable (MirroredEvents) -> Void

  /// The attempts after which the readers have to connect again, and the pauses before them in seconds.
  static let pauses = [0, 0.1, 0.2, 0.4, 0.8, 1.6, 1.6, 1.6]

  /// - Parameter version: The version of the first reader.
  init(
    after version: Int?, limit: Int, silence: Double, timer: any DeadlineTimer,
    streams: EventStreams,
    ask: @escaping Ask, whenOver: @escaping @Sendable (MirroredEvents) -> Void
  ) {
    state = Guarded(State(log: MirrorLog(from: version)))
    self.limit = limit
    self.silence = silence
    self.timer = timer
    self.streams = streams
    self.ask = ask
    self.whenOver = whenOver
  }

  // MARK: Requests

  /// Calls a closure once it is known whether there are events.
  ///
  /// - Parameter completion: Called with `nil` if there are, else with the response that says why not.
  /// - Returns: `false`, without a call, if they are over.
  func join(_ completion: @escaping @Sendable (HTTPResponse?) -> Void) -> Bool {
    let (isKnown, isFirst, isOver) = state.withLock { state in
      guard !state.isOver, !state.hasBegun else { return (state.hasBegun, false, state.isOver) }
      state.waiting.append(completion)
      return (false, state.waiting.count == 1 && state.number == 0, false)
    }
    if isOver { return false }
    if isKnown { completion(nil) }
    if isFirst { subscribe() }
    return true
  }

  // MARK: The stream between the nodes

  private func subscribe() {
    let (number, version) = state.withLock { state -> (Int, Int?) in
      state.number += 1
      return (state.number, state.isRenewing ? nil : state.log.version)
    }
    ask(version) { [weak self] response in self?.receive(response, number) }
  }

  private func receive(_ response: HTTPResponse, _ number: Int) {
    let parser = Guarded(EventStreamParser(limit: limit))
    let reader = HTTPStreamReader(response.body) { [weak self] piece in
      self?.state.withLock { $0.pieces += 1 }
      do throws(EventStreamParser.Malformed) {
        for event in try parser.withLock({ parser throws(EventStreamParser.Malformed) in
          try parser.append(piece)
        }) { self?.note(event, number) }
      } catch {
        self?.lost(number)
      }
    } end: { [weak self] _ in
      self?.lost(number)
    }
    guard let reader else { return refuse(response, number) }
    var former: HTTPStreamReader?
    let waiting = state.withLock { state -> [@Sendable (HTTPResponse?) -> Void] in
      guard number == state.number, !state.isOver else {
        former = reader
        return []
      }
      former = state.reader
      state.reader = reader
      state.hasBegun = true
      defer { state.waiting = [] }
      return state.waiting
    }
    former?.cancel()
    // A response that came too late must not end the wait of the present stream.
    if former !== reader { listen(to: number) }
    for completion in waiting { completion(nil) }
  }

  /// Gives up a silent stream: its connection is dead, although nobody has closed it.
  private func listen(to number: Int) {
    let pieces = state.withLock { $0.pieces }
    let cancel = timer.schedule(after: silence) { [weak self] in
      guard let self else { return }
      let isSilent = state.withLock { state -> Bool? in
        guard number == state.number, !state.isOver else { return nil }
        return pieces == state.pieces
      }
      switch isSilent {
      case true?: lost(number)
      case false?: listen(to: number)
      case nil: break
      }
    }
    let former = state.withLock { state in
      defer { state.cancelSilence = state.isOver ? nil : cancel }
      return state.isOver ? cancel : state.cancelSilence
    }
    former?()
  }

  /// Records that there is no stream.
  private func refuse(_ response: HTTPResponse, _ number: Int) {
    let waiting = state.withLock { state -> [@Sendable (HTTPResponse?) -> Void]? in
      guard number == state.number, !state.isOver else { return nil }
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let waiting else { return }
    // Those that follow it get the response when they connect again.
    if !waiting.isEmpty || response.status.code < 500 {
      giveUp(after: response)
    } else {
      lost(number)
    }
    for completion in waiting { completion(response) }
  }

  private func note(_ event: EventStreamParser.Event, _ number: Int) {
    let (step, wakes) = state.withLock { state -> (MirrorLog.Step, [@Sendable () -> Void]) in
      guard number == state.number, !state.isOver else { return (.nothing, []) }
      state.attempts = 0
      if case .version(_, nil, _) = event { state.isRenewing = false }
      let step = state.log.note(event)
      return (step, step == .wake ? Array(state.readers.values) : [])
    }
    for wake in wakes { wake() }
    if step == .renew { renew() }
  }

  /// Begins a stream with a snapshot, unless that was done already.
  private func renew() {
    let isFirst = state.withLock { state in
      defer { state.isRenewing = true }
      return !state.isRenewing
    }
    if isFirst { subscribe() }
  }

  /// Continues after the stream was lost, at once or a little later.
  private func lost(_ number: Int) {
    let (pause, isOver) = state.withLock { state -> (Double?, Bool) in
      guard number == state.number, !state.isOver, state.log.end == nil else { return (nil, false) }
      state.reader = nil
      // Later events of the old stream are not wanted.
      state.number += 1
      state.cancelSilence?()
      state.cancelSilence = nil
      guard state.attempts < Self.pauses.count else { return (nil, true) }
      state.attempts += 1
      return (Self.pauses[state.attempts - 1], false)
    }
    if isOver { return giveUp() }
    guard let pause else { return }
    if pause == 0 { return streams.schedule { [weak self] in self?.subscribe() } }
    _ = timer.schedule(after: pause) { [weak self] in self?.subscribe() }
  }

  /// Ends the readers' streams, so that they connect again.
  private func giveUp(after refusal: HTTPResponse? = nil) {
    let wakes = state.withLock { state in
      state.log.giveUp(after: refusal)
      return state.readers.values.map(\.self)
    }
    for wake in wakes { wake() }
    finish()
  }

  private func finish() {
    let (reader, isFirst) = state.withLock { state in
      let isFirst = !state.isOver
      state.isOver = true
      // A reader may be about to come.
      state.log.giveUp()
      state.cancelSilence?()
      state.cancelSilence = nil
      defer { state.reader = nil }
      return (state.reader, isFirst)
    }
    reader?.cancel()
    if isFirst { whenOver(self) }
  }

  // MARK: EventFeed

  var heartbeats: Int { state.withLock { $0.log.heartbeats } }

  var isRefused: Bool { state.withLock { $0.log.isRefused } }

  func add(
    _ reader: ObjectIdentifier, after version: Int?, wake: @escaping @Sendable () -> Void
  ) {
    streams.readersChanged(by: 1)
    state.withLock { $0.readers[reader] = wake }
  }

  func changes(
    after version: Int?
  ) -> (changes: EventLog.Changes, end: SessionEndReason?, heartbeats: Int) {
    let (log, isRenewing) = state.withLock { ($0.log, $0.isRenewing) }
    let changes = log.log.changes(after: version)
    // The stream may have begun at a version that another reader had.
    if case .missingSnapshot = changes, log.end == nil, !isRenewing { renew() }
    return (changes, log.end, log.heartbeats)
  }

  /// Ends the events if nobody reads them: one that joined has not become a reader.
  func endIfUnread() {
    if state.withLock({ $0.readers.isEmpty && $0.waiting.isEmpty }) { finish() }
  }

  func remove(_ reader: ObjectIdentifier) {
    let isRemoved = state.withLock { $0.readers.removeValue(forKey: reader) != nil }
    if isRemoved { streams.readersChanged(by: -1) }
    endIfUnread()
  }
}
