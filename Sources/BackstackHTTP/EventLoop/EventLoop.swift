import BackstackPlatform
import Synchronization

/// A thread that waits for its connections with one poller and serves them without locks.
final class EventLoop: @unchecked Sendable {
  // Sound: after `start` only the loop's own thread accesses the mutable state; other threads use
  // `mailbox`, `metrics`, `thread` and `hasCutRequests`, which are safe to share.
  private static let wakeToken: UInt64 = 0
  /// The token of the first listener. Connections' tokens are larger than all listeners'.
  static let firstListenerToken: UInt64 = 1
  private static let lastListenerToken = UInt64(UInt32.max)
  static let readSize = 64 * 1024
  /// The bytes that one connection sends before other connections have their turn.
  private static let streamTurn = 256 * 1024
  /// The messages that are processed before connections have their turn, and as many afterwards:
  /// thousands of streams may wake at once.
  private static let messagesPerTurn = 128
  /// The maximum number of connections that are accepted in one tick, so that existing ones are
  /// served in between.
  private static let acceptedPerTurn = 64
  /// The number of reads of an overdue connection: together more than a socket's buffer has by
  /// default. A client that sends fast must not starve the others.
  private static let overdueReads = 128
  /// The limit for unsent bytes in a socket buffer, set for streams and when more than this waits.
  private static let unsentBytes = 16 * 1024
  /// The number of responses that are coalesced before they are sent.
  static let coalescedResponses = 16
  /// The longest output, in bytes, that is coalesced.
  static let maximumCoalescedResponse = 16 * 1024

  let mailbox: EventLoopMailbox
  let metrics: HTTPLoopMetrics?
  /// Whether the loop stopped before all requests had their responses.
  let hasCutRequests = Atomic(false)
  private let context: EventLoopContext
  private let poller: any Poller
  private let thread = Atomic<UInt>(0)
  /// The seed for the ids of this loop's requests.
  private let seed: UInt64

  /// The listening sockets, in the loop that accepts.
  private var acceptor: Acceptor?
  private var connections = EventLoopConnections()
  private var unfinished = UnfinishedExchanges()
  private var messages: [EventLoopMailbox.Message] = []
  private var now: HTTPTick
  private var date = HTTPDateCache()
  /// When to check which slot of `connections` for timeouts.
  private var timers: TimerWheel
  private var due: [Int] = []
  /// Whether each connection closes after its next response.
  private var isAnnouncingEnd = false
  private var isDraining = false
  private var stopAt = MonotonicInstant.never
  private var recorder: EventLoopRecorder
  private var spareResponder: HTTPResponder?
  private var buffers = HTTPBufferPool(
    maximumOutputs: coalescedResponses, outputCapacity: 2 * maximumCoalescedResponse)
  /// Connections whose responses are coalesced: sent once the others are served.
  private var coalesced: [EventLoopConnection] = []
  /// Whether more connections may be served in this tick.
  private var isServingEvents = false
  /// The buffer that stream sources write into.
  private var scratch: [UInt8] = []
  // Sound: allocated in `init`, freed in `deinit`, used by the loop's thread.
  private let readBuffer: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter seed: Random bits that no other loop has.
  init(context: EventLoopContext, seed: UInt64) throws(HTTPServerError) {
    self.context = context
    self.seed = seed
    metrics =
      context.metrics == nil ? nil : HTTPLoopMetrics(routeCount: context.routes.count)
    recorder = EventLoopRecorder(context: context, metrics: metrics)
    mailbox = try EventLoopMailbox()
    do throws(SystemError) {
      poller = try context.poller.makePoller()
    } catch {
      throw .system("create a set of descriptors to wait for", error.number)
    }
    now = HTTPTick(instant: context.clock(), dateLine: [])
    timers = TimerWheel(now: now.instant)
    readBuffer = .allocate(capacity: EventLoop.readSize)
    readBuffer.initialize(repeating: 0)
    guard poller.add(mailbox.wakeDescriptor, .readable, token: EventLoop.wakeToken) else {
      throw .system("watch the mailbox of an event loop", SystemError.last.number)
    }
  }

  deinit {
    readBuffer.deinitialize()
    readBuffer.deallocate()
  }

  // MARK: - Ticks

