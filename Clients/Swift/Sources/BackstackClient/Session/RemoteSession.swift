public import Foundation

/// A navigation session that a Backstack service hosts.
///
/// The session is followed from its opening until it ends or `close` is called: `snapshots` has
/// what it shows, `status` whether it can be reached. Actions are sent one after the other, and
/// take effect once, even where responses are lost.
///
/// `State` is a type that the feature's states can be decoded from, `Action` one that encodes its
/// actions; `JSONValue` is both for every feature.
public actor RemoteSession<State: Decodable & Sendable, Action: Encodable & Sendable> {
  private let server: URL
  let options: RemoteOptions
  private var conversation: Conversation
  private var events: [Conversation.Event] = []
  var calls: [Int: Task<Void, Never>] = [:]
  var carrier = SocketCarrier()
  private var timers: [Conversation.Timer: RunningTimer] = [:]

  private var shown: RemoteSnapshot<State>?
  private var opening: CheckedContinuation<Void, any Error>?
  private var lastNumber = 0
  private var waiting: [Int: CheckedContinuation<RemoteOutcome, any Error>] = [:]

  /// Whether the session can be reached.
  public private(set) var status = RemoteStatus.connecting
  private var snapshotReaders = Readers<RemoteSnapshot<State>>()
  private var documentReaders = Readers<SessionDocument>()
  private var statusReaders = Readers<RemoteStatus>()

  private init(_ server: URL, _ options: RemoteOptions) {
    self.server = server
    self.options = options
    conversation = Conversation(
      random: options.random, makeKey: options.makeKey, view: options.view,
      hasSockets: options.sockets != nil)
  }

  deinit {
    for task in calls.values { task.cancel() }
    for timer in timers.values { timer.task.cancel() }
    snapshotReaders.finish()
    documentReaders.finish()
    statusReaders.finish()
  }

  // MARK: - Opening

  /// Creates a session of a feature.
  ///
  /// - Parameters:
  ///   - server: The URL that the service's paths follow, such as `https://example.com`.
  ///   - feature: The name of the feature.
  ///   - link: What the session shows first, where the feature reads links.
  ///   - lifetime: How many seconds the session lives without a request; the service's default
  ///     if `nil`.
  ///   - creationKey: A text that the program has stored before. A creation with the same key runs
  ///     once, so a program that is ended meanwhile can repeat it.
  /// - Throws: `RemoteError` if the service refuses, or did not respond to eight attempts.
  public static func open(
    _ server: URL, feature: String, link: String? = nil, lifetime: Int? = nil,
    creationKey: String? = nil, options: RemoteOptions = RemoteOptions()
  ) async throws -> RemoteSession {
    let creation = Creation(feature: feature, link: link, ttl: lifetime)
    let content = try WireCoding.content(creation)
    let key = creationKey ?? options.makeKey()
    return try await begin(server, options, .create(content: content, key: key))
  }

  /// Continues a session whose id the program has kept, or got from another device.
  ///
  /// - Parameter feature: The feature that the session has to be of; any if `nil`.
  /// - Throws: `RemoteError`: `gone` if the session has ended.
  public static func resume(
    _ server: URL, id: String, feature: String? = nil, options: RemoteOptions = RemoteOptions()
  ) async throws -> RemoteSession {
    try await begin(server, options, .resume(id: id, feature: feature))
  }

  private static func begin(
    _ server: URL, _ options: RemoteOptions, _ opening: Conversation.Opening
  ) async throws -> RemoteSession {
    let session = RemoteSession(server, options)
    try await withTaskCancellationHandler {
      try await session.begin(opening)
    } onCancel: {
      Task { await session.close() }
    }
    return session
  }

  private func begin(_ opening: Conversation.Opening) async throws {
    try await withCheckedThrowingContinuation { continuation in
      self.opening = continuation
      take(.open(opening))
    }
  }

  /// The request that creates a session, as the service reads it.
  private struct Creation: Encodable {
    var feature: String
    var link: String?
    var ttl: Int?
  }

  // MARK: - What the session shows

  /// The snapshot that the session shows.
  public var snapshot: RemoteSnapshot<State> {
    // Set before `open` and `resume` return.
    guard let shown else { preconditionFailure("a session that is not open") }
    return shown
  }

  /// The session's id, which `resume` takes.
  public var id: String { snapshot.id }

  /// The present snapshot and then each later one. A reader that is slow gets the latest only.
  /// The sequence ends with the session.
  public var snapshots: AsyncStream<RemoteSnapshot<State>> {
    snapshotReaders.add(first: shown, isLast: isGone)
  }

  /// The present status and then each change of it. A reader that is slow gets the latest only.
  /// The sequence ends with the session.
  public var statuses: AsyncStream<RemoteStatus> {
    statusReaders.add(first: status, isLast: isGone)
  }

  /// The snapshots as JSON, for parts of the state.
  var documents: AsyncStream<SessionDocument> {
    documentReaders.add(first: conversation.shown, isLast: isGone)
  }

  /// The snapshot as JSON.
  var document: SessionDocument? { conversation.shown }

  private var isGone: Bool {
    if case .gone = status { true } else { false }
  }

  // MARK: - Actions

  /// Sends an action after those before it, and returns once it took effect.
  ///
  /// - Parameters:
  ///   - field: Names what the action sets, such as a text field. Of waiting actions of one field,
  ///     only the last is sent.
  ///   - condition: Whether the action makes sense for a state; it is sent for no other state, even
  ///     if the state changes while it is on its way.
  /// - Throws: `RemoteError` if the service refuses the action, the session has ended, or no
  ///   response came to eight attempts; what `Action` throws when it is encoded.
  @discardableResult
  public func send(
    _ action: Action, field: String? = nil,
    if condition: (@Sendable (State) -> Bool)? = nil
  ) async throws -> RemoteOutcome {
    try await send(WireCoding.content(action), field, condition)
  }

  /// Sends several actions as one step: they take effect in order, all of them or none.
  ///
  /// - Throws: As `send`; also if there is no action.
  @discardableResult
  public func change(
    _ actions: [Action], if condition: (@Sendable (State) -> Bool)? = nil
  ) async throws -> RemoteOutcome {
    try await send(WireCoding.content(actions), nil, condition)
  }

  /// Takes an element and those above it off a stack.
  ///
  /// - Parameter pointer: Where the state has the stack, as a JSON Pointer.
  /// - Returns: `stale` if the element was not there any more.
  /// - Throws: As `send`.
  @discardableResult
  public func pop(_ id: Int, at pointer: String = "/path") async throws -> RemoteOutcome {
    try await send(WireCoding.content(JSONValue.action(.pop(id), at: pointer)), nil, nil)
  }

  /// Sends an action that is JSON, and returns what the session shows then.
  ///
  /// - Parameters:
  ///   - key: The idempotency key of an action that several clients send.
  ///   - condition: Whether the action makes sense for a state.
  func send(
    json action: JSONValue, key: String? = nil,
    if condition: (@Sendable (JSONValue) -> Bool)? = nil
  ) async throws -> (RemoteOutcome, SessionDocument?) {
    var outgoing = Conversation.Outgoing(content: try WireCoding.content(action))
    outgoing.isWanted = condition
    outgoing.key = key
    let outcome = try await settle { [outgoing] in .send($0, outgoing) }
    return (outcome, conversation.shown)
  }

  private func send(
    _ content: Data, _ field: String?, _ condition: (@Sendable (State) -> Bool)?
  ) async throws -> RemoteOutcome {
    let isWanted = condition.map { condition in
      { @Sendable (json: JSONValue) in
        // A state that can't be decoded ends the session.
        (try? WireCoding.decode(State.self, from: json)).map(condition) ?? false
      }
    }
    let outgoing = Conversation.Outgoing(content: content, isWanted: isWanted, field: field)
    return try await settle { .send($0, outgoing) }
  }

  private func settle(_ event: (Int) -> Conversation.Event) async throws -> RemoteOutcome {
    lastNumber += 1
    let number = lastNumber
    return try await withCheckedThrowingContinuation { continuation in
      waiting[number] = continuation
      take(event(number))
    }
  }

  // MARK: - The end

  /// Ends the session for all its clients. Actions that wait are not sent.
  ///
  /// - Throws: `RemoteError` if no response came to eight attempts, or the service refuses.
  public func end() async throws {
    _ = try await settle { .end($0) }
  }

  /// Stops following the session, which lives on: `resume` continues it. A session that is not
  /// used any more closes itself.
  public func close() {
    take(.fail(.closed))
  }

  /// Ends the stream while nobody sees the session, for example in the background.
  public func hide() {
    take(.hidden)
  }

  /// Continues after `hide`: what was missed comes first. Also tries at once what waits for the
  /// network, so a program can call it when the network is back.
  public func show() {
    take(.shown)
  }

  // MARK: - Steps

  func take(_ event: Conversation.Event) {
    events.append(event)
    // What a step causes is taken once the steps beside it are performed.
    guard events.count == 1 else { return }
    while let event = events.first {
      for step in conversation.take(event, at: options.clock.now()) { perform(step) }
      events.removeFirst()
    }
  }

  private func perform(_ step: Conversation.Step) {
    switch step {
    case .call(let id, let call):
      if !startBySocket(id, call) { start(id, call) }
    case .cancel(let id):
      carrier.forget(id)
      calls.removeValue(forKey: id)?.cancel()
      sendUnanswered(by: id)
    case .start(let timer, let wait): start(timer, after: wait)
    case .stop(let timer): timers.removeValue(forKey: timer)?.task.cancel()
    case .show(let document): show(document)
    case .tell(let status): tell(status)
    case .opened:
      opening?.resume()
      opening = nil
    case .failedToOpen(let error):
      opening?.resume(throwing: error)
      opening = nil
    case .settle(let number, let result):
      waiting.removeValue(forKey: number)?.resume(with: result.mapError { $0 as any Error })
    }
  }

  /// Sends a request.
  func start(_ id: Int, _ call: Conversation.Call) {
    guard let request = request(call) else {
      return take(.finished(id, failure: "\(server) is not the URL of a service."))
    }
    let parts = options.transport.response(to: request)
    calls[id] = Task { [weak self] in
      var failure: String?
      do {
        for try await part in parts { await self?.take(.received(id, part)) }
      } catch {
        failure = error.localizedDescription
      }
      await self?.finish(id, failure)
    }
  }

  func request(_ call: Conversation.Call) -> RemoteRequest? {
    let base = server.absoluteString
    let url = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + call.path)
    guard let url, url.host != nil else { return nil }
    var fields = call.fields
    if let key = options.key { fields["Authorization"] = "Bearer \(key)" }
    return RemoteRequest(method: call.method, url: url, fields: fields, content: call.content)
  }

  func finish(_ id: Int, _ failure: String?) {
    calls[id] = nil
    take(.finished(id, failure: failure))
  }

  /// A timer; one that is started again has another number.
  private struct RunningTimer {
    let number: Int
    let task: Task<Void, Never>
  }

  private func start(_ timer: Conversation.Timer, after wait: Duration) {
    lastNumber += 1
    let number = lastNumber
    let task = Task { [weak self, sleep = options.clock.sleep] in
      guard (try? await sleep(wait)) != nil else { return }
      await self?.fire(timer, number)
    }
    timers.updateValue(RunningTimer(number: number, task: task), forKey: timer)?.task.cancel()
  }

  private func fire(_ timer: Conversation.Timer, _ number: Int) {
    guard timers[timer]?.number == number else { return }
    timers[timer] = nil
    take(.fired(timer))
  }

  private func show(_ document: SessionDocument) {
    do throws(RemoteError) {
      let state = try WireCoding.decode(State.self, from: document.state)
      let snapshot = RemoteSnapshot(document, state: state)
      shown = snapshot
      snapshotReaders.yield(snapshot)
      documentReaders.yield(document)
    } catch {
      opening?.resume(throwing: error)
      opening = nil
      take(.fail(error))
    }
  }

  private func tell(_ status: RemoteStatus) {
    self.status = status
    statusReaders.yield(status)
    if isGone { finishReaders() }
  }

  private func finishReaders() {
    snapshotReaders.finish()
    documentReaders.finish()
    statusReaders.finish()
  }
}