  /// Serves connections until the loop is stopped or drained.
  func run() {
    bindToThread()
    while !isFinished {
      // Sound: the events are read before the poller waits again.
      tick(poller.wait(milliseconds: waitMilliseconds))
    }
    shutDown()
  }

  /// Serves what is ready, and then handles the timeouts.
  ///
  /// - Parameter ready: The events that the poller reported. They may be fewer than there are: a
  ///   process that was stopped and continues gets none from the wait that this interrupted.
  func tick(_ ready: UnsafeBufferPointer<PollerEvent>) {
    updateNow()
    mailbox.beginTurn()
    isServingEvents = ready.count > 1
    for event in ready {
      switch event.token {
      case EventLoop.wakeToken:
        mailbox.silence()
        mailbox.take(into: &messages, upTo: Self.messagesPerTurn)
        readMessages()
      case EventLoop.firstListenerToken...EventLoop.lastListenerToken:
        acceptWaiting(Int(event.token - EventLoop.firstListenerToken))
      default: connectionReady(event.token, event.events)
      }
    }
    // Responses that handlers have made in time, and what this thread has posted to itself.
    if !mailbox.rest(&messages, upTo: Self.messagesPerTurn) {
      readMessages()
      mailbox.sleep()
    }
    isServingEvents = false
    sendCoalescedResponses()
    if now.instant >= timers.next { expireTimers() }
    if unfinished.count > 1 { boundUnfinished() }
    if let acceptor, now.instant >= acceptor.resumeAt { resumeAccepting() }
    recorder.endTick(now.instant)
  }

  private var isFinished: Bool {
    now.instant >= stopAt || isDraining && connections.count == 0
  }

  private func updateNow() {
    now.instant = context.clock()
    date.update(unixSeconds: context.unixTime())
    now.dateLine = date.line
  }

  private var waitMilliseconds: Int32 {
    var next = min(timers.next, stopAt)
    if let acceptor { next = min(next, acceptor.resumeAt) }
    if next == .never { return -1 }
    let nanoseconds = max(0, next.nanoseconds &- now.instant.nanoseconds)
    return Int32(clamping: nanoseconds / 1_000_000 + 1)
  }

  /// Handles the timeouts of the connections whose timers have fired.
  ///
  /// - Complexity: O(n), where n is the number of timers that have fired.
  private func expireTimers() {
    due.removeAll(keepingCapacity: true)
    timers.expire(to: now.instant, into: &due)
    for slot in due {
      guard let entry = connections.connection(inSlot: slot) else { continue }
      entry.lookAt = .never
      catchUp(entry)
      guard entry.isOpen else { continue }
      if entry.connection.deadline <= now.instant {
        entry.connection.advance(to: now)
        recordTimeout(entry)
      }
      pump(entry, nil)
    }
  }

  /// Reads what has arrived on an overdue connection, and writes what its client has room for: this
  /// thread may be late, not the client.
  private func catchUp(_ entry: EventLoopConnection) {
    var reads = 0
    while reads < Self.overdueReads, entry.isOpen, entry.connection.deadline <= now.instant,
      readAndPump(entry)
    {
      reads += 1
    }
  }

  /// Closes connections while the unfinished exchanges of all loops use more than they may, and those
  /// of this one more than its share, the oldest first. The last one may finish: a single response
  /// must not be too large for the server.
  func boundUnfinished() {
    unfinished.forgetFinished { connections.connection($0)?.unfinished }
    while unfinished.count > 1, unfinished.byteCount > context.unfinishedShare,
      context.unfinishedBytes.load(ordering: .relaxed) > context.maximumUnfinishedBytes,
      let token = unfinished.takeOldest({ connections.connection($0)?.unfinished }),
      let entry = connections.connection(token)
    {
      metrics?.add(1, at: HTTPLoopMetrics.Position.evicted)
      close(entry)
    }
  }

  /// Records the memory that a connection uses for an unfinished exchange.
  private func noteUnfinished(_ entry: EventLoopConnection, _ bytes: UnfinishedBytes) {
    guard bytes != entry.unfinished.bytes else { return }
    let change = unfinished.update(&entry.unfinished, of: entry.token, to: bytes)
    context.unfinishedBytes.add(change, ordering: .relaxed)
  }

  private func shutDown() {
    stopAccepting()
    for entry in connections.all {
      if entry.connection.isBusy { hasCutRequests.store(true, ordering: .releasing) }
      close(entry)
    }
    for message in mailbox.close() {
      switch message {
      case .accepted(let descriptor, let peer, _):
        FileDescriptor.close(descriptor)
        context.release(peer)
      case .exchange(let message): message.abandon()
      case .announceDraining, .drain, .stop, .tick: break
      }
    }
    spareResponder = nil
    recorder.endTick(now.instant)
  }

  // MARK: - Messages from other threads

  private func readMessages() {
    // Responses that arrive in the same tick are coalesced as well.
    if messages.count > 1 { isServingEvents = true }
    for message in messages {
      switch message {
      case .accepted(let descriptor, let peer, let isRefused):
        add(descriptor: descriptor, peer: peer, isRefused: isRefused)
      case .exchange(let message): receive(message)
      case .tick: break
      case .announceDraining: isAnnouncingEnd = true
      case .drain: beginDraining()
      case .stop(let instant): stopAt = min(stopAt, instant)
      }
    }
    messages.removeAll(keepingCapacity: true)
  }

  private func receive(_ message: HTTPExchangeMessage) {
    // The source may have been asked since.
    if case .wake(let waker) = message, !waker.rearm() { return }
    guard let entry = connections.connection(message.token) else {
      message.abandon()
      return
    }
    switch message {
    case .result(let responder):
      guard let result = responder.takeResult(), take(result, to: responder.number, entry)
      else { return }
    case .noResponse(_, let number):
      guard take(.noResponse, to: number, entry) else { return }
    case .accept(let demand, let responder):
      entry.connection.accept(demand, for: responder.number, now: now)
    case .receive(let sink, _, let number):
      entry.connection.attach(sink, to: number, now: now)
    case .watch(let cancellation, _, let number):
      entry.connection.watch(cancellation, number)
    case .limitResponseTime(let limit, _, let number):
      entry.connection.limitResponseTime(to: limit, number, now: now)
    case .waits(_, let number):
      entry.connection.beginWaiting(number)
    case .wake(let waker):
      entry.connection.wake(waker.number, now: now)
    }
    pump(entry, nil)
  }

  /// Sends a response from another thread.
  ///
  /// - Returns: Whether the connection was still waiting for it.
  private func take(
    _ result: HTTPResponderResult, to number: UInt32, _ entry: EventLoopConnection
  ) -> Bool {
    guard entry.connection.awaitsResponse(number) else {
      result.abandon()
      return false
    }
    entry.connection.acquireBuffers(from: &buffers)
    finish(result, to: number, entry, entry.exchange.take() ?? HTTPExchange())
    return true
  }

  private func beginDraining() {
    guard !isDraining else { return }
    isDraining = true
    stopAccepting()
    // Draining a connection may send the coalesced output of others, and close them.
    for entry in connections.all where entry.isOpen { drain(entry) }
  }

  // MARK: - Accepting

  /// Accepts connections for all loops from now on; call this before the loop's thread starts.
  ///
  /// - Throws: `HTTPServerError` when the listening sockets can't be watched.
  func startAccepting(_ acceptor: Acceptor) throws(HTTPServerError) {
    self.acceptor = acceptor
    guard acceptor.watch(poller) else {
      let number = SystemError.last.number
      stopAccepting()
      throw .system("watch the listening socket", number)
    }
  }

  func acceptWaiting(_ index: Int) {
    for _ in 0..<Self.acceptedPerTurn {
      // The acceptor may have been removed since the event was reported.
      guard let acceptor else { return }
      switch acceptor.accept(index) {
      case .connection(let descriptor, let peer): deal(descriptor, peer, acceptor)
      case .noneWaiting: return
      case .failed: continue
      case .exhausted(let sheds):
        if sheds { metrics?.count(.refusal, "out-of-descriptors") }
        pauseAccepting()
        return
      }
    }
  }

  private func deal(_ descriptor: Int32, _ peer: HTTPPeerAddress, _ acceptor: Acceptor) {
    let admission = context.admit(peer)
    guard admission != .dropped else {
      FileDescriptor.close(descriptor)
      metrics?.count(.refusal, HTTPError.Code.tooManyConnections.rawValue)
      return
    }
    StreamSocket.sendAtOnce(descriptor)
    let isRefused = admission == .refused
    let loop = acceptor.nextLoop()
    if loop === self {
      add(descriptor: descriptor, peer: peer, isRefused: isRefused)
    } else if !loop.mailbox.post(
      .accepted(descriptor: descriptor, peer: peer, isRefused: isRefused))
    {
      FileDescriptor.close(descriptor)
      context.release(peer)
    }
  }

  /// Stops accepting for 100 ms; otherwise a full descriptor table would make the loop spin.
  func pauseAccepting() {
    acceptor?.pause(poller, until: now.instant.advanced(byNanoseconds: 100_000_000))
  }

  func resumeAccepting() {
    if acceptor?.resume(poller) == false { pauseAccepting() }
  }

  func stopAccepting() {
    acceptor?.end(poller)
    acceptor = nil
  }

  // MARK: - Connections

  /// The number of open connections.
  var connectionCount: Int { connections.count }

  /// Adds a new connection to the loop.
  func add(descriptor: Int32, peer: HTTPPeerAddress, isRefused: Bool) {
    let token = connections.makeToken()
    let connection = HTTPConnection(
      profile: context.profile, peer: peer, responseSink: self, token: token, now: now)
    let entry = EventLoopConnection(
      descriptor: descriptor, token: token, connection: connection)
    guard poller.add(descriptor, .readable, token: token) else {
      connections.release(token)
      FileDescriptor.close(descriptor)
      context.release(peer)
      return
    }
    connections.insert(entry)
    metrics?.add(1, at: HTTPLoopMetrics.Position.accepted)
    if isRefused {
      metrics?.count(.refusal, HTTPError.Code.tooManyConnections.rawValue)
      entry.connection.refuse(.tooManyConnections, now: now)
    }
    if isDraining {
      drain(entry)
    } else {
      // Most clients have sent their request by now, so read without waiting for the poller.
      readAndPump(entry)
    }
  }

  /// Closes a connection and frees its slot.
  private func close(_ entry: EventLoopConnection) {
    guard entry.isOpen else { return }
    entry.isOpen = false
    noteUnfinished(entry, UnfinishedBytes())
    // A request whose connection closes before its response is complete.
    if let lost = entry.connection.lostOutcome { recordEnd(entry, lost) }
    FileDescriptor.close(entry.descriptor)
    timers.cancel(entry.slot)
    connections.remove(entry)
    context.release(entry.connection.peer)
    entry.connection.end()
  }

  private func connectionReady(_ token: UInt64, _ events: PollerEvents) {
    guard let entry = connections.connection(token) else { return }
    if events.contains(.readHangUp) { entry.connection.receiveHangUp() }
    let isGone = !events.isDisjoint(with: [.hangUp, .error])
    if isGone, !entry.connection.interest.reads {
      // Pollers always report hang-ups; without a read, this one would wake the loop forever.
      close(entry)
    } else if isGone || events.contains(.readable) {
      readAndPump(entry)
    } else {
      pump(entry, nil)
    }
  }

  /// Serves the requests that a connection has already received, then makes it close once it is
  /// quiet.
  private func drain(_ entry: EventLoopConnection) {
    entry.connection.announceDraining()
    readAndPump(entry)
    guard entry.isOpen else { return }
    entry.connection.beginDraining(now: now)
    recordTimeout(entry)
    pump(entry, nil)
  }

  // MARK: - Input and output

  /// Reads from the socket once and processes the input.
  ///
  /// - Returns: Whether there were bytes.
  @discardableResult
  private func readAndPump(_ entry: EventLoopConnection) -> Bool {
    let room = entry.connection.inputRoom
    guard room > 0 else {
      pump(entry, nil)
      return false
    }
    switch StreamSocket.receive(entry.descriptor, into: readBuffer, upTo: room) {
    case .bytes(0):
      entry.connection.receiveEnd()
      pump(entry, nil)
    case .bytes(let count):
      metrics?.add(count, at: HTTPLoopMetrics.Position.received)
      entry.connection.acquireBuffers(from: &buffers)
      let input = UnsafeBufferPointer(readBuffer).extracting(0..<min(count, readBuffer.count))
      // Sound: the span is used within this call, while the loop's buffer stays allocated.
      pump(entry, entry.connection.receive(input.span, now: now))
      return true
    case .wouldBlock: pump(entry, nil)
    case .failed: close(entry)
    }
    return false
  }

  /// Serves complete requests, writes pending output and tells the poller which events to wait for.
  private func pump(_ entry: EventLoopConnection, _ first: consuming HTTPRequest?) {
    entry.connection.acquireBuffers(from: &buffers)
    // Moved, not copied: a second reference would prevent the request's memory from being recycled.
    var request = consume first
    if request == nil {
      // First record what has just ended, as after a timeout: the next request has its own outcome.
      recordEnd(entry)
      serveContent(entry)
      request = nextRequest(entry)
    }
    var produced = 0
    while true {
      while request != nil {
        serve(&request, entry)
        serveContent(entry)
        request = nextRequest(entry)
      }
      // A client that reads fast must not starve the others.
      while produced < EventLoop.streamTurn, entry.connection.wantsContent {
        entry.connection.produce(&scratch, now: now)
        recordEnd(entry)
        produced += scratch.count
      }
      if produced == 0, coalesces(entry) { return }
      guard flush(entry) else {
        entry.connection.recycleBuffers(into: &buffers)
        close(entry)
        return
      }
      if entry.connection.wantsContent {
        if produced < EventLoop.streamTurn { continue }
        break
      }
      guard entry.connection.bufferedCount > 0 else { break }
      request = nextRequest(entry)
      if request == nil { break }
    }
    if produced > EventLoop.streamTurn { scratch = [] }
    entry.connection.recycleBuffers(into: &buffers)
    updateInterest(entry)
  }

  private func nextRequest(_ entry: EventLoopConnection) -> HTTPRequest? {
    let request = entry.connection.nextRequest(now: now)
    // If there is a next request, the connection did not just refuse one.
    if request == nil { recordEnd(entry) }
    return request
  }

  /// Writes pending output, at most ``streamTurn`` bytes before other connections have their turn.
  ///
  /// - Returns: Whether the connection still works.
  private func flush(_ entry: EventLoopConnection) -> Bool {
    if entry.connection.outputCount > EventLoop.unsentBytes || entry.connection.isStreaming {
      limitUnsent(entry)
    }
    var sent = 0
    while entry.connection.outputCount > 0, sent < Self.streamTurn {
      let transfer = entry.connection.withOutput { bytes, hasMore in
        StreamSocket.send(
          entry.descriptor, bytes, upTo: Self.streamTurn - sent, hasMore: hasMore)
      }
      switch transfer {
      case .bytes(let count):
        sent += count
        metrics?.add(count, at: HTTPLoopMetrics.Position.sent)
        entry.connection.wrote(count)
      case .wouldBlock: return true
      case .failed: return false
      }
    }
    return true
  }

  /// Limits the unsent bytes in the socket's buffer, so that the loop sees how fast the client
  /// reads and streamed content is still current when it arrives.
  private func limitUnsent(_ entry: EventLoopConnection) {
    if entry.limitsUnsent { return }
    entry.limitsUnsent = true
    StreamSocket.limitUnsent(entry.descriptor, to: EventLoop.unsentBytes)
  }

  /// Applies the connection's demands to its socket: closes it, watches it, schedules its timer.
  private func updateInterest(_ entry: EventLoopConnection) {
    if entry.connection.isUnfinished {
      noteUnfinished(entry, entry.connection.unfinishedBytes)
    } else if !entry.unfinished.isEmpty {
      noteUnfinished(entry, UnfinishedBytes())
    }
    var needs = entry.connection.needs
    if needs.disposition == .shutDownWriting {
      StreamSocket.shutDownWriting(entry.descriptor)
      entry.connection.didShutDownWriting(now: now)
      needs = entry.connection.needs
    }
    if needs.disposition == .close {
      close(entry)
      return
    }
    var events: PollerEvents = needs.interest.reads ? .readable : []
    if needs.interest.writes { events.insert(.writable) }
    if needs.interest.hangUps { events.insert(.readHangUp) }
    if events != entry.watched {
      entry.watched = events
      guard poller.modify(entry.descriptor, events, token: entry.token) else {
        close(entry)
        return
      }
    }
    // A later deadline needs no rescheduling: the timer that fires early schedules the next.
    if needs.deadline < entry.lookAt {
      entry.lookAt = needs.deadline
      timers.schedule(entry.slot, at: needs.deadline)
    }
  }

  // MARK: - Coalescing

  // Responses of connections that are ready in the same tick are sent once all of them are served.
  // Each `send` may wake its client, which then takes the processor from this thread to find one
  // response. Coalesced, it finds several. With 64 busy connections, a request costs a tenth less.

  /// Coalesces the output of a connection that has nothing else to do; returns whether it did.
  private func coalesces(_ entry: EventLoopConnection) -> Bool {
    guard isServingEvents, entry.connection.outputCount > 0, entry.connection.bufferedCount == 0,
      entry.connection.outputCount <= Self.maximumCoalescedResponse, !entry.connection.wantsContent
    else { return false }
    entry.connection.recycleRequest(into: &buffers)
    coalesced.append(entry)
    if coalesced.count >= Self.coalescedResponses { sendCoalescedResponses() }
    return true
  }

  /// Sends the coalesced responses.
  private func sendCoalescedResponses() {
    for entry in coalesced where entry.isOpen {
      let isWorking = flush(entry)
      entry.connection.recycleBuffers(into: &buffers)
      if isWorking { updateInterest(entry) } else { close(entry) }
    }
    coalesced.removeAll(keepingCapacity: true)
  }

  // MARK: - Handlers

  /// Calls the handler and sends the response if the handler responded before it returned.
  private func serve(_ next: inout HTTPRequest?, _ entry: EventLoopConnection) {
    // Taken, so that the reference count tells whether the handler kept the request.
    guard var request = next.take() else { return }
    var responder = spareResponder ?? HTTPResponder(responseSink: self)
    spareResponder = nil
    let number = entry.connection.requestNumber
    responder.begin(token: entry.token, number: number)
    request.storage.begin(
      HTTPIdentifier(seed: seed, connection: entry.token, number: number))
    context.handler.respond(to: request, responder)
    // Consumed: another reference to the request would prevent its memory from being recycled.
    finish(&responder, to: number, entry, exchange(request))
    buffers.recycleIfUnique(&request.storage)
    entry.connection.acquireRequest(from: &buffers)
  }

  /// Resumes the handler whose demand for content is met.
  private func serveContent(_ entry: EventLoopConnection) {
    var demand = entry.connection.takeDemand()
    guard var responder = demand?.responder, var storage = demand?.storage else { return }
    var exchange = entry.exchange.take() ?? HTTPExchange()
    if context.records {
      // Without the upload, as for a request without content: its duration depends on the client.
      exchange.startedAt = now.instant
      exchange.bytesIn = storage.body.count
    }
    responder.resume()
    demand?.proceed()
    demand = nil
    finish(&responder, to: responder.number, entry, consume exchange)
    buffers.recycleIfUnique(&storage)
    entry.connection.acquireRequest(from: &buffers)
  }

  /// Sends the response that a handler gave while it ran, or waits for it as the handler asked.
  private func finish(
    _ responder: inout HTTPResponder, to number: UInt32, _ entry: EventLoopConnection,
    _ exchange: consuming HTTPExchange
  ) {
    if responder.inlineWaits { entry.connection.beginWaiting(number) }
    if let result = responder.leaveHandler() {
      self.finish(result, to: number, entry, exchange)
      responder.endInline(.responded)
      if isKnownUniquelyReferenced(&responder) { keep(responder) }
    } else if isKnownUniquelyReferenced(&responder) {
      // The handler kept no reference to the responder, so no response can follow.
      responder.abandon()
      finish(.noResponse, to: number, entry, exchange)
      responder.endInline(.responded)
      keep(responder)
    } else {
      echoRequestID(entry, exchange)
      entry.exchange = exchange
      wait(responder, entry)
    }
  }

  /// Recycles a responder, unless the handler registered for this request's cancellation.
  private func keep(_ responder: HTTPResponder) {
    if responder.cancellation == nil { spareResponder = responder }
  }

  /// Applies what a handler that responds later has asked for: time limit, cancellation, content.
  private func wait(_ responder: HTTPResponder, _ entry: EventLoopConnection) {
    let number = responder.number
    if let limit = responder.inlineLimit {
      entry.connection.limitResponseTime(to: limit, number, now: now)
    }
    if let cancellation = responder.cancellation { entry.connection.watch(cancellation, number) }
    if let demand = responder.inlineDemand {
      responder.inlineDemand = nil
      entry.connection.accept(demand, for: number, now: now)
    }
    if let sink = responder.inlineSink {
      responder.inlineSink = nil
      entry.connection.attach(sink, to: number, now: now)
    }
  }

  /// Passes a response to the connection, with the fields that the loop adds.
  private func finish(
    _ result: HTTPResponderResult, to number: UInt32, _ entry: EventLoopConnection,
    _ exchange: consuming HTTPExchange
  ) {
    if isAnnouncingEnd { entry.connection.announceDraining() }
    if context.echoesRequestID {
      entry.connection.echoRequestID(of: result.hasRequestID ? nil : exchange.request)
    }
    if result.isError, let complete = context.completeErrorResponse {
      let response = result.response(context.profile.settings.errorResponse)
      let id = id(of: number, entry, exchange)
      entry.connection.respond(.response(complete(response, id)), to: number, now: now)
    } else {
      entry.connection.respond(result, to: number, now: now)
    }
    if entry.connection.isStreaming {
      entry.exchange = exchange
    } else if let outcome = entry.connection.takeOutcome() {
      record(entry, outcome, exchange)
    }
  }

  /// Returns the id of a request, which is kept if it has one from its client.
  private func id(
    of number: UInt32, _ entry: EventLoopConnection, _ exchange: borrowing HTTPExchange
  ) -> String {
    var bytes: [UInt8] = []
    if let request = exchange.request {
      request.appendID(to: &bytes)
    } else {
      HTTPIdentifier(seed: seed, connection: entry.token, number: number).append(to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the request's id to the next response, even if the connection itself generates it.
  private func echoRequestID(_ entry: EventLoopConnection, _ exchange: borrowing HTTPExchange) {
    guard context.echoesRequestID, let request = exchange.request else { return }
    entry.connection.echoRequestID(of: request)
  }

  // MARK: - Recording

  /// Returns what the log and the metrics need of a request that goes to a handler.
  private func exchange(_ request: HTTPRequest) -> HTTPExchange {
    guard context.records else { return HTTPExchange() }
    return HTTPExchange(
      request.storage, at: now.instant,
      keepsRequest: context.keepsRequests || request.mayHave(.requestID))
  }

  /// Logs and counts a request that the connection itself has just ended: a completed stream, a
  /// request that waited for its response, or one that could not be parsed.
  private func recordEnd(_ entry: EventLoopConnection) {
    if let outcome = entry.connection.takeOutcome() { recordEnd(entry, outcome) }
  }

  private func recordEnd(_ entry: EventLoopConnection, _ outcome: HTTPOutcome) {
    if let exchange = entry.exchange.take() {
      record(entry, outcome, exchange)
    } else if context.records {
      recorder.recordRefusal(
        outcome, from: entry.connection.peer, unixSeconds: date.unixSeconds)
    }
  }

  /// Logs and counts a request that has just ended, and recycles its memory.
  private func record(
    _ entry: EventLoopConnection, _ outcome: HTTPOutcome, _ exchange: consuming HTTPExchange
  ) {
    guard context.records else { return }
    recorder.record(
      outcome, exchange, from: entry.connection.peer, unixSeconds: date.unixSeconds)
    if var request = exchange.request.take() { buffers.recycleIfUnique(&request) }
  }

  /// Counts a connection's timeout, if one has just passed.
  private func recordTimeout(_ entry: EventLoopConnection) {
    if let kind = entry.connection.takeTimeout() { metrics?.count(.timeout, kind.name) }
  }
}

extension EventLoop: HTTPResponseSink {
  /// Makes the calling thread the loop's own.
  func bindToThread() { thread.store(PlatformThread.current, ordering: .relaxed) }

  var isOnOwnThread: Bool { thread.load(ordering: .relaxed) == PlatformThread.current }

  func post(_ message: HTTPExchangeMessage) -> Bool { mailbox.post(.exchange(message)) }
}

extension HTTPResponderResult {
  /// Whether the response has a status of 400 or above.
  fileprivate var isError: Bool {
    switch self {
    case .response(let response): response.status.code >= 400
    case .failure, .noResponse: true
    }
  }

  /// Returns the response, made of an error if there is one.
  fileprivate func response(_ make: (HTTPError) -> HTTPResponse) -> HTTPResponse {
    switch self {
    case .response(let response): response
    case .failure(let error): error.response(make)
    case .noResponse: HTTPError.noResponse.response(make)
    }
  }

  /// Whether the handler has set the request's id itself.
  fileprivate var hasRequestID: Bool {
    switch self {
    case .response(let response): response.fields.contains(.requestID)
    case .failure(let error): error.fields.contains(.requestID)
    case .noResponse: false
    }
  }
}
