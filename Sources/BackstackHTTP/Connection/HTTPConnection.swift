import BackstackPlatform

/// The server's side of one connection as a state machine without I/O (RFC 9112 §9).
///
/// The event loop reports what happened (bytes received, end of input, a response, bytes written,
/// time passed) and then asks what to do: ``takeDemand()``, ``nextRequest(now:)``,
/// ``withOutput(_:)``, ``interest``, ``disposition`` and ``deadline``. Requests are delivered one at
/// a time, so pipelined requests get their responses in order and each sees the effects of those
/// before it. A request is delivered when its head is complete: routers and middleware decide by the
/// fields, and content is read once a handler wants it.
///
/// It isn't copyable: two states of one socket would contradict each other, and copies would cost
/// more than the rest of a request's bookkeeping.
struct HTTPConnection: ~Copyable, Sendable {
  enum Phase: Sendable, Equatable {
    /// Reading a request (or waiting for one); the current stage began at `since`.
    case reading(ReadingStage, since: MonotonicInstant)
    /// A request was delivered and has no response yet, which is due at `until`; its content may be
    /// waiting or arriving.
    case responding(until: MonotonicInstant)
    /// The fields of a response were written and its source is asked for content.
    case streaming
    /// No further request is served; the output is sent and the connection closed. When `lingers`,
    /// the client may still be sending, so input is discarded for a while first.
    case closing(lingers: Bool)
    /// The write side is shut down and input is being discarded.
    case lingering(since: MonotonicInstant)
    case closed
  }

  /// The part of a request that is awaited, which decides the timeout.
  enum ReadingStage: Sendable {
    /// The first byte of the first request.
    case first
    /// The first byte of a further request.
    case idle
    case head
    /// The rest of the content of a request that has its response already.
    case discardedContent
  }

  /// The event loop's action on the socket once the output is written.
  enum Disposition: Sendable, Equatable {
    case open
    case shutDownWriting
    case close
  }

  /// The socket events to watch for.
  struct Interest: Sendable, Equatable {
    var reads: Bool
    var writes: Bool
    /// Whether to report the end of the input although no input is read.
    var hangUps = false
  }

  /// The properties of the current request that its response depends on.
  private struct CurrentRequest: Sendable {
    /// So that a late response isn't mistaken for this request's.
    var number: UInt32 = 0
    var isHead = false
    var isHTTP10 = false
    /// The time limit for the response, in nanoseconds.
    var timeLimit: Int64 = .max
    /// Whether the current response, or the rest of it, may wait for a long time.
    var responseWaits = false
  }

  let peer: HTTPPeerAddress
  private let profile: HTTPConnectionProfile
  /// The resolver of client addresses, if the peer is a trusted proxy.
  private let forwarding: HTTPForwarding?
  /// The event loop, which wakes this connection's streams, and the connection's token there.
  private let responseSink: any HTTPResponseSink
  private let token: UInt64

  private(set) var phase: Phase
  private var parser: HTTPRequestParser
  private var request = CurrentRequest()
  private var keepsAlive = true
  private var isDraining = false
  /// Buffered input, which came before the response to the current request.
  private(set) var input = HTTPConnectionInput()
  private var inputEnded = false
  /// Whether the client has closed its sending side, with unread input before that.
  private var inputEndsLater = false
  private(set) var output: HTTPConnectionOutput
  /// Field lines that the event loop adds to the next response.
  private var extraLines: [UInt8] = []
  /// Whether the rest of a request's content is being discarded, after an early response.
  private var isDiscarding = false
  private var discardedBytes = 0
  /// The content of the current request, while it is not complete.
  private(set) var incoming: HTTPIncomingContent?
  /// The content of the response that is being sent, if it is a stream.
  private var outgoing: HTTPOutgoingContent?
  /// A demand for content that is met.
  private var demand: HTTPContentDemand?
  /// The handler's registration to be notified if the client disconnects before the response.
  private var cancellation: HTTPCancellation?
  /// The outcome of the last request.
  private var outcome: HTTPOutcome?
  /// The timeout that has passed.
  private var timedOut: HTTPTimeoutKind?
  /// A recycled request for the next one's memory.
  private var spare: HTTPRequest.Storage?

  init(
    profile: HTTPConnectionProfile, peer: HTTPPeerAddress, responseSink: any HTTPResponseSink,
    token: UInt64,
    now: HTTPTick
  ) {
    self.profile = profile
    self.peer = peer
    let trusted = profile.settings.trustedProxies
    forwarding = trusted.contains(peer) ? HTTPForwarding(trusted: trusted) : nil
    self.responseSink = responseSink
    self.token = token
    phase = .reading(.first, since: now.instant)
    parser = HTTPRequestParser(limits: profile.parserLimits)
    output = HTTPConnectionOutput(now: now.instant)
  }

  // MARK: - What the event loop asks

  /// The number of the current request.
  var requestNumber: UInt32 { request.number }
  /// The number of bytes that wait to be written.
  var outputCount: Int { output.count }
  /// The number of bytes of buffered input.
  var bufferedCount: Int { input.count }
  /// Whether the client has not taken all output, or the content of a request is not complete.
  var isUnfinished: Bool { outputCount > 0 || incoming != nil }
  /// The memory that is used until then.
  var unfinishedBytes: UnfinishedBytes {
    let part = output.shared.largestPart
    return UnfinishedBytes(
      own: output.bufferSize + (incoming?.collectedCount ?? 0), sharedAddress: part.address,
      sharedSize: part.size)
  }
  /// Whether the content of the current response is a stream, which is not complete.
  var isStreaming: Bool { outgoing != nil }

  /// All that the connection needs from the loop.
  var needs: (disposition: Disposition, interest: Interest, deadline: MonotonicInstant) {
    (disposition, interest, deadline)
  }

  var interest: Interest {
    let reads = inputRoom > 0
    return Interest(
      reads: reads, writes: waitsToWrite,
      hangUps: request.responseWaits && isResponding && !reads && !inputEnded && !inputEndsLater)
  }

  /// The number of bytes that the connection accepts from the socket now.
  var inputRoom: Int {
    if inputEnded { return 0 }
    switch phase {
    case .reading:
      return mayRead ? .max : 0
    case .streaming where isDiscarding:
      return profile.settings.flow.lingerBytes &- discardedBytes
    case .streaming where isSwitched: return .max
    case .responding where input.isEmpty && incoming?.isCollected == true: return .max
    case .responding, .streaming:
      return profile.settings.flow.bufferedInputBytes &- input.count
    case .closing, .closed: return 0
    case .lingering: return .max
    }
  }

  var disposition: Disposition {
    switch phase {
    case .closed: return .close
    case .closing(let lingers):
      if outputCount > 0 { return .open }
      return lingers && !inputEnded ? .shutDownWriting : .close
    case .lingering:
      return inputEnded ? .close : .open
    case .reading:
      return inputEnded && outputCount == 0 && input.isEmpty ? .close : .open
    case .responding, .streaming:
      return request.responseWaits && waitsInVain ? .close : .open
    }
  }

  /// When ``advance(to:)`` has something to do, unless something else happens first.
  var deadline: MonotonicInstant {
    var deadline = phaseDeadline
    if waitsToWrite { deadline = min(deadline, writeDeadline) }
    return deadline
  }

  /// Whether a request has begun whose response is not complete.
  var isBusy: Bool {
    switch phase {
    case .reading(let stage, _): stage == .head || stage == .discardedContent || outputCount > 0
    case .responding, .streaming: true
    case .closing: outputCount > 0
    case .lingering, .closed: false
    }
  }

  /// Whether to ask the current response's source for content.
  var wantsContent: Bool {
    guard let outgoing, !outgoing.isWaiting else { return false }
    return outputCount <= profile.settings.flow.streamBytes / 4
  }

  /// Returns whether the request with this number is waiting for its response.
  func awaitsResponse(_ number: UInt32) -> Bool {
    isAwaitingResponse && number == request.number
  }

  /// Calls `body` with bytes to write and whether more bytes follow them.
  func withOutput<Result>(
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ hasMore: Bool) -> Result
  ) -> Result { output.withNext(body) }

  /// The outcome of the current request if the connection closes now; `nil` when there is no
  /// request. A partly sent stream keeps the status that was sent.
  var lostOutcome: HTTPOutcome? {
    switch phase {
    case .responding:
      HTTPOutcome(status: HTTPAccessLogRecord.clientClosedRequest, contentBytes: 0)
    case .streaming:
      outgoing.map { outgoing in
        HTTPOutcome(
          status: outgoing.status, contentBytes: outgoing.sentBytes,
          switched: switched?.traffic)
      }
    case .reading, .closing, .lingering, .closed: nil
    }
  }

  /// Returns the outcome of the last request, once.
  mutating func takeOutcome() -> HTTPOutcome? { outcome.take() }

  /// Returns the timeout that has passed, once.
  mutating func takeTimeout() -> HTTPTimeoutKind? { timedOut.take() }

  /// Returns the demand for content that is met, once: its handler is to be resumed.
  mutating func takeDemand() -> HTTPContentDemand? { demand.take() }

  private var isAwaitingResponse: Bool { if case .responding = phase { true } else { false } }

  private var isReading: Bool { if case .reading = phase { true } else { false } }

  private var isResponding: Bool { isAwaitingResponse || phase == .streaming }

  /// Whether the client must take output before the connection can continue.
  private var waitsToWrite: Bool { outputCount > 0 || wantsContent }

  /// Whether the client has closed its sending side and nothing is left to send for now.
  private var waitsInVain: Bool {
    guard inputEnded || inputEndsLater, outputCount == 0 else { return false }
    return outgoing?.isWaiting ?? true
  }

  // MARK: - The event loop's buffers

  /// Uses the pool's buffers while the connection is served.
  mutating func acquireBuffers(from pool: inout HTTPBufferPool) {
    acquireRequest(from: &pool)
    pool.acquire(&input, &output)
  }

  mutating func acquireRequest(from pool: inout HTTPBufferPool) {
    if spare == nil { spare = pool.acquireRequest() }
  }

  /// Recycles the empty buffers.
  mutating func recycleBuffers(into pool: inout HTTPBufferPool) {
    recycleRequest(into: &pool)
    pool.recycle(&input, &output)
  }

  mutating func recycleRequest(into pool: inout HTTPBufferPool) {
    if let request = spare.take() { pool.recycle(request) }
  }

  // MARK: - Input

  /// Processes bytes from the socket; returns a request once one is ready for its handler.
  mutating func receive(_ bytes: borrowing Span<UInt8>, now: HTTPTick) -> HTTPRequest? {
    var position = 0
    switch phase {
    case .reading where input.isEmpty && mayRead:
      let request = read(bytes, &position, now: now)
      if position < bytes.count, isAwaitingResponse || isReading {
        input.append(bytes, position..<bytes.count)
      }
      return request
    case .reading:
      input.append(bytes, 0..<bytes.count)
      return nextRequest(now: now)
    case .responding:
      if input.isEmpty { readContent(bytes, &position, now: now) }
      if position < bytes.count, isAwaitingResponse {
        input.append(bytes, position..<bytes.count)
      }
      return nil
    case .streaming where isSwitched:
      receiveSwitched(bytes, now: now)
      return nil
    case .streaming where !isDiscarding:
      input.append(bytes, 0..<bytes.count)
      return nil
    case .streaming:
      discardedBytes &+= bytes.count
      return nil
    case .closing, .closed:
      return nil
    case .lingering:
      discardedBytes &+= bytes.count
      if discardedBytes > profile.settings.flow.lingerBytes { phase = .closed }
      return nil
    }
  }

  /// Notes that the client will send nothing more. Responses can still reach it, except when they
  /// wait: see ``beginWaiting(_:)``.
  mutating func receiveEnd() {
    inputEnded = true
    if input.isEmpty { endUnfinishedContent() }
  }

  /// Notes that the client will send nothing more after the bytes that are still in the socket.
  mutating func receiveHangUp() { inputEndsLater = true }

  /// Notes that the response to the request with this number may wait for a long time.
  ///
  /// A client that has closed its sending side, or does so while the response waits, counts as gone
  /// once nothing is left to send to it. A closed connection looks like a half-closed one until
  /// something is sent (RFC 9112 §6.3); without this rule, clients that only open and close
  /// connections could exhaust the server's.
  mutating func beginWaiting(_ number: UInt32) {
    if isResponding, number == request.number { request.responseWaits = true }
  }

  /// Returns the next request whose head is complete, if it may be served now.
  ///
  /// Call this after each response and after each write.
  mutating func nextRequest(now: HTTPTick) -> HTTPRequest? {
    guard isReading, mayRead else { return nil }
    var request: HTTPRequest?
    if !input.isEmpty {
      request = readBuffered { connection, input, position in
        connection.read(input, &position, now: now)
      }
    }
    if inputEnded, isReading, input.isEmpty {
      // No complete request is left; nothing useful can be said to an incomplete one.
      phase = .closing(lingers: false)
    }
    return request
  }

  /// Reads from the buffered input.
  private mutating func readBuffered<Result>(
    _ read: (inout HTTPConnection, borrowing Span<UInt8>, inout Int) -> Result
  ) -> Result {
    var buffer: [UInt8] = []
    var position = input.beginReading(&buffer)
    let result = read(&self, buffer.span, &position)
    input.endReading(
      &buffer, upTo: position, keepingCapacity: profile.settings.flow.bufferedInputBytes)
    return result
  }

  /// Whether so little output is pending that the client's next request may be read.
  private var mayRead: Bool {
    output.shared.isEmpty && outputCount <= profile.settings.flow.outputBytes
  }

  /// Reads at most one request.
  private mutating func read(
    _ input: borrowing Span<UInt8>, _ position: inout Int, now: HTTPTick
  ) -> HTTPRequest? {
    if parser.isAtStart {
      if position >= input.count { return nil }
      beginHead(now: now)
    }
    while true {
      switch parser.next(input, &position) {
      case .needsInput:
        return nil
      case .head:
        guard parser.hasContent else { continue }
        // Content is only read once the request's handler wants it.
        incoming = HTTPIncomingContent(
          awaitsContinue: parser.head.expectsContinue && position >= input.count,
          rate: HTTPDataRate(since: now.instant))
        return handOver(now: now)
      case .body(let range):
        discard(range.count)
        if !isReading { return nil }
      case .end where isDiscarding:
        endDiscarding(now: now)
        if position >= input.count { return nil }
        beginHead(now: now)
      case .end:
        return deliver(now: now)
      case .failed(let error):
        fail(error, now: now)
        return nil
      }
    }
  }

  private mutating func beginHead(now: HTTPTick) {
    phase = .reading(.head, since: now.instant)
    acquireHead()
  }

  /// Lets the parser write into the memory of the spare request.
  private mutating func acquireHead() {
    guard let spare else { return }
    swap(&parser.head, &spare.head)
    parser.head.reset()
  }

  /// Returns a request without content.
  private mutating func deliver(now: HTTPTick) -> HTTPRequest {
    let request = handOver(now: now)
    startNextMessage()
    return request
  }

  /// Lets the parser begin with the next message; each request's handler limits its content.
  private mutating func startNextMessage() {
    parser.startNext()
    parser.limits.bodyBytes = .max
  }

  /// Returns a request whose head is complete.
  private mutating func handOver(now: HTTPTick) -> HTTPRequest {
    let storage = spare ?? HTTPRequest.Storage()
    spare = nil
    swap(&storage.head, &parser.head)
    if !storage.body.isEmpty { storage.body.removeAll(keepingCapacity: true) }
    storage.peer = peer
    storage.client = forwarding?.client(of: storage.head.fields, from: peer) ?? peer
    parser.head = HTTPRequestHead()
    request = CurrentRequest(
      number: request.number &+ 1, isHead: storage.head.method == .head,
      isHTTP10: storage.head.version == .http10, timeLimit: profile.response)
    awaitResponse(now: now)
    keepsAlive = storage.head.keepsAlive && request.number < profile.lastRequest
    return HTTPRequest(storage: storage, isWhole: incoming == nil)
  }

  // MARK: - Content of requests

  /// Begins to collect or to stream the content of the request with this number, as its handler
  /// demands; see ``takeDemand()``.
  mutating func accept(_ demand: HTTPContentDemand, for number: UInt32, now: HTTPTick) {
    // Otherwise it already has its response, or its content was accepted.
    guard awaitsResponse(number), let incoming, !incoming.isLimited,
      limitContent(to: demand.policy.limit, now: now)
    else { return }
    if demand.policy.isStreamed {
      self.demand = demand
    } else {
      self.incoming?.taker = .collection(demand)
      resumeContent(now: now)
    }
  }

  /// Limits the content; `nil` is the server's limit. Returns whether the announced length is
  /// within it.
  private mutating func limitContent(to limit: Int?, now: HTTPTick) -> Bool {
    let limit = limit ?? profile.settings.limits.bodyBytes
    if let length = parser.contentLength, length > limit {
      fail(.contentTooLarge(limit: limit), now: now)
      return false
    }
    parser.limits.bodyBytes = limit
    incoming?.isLimited = true
    return true
  }

  /// Streams the content of the request with this number to a sink, unless it already has a taker.
  mutating func attach(_ sink: any HTTPStreamSink, to number: UInt32, now: HTTPTick) {
    guard awaitsResponse(number), incoming?.isWanted != true, incoming?.isPaused != true,
      incoming?.isLimited != false || limitContent(to: nil, now: now)
    else {
      sink.finish(.cancelled)
      return
    }
    sink.start(HTTPStreamWaker(responseSink: responseSink, token: token, number: number))
    guard incoming != nil else {
      // The request has no content, or it was collected.
      sink.finish(.complete)
      return
    }
    incoming?.taker = .sink(sink)
    resumeContent(now: now)
  }

  /// Resumes the delivery of content: the sink wants more.
  private mutating func resumeContent(now: HTTPTick) {
    incoming?.isPaused = false
    incoming?.rate.begin(at: now.instant)
    if incoming?.awaitsContinue == true, input.isEmpty, !inputEnded {
      output.begin(at: now.instant)
      output.append("HTTP/1.1 100 Continue\r\n\r\n")
    }
    incoming?.awaitsContinue = false
    // Even without input, as only the end may be missing.
    readBuffered { connection, input, position in
      connection.readContent(input, &position, now: now)
    }
    if inputEnded, input.isEmpty { endUnfinishedContent() }
  }

  /// Delivers content while the sink or the collection wants it.
  private mutating func readContent(
    _ input: borrowing Span<UInt8>, _ position: inout Int, now: HTTPTick
  ) {
    while isAwaitingResponse, let incoming, incoming.isWanted {
      switch parser.next(input, &position) {
      case .needsInput, .head: return
      case .body(let range): deliver(input.extracting(range), to: incoming.taker, now: now)
      case .end:
        self.incoming = nil
        startNextMessage()
        awaitResponse(now: now)
        switch incoming.taker {
        case .sink(let sink): sink.finish(.complete)
        case .collection(let demand): self.demand = demand
        case .undecided, .switched: break
        }
      case .failed(let error): fail(error, now: now)
      }
    }
  }

  private mutating func deliver(
    _ content: borrowing Span<UInt8>, to taker: HTTPIncomingContent.Taker, now: HTTPTick
  ) {
    switch taker {
    case .sink(let sink):
      incoming?.rate.add(content.count)
      if sink.receive(content) == .pause {
        incoming?.isPaused = true
        awaitResponse(now: now)
      }
    case .collection(let demand): demand.append(content)
    case .undecided, .switched: break
    }
  }

  /// Tells the sink that the content stays incomplete. A request whose content was being collected
  /// gets no response then.
  private mutating func endUnfinishedContent() {
    switch incoming?.taker {
    case .sink(let sink):
      incoming = nil
      keepsAlive = false
      sink.finish(.incomplete)
    case .collection:
      incoming = nil
      guard isAwaitingResponse else { return }
      outcome = lostOutcome
      phase = .closing(lingers: false)
      input.drop()
      cancelHandler()
    case .switched(let switched):
      switched.receiveEnd()
      outgoing?.isWaiting = false
    case .undecided, nil: break
    }
  }

  /// Gives up content that has not arrived by the time of the response; returns whether there was
  /// any.
  private mutating func abandonContent() -> Bool {
    guard let incoming else { return false }
    self.incoming = nil
    let isLong = (parser.contentLength ?? 0) > profile.settings.flow.discardedContentBytes
    // A client that waits for `100 Continue` may or may not send its content, so what comes next is
    // ambiguous.
    if isLong || incoming.awaitsContinue { keepsAlive = false }
    isDiscarding = true
    discardedBytes = 0
    incoming.sink?.finish(.responded)
    return true
  }

  /// Counts discarded content and closes the connection when it exceeds the limit.
  private mutating func discard(_ count: Int) {
    discardedBytes &+= count
    if discardedBytes > profile.settings.flow.discardedContentBytes {
      phase = .closing(lingers: true)
      input.drop()
    }
  }

  private mutating func endDiscarding(now: HTTPTick) {
    isDiscarding = false
    startNextMessage()
    phase = .reading(.idle, since: now.instant)
  }

  // MARK: - Responses

  /// Adds the `X-Request-Id` field of a request to the next response, even if the connection itself
  /// generates it; `nil` adds none.
  mutating func echoRequestID(of request: HTTPRequest.Storage?) {
    extraLines.removeAll(keepingCapacity: true)
    guard let request else { return }
    extraLines.append("X-Request-Id: ")
    request.appendID(to: &extraLines)
    extraLines.append("\r\n")
  }

  /// Responds to the request with this number in any of the ways that a handler can.
  mutating func respond(_ result: HTTPResponderResult, to number: UInt32, now: HTTPTick) {
    switch result {
    case .response(let response): respond(response, to: number, now: now)
    case .failure(let error): respond(self.response(for: error), to: number, now: now)
    case .noResponse: respond(self.response(for: .noResponse), to: number, now: now)
    }
  }

  /// Responds to the request with this number; a response to any other is ignored.
  private mutating func respond(_ response: HTTPResponse, to number: UInt32, now: HTTPTick) {
    guard awaitsResponse(number) else {
      response.body.abandon()
      return
    }
    cancellation?.forget()
    cancellation = nil
    if response.fields.managed.contains(.connection),
      response.fields.listContains(.connection, "close")
    {
      keepsAlive = false
    }
    if isDraining || inputEnded && input.isEmpty { keepsAlive = false }
    let leavesContent = abandonContent()
    if let content = response.body.stream {
      if leavesContent { keepsAlive = false }
      respond(response, content, now: now)
    } else {
      write(response, closes: !keepsAlive, isHead: request.isHead, now: now)
      endResponse(now: now)
    }
  }

  /// Begins a response whose content is produced while it is sent.
  private mutating func respond(
    _ response: HTTPResponse, _ content: HTTPStreamContent, now: HTTPTick
  ) {
    guard content.take() else {
      profile.settings.reportMisuse("A stream was used for a second response.")
      write(self.response(for: .noResponse), closes: !keepsAlive, isHead: request.isHead, now: now)
      endResponse(now: now)
      return
    }
    if let switched = content.switched {
      switchProtocol(response.fields, switched, now: now)
      return
    }
    let framing: HTTPOutgoingContent.Framing
    if let length = content.length {
      framing = .length(remaining: max(0, length))
    } else if request.isHTTP10 {
      framing = .untilClose
      keepsAlive = false
    } else {
      framing = .chunked
    }
    writeHead(of: response, framing, closes: !keepsAlive, now: now)
    if request.isHead || response.status.final.forbidsBody {
      outcome = HTTPOutcome(status: response.status.final.code, contentBytes: 0)
      endResponse(now: now)
      content.source.finish(.notSent)
    } else {
      beginStream(content.source, response.status.final.code, framing, now: now)
    }
  }

  /// Continues after a complete response: with the next request, or by closing.
  private mutating func endResponse(now: HTTPTick) {
    if keepsAlive {
      phase = .reading(isDiscarding ? .discardedContent : .idle, since: now.instant)
    } else {
      // If the client asked to close, it sends nothing more; otherwise a request may be on its way.
      phase = .closing(
        lingers: isDraining || isDiscarding || !input.isEmpty || switched != nil
          || request.number >= profile.lastRequest
      )
      input.drop()
    }
  }

  /// Notes that the first `count` bytes of the output were written.
  mutating func wrote(_ count: Int) {
    output.remove(count, keepingCapacity: profile.settings.flow.outputBytes)
  }

  /// Notes that the write side was shut down, as ``disposition`` asked.
  mutating func didShutDownWriting(now: HTTPTick) { phase = .lingering(since: now.instant) }

  /// Returns the response for an error, with the error's fields.
  private func response(for error: HTTPError) -> HTTPResponse {
    error.response(profile.settings.errorResponse)
  }

  /// Writes a response whose content is complete.
  private mutating func write(
    _ response: HTTPResponse, closes: Bool, isHead: Bool, now: HTTPTick
  ) {
    let count = response.body.count
    writeHead(of: response, .length(remaining: count), closes: closes, now: now)
    let hasBody = !isHead && !response.status.final.forbidsBody
    if hasBody { output.append(response.body) }
    outcome = HTTPOutcome(
      status: response.status.final.code, contentBytes: hasBody ? count : 0)
  }

  /// Writes the status line and the fields of a response.
  private mutating func writeHead(
    of response: HTTPResponse, _ framing: HTTPOutgoingContent.Framing, closes: Bool, now: HTTPTick
  ) {
    output.begin(at: now.instant)
    var connection: StaticString? = closes ? "close" : request.isHTTP10 ? "keep-alive" : nil
    if response.status == .upgradeRequired {
      // The sender of Upgrade names it in Connection (RFC 9110 §7.8).
      connection = closes ? "upgrade, close" : "upgrade"
    }
    output.appendHead(
      of: response, framing, connection: connection,
      dateLine: now.dateLine, serverLine: profile.serverLine,
      commonLines: profile.commonLines, extraLines: extraLines)
    if !extraLines.isEmpty { extraLines.removeAll(keepingCapacity: true) }
  }

  // MARK: - Other protocols

  /// Whether the connection was switched to another protocol: nothing else has a source and a taker at
  /// the same time.
  private var isSwitched: Bool { outgoing != nil && incoming != nil }

  private var switched: (any HTTPSwitchedProtocol)? { incoming?.switched }

  /// Switches the connection to another protocol, which has it until it closes.
  private mutating func switchProtocol(
    _ fields: HTTPFields, _ switched: any HTTPSwitchedProtocol, now: HTTPTick
  ) {
    guard !request.isHTTP10, !request.isHead, !isDiscarding else {
      profile.settings.reportMisuse("The protocol can't be switched after this request.")
      write(self.response(for: .noResponse), closes: !keepsAlive, isHead: request.isHead, now: now)
      endResponse(now: now)
      switched.finish(.notSent)
      return
    }
    keepsAlive = false
    output.begin(at: now.instant)
    output.appendSwitchingHead(
      fields, dateLine: now.dateLine, serverLine: profile.serverLine,
      commonLines: profile.commonLines, extraLines: extraLines)
    extraLines.removeAll(keepingCapacity: true)
    incoming = HTTPIncomingContent(awaitsContinue: false, rate: HTTPDataRate(since: now.instant))
    incoming?.taker = .switched(switched)
    switched.advance(to: now.instant)
    beginStream(switched, HTTPStatus.switchingProtocols.code, .untilClose, now: now)
    // The client may have sent more with its request.
    readBuffered { connection, input, position in
      // Requests that were read before may still be in the buffer.
      if position < input.count {
        connection.receiveSwitched(input.extracting(position...), now: now)
      }
      position = input.count
    }
    if inputEnded { endUnfinishedContent() }
  }

  private mutating func receiveSwitched(_ bytes: borrowing Span<UInt8>, now: HTTPTick) {
    guard let switched else { return }
    switched.advance(to: now.instant)
    switched.receive(bytes)
    outgoing?.isWaiting = false
  }

  // MARK: - Streams

  /// Begins to send a stream whose head was written.
  private mutating func beginStream(
    _ source: any HTTPStreamSource, _ status: Int, _ framing: HTTPOutgoingContent.Framing,
    now: HTTPTick
  ) {
    phase = .streaming
    outgoing = HTTPOutgoingContent(source: source, status: status, framing: framing)
    source.start(HTTPStreamWaker(responseSink: responseSink, token: token, number: request.number))
    if isDraining { source.drain() }
    if case .length(remaining: 0) = framing { endStream(.complete, now: now) }
  }

  /// Asks the source for content once; call this only while ``wantsContent`` is true.
  ///
  /// - Parameter scratch: A buffer for the content; it is emptied first.
  mutating func produce(_ scratch: inout [UInt8], now: HTTPTick) {
    guard let outgoing else { return }
    var room = max(1, profile.settings.flow.streamBytes &- outputCount)
    if case .length(let remaining) = outgoing.framing { room = min(room, remaining) }
    scratch.removeAll(keepingCapacity: true)
    switched?.advance(to: now.instant)
    let progress = outgoing.source.produce(into: &scratch, upTo: room)
    if !scratch.isEmpty { output.begin(at: now.instant) }
    var sent = scratch.count
    if case .length(let remaining) = outgoing.framing { sent = min(sent, remaining) }
    self.outgoing?.sentBytes &+= sent
    switch outgoing.framing {
    case .untilClose:
      output.append(scratch[...])
    case .chunked:
      output.appendChunk(scratch)
      if progress == .end { output.append("0\r\n\r\n") }
    case .length(let remaining):
      output.append(scratch.prefix(remaining))
      self.outgoing?.framing = .length(remaining: max(0, remaining &- scratch.count))
      if scratch.count >= remaining || progress == .end {
        endStream(outcome(remaining &- scratch.count), now: now)
        return
      }
    }
    switch progress {
    case .end: endStream(.complete, now: now)
    case .failed: endStream(.failed, now: now)
    case .more, .waiting: self.outgoing?.isWaiting = progress == .waiting || scratch.isEmpty
    }
  }

  /// Returns how content of a known length ended, given the number of missing bytes.
  private func outcome(_ missing: Int) -> HTTPStreamOutcome {
    if missing == 0 { return .complete }
    let error =
      missing > 0 ? "ended \(missing) bytes before" : "continued for \(-missing) bytes after"
    profile.settings.reportMisuse(
      "The source of a stream \(error) the length that was announced for it.")
    return missing > 0 ? .tooShort : .tooLong
  }

  private mutating func endStream(_ outcome: HTTPStreamOutcome, now: HTTPTick) {
    guard let source = outgoing?.source else { return }
    self.outcome = lostOutcome
    outgoing = nil
    if outcome == .tooShort || outcome == .failed {
      // Only the close tells the client that content is missing.
      phase = .closing(lingers: false)
      input.drop()
    } else {
      if isDraining || inputEnded && input.isEmpty { keepsAlive = false }
      endResponse(now: now)
    }
    if switched != nil { incoming = nil }
    source.finish(outcome)
  }

  /// Handles a wake-up: asks a waiting source again, or resumes a paused sink.
  mutating func wake(_ number: UInt32, now: HTTPTick) {
    guard number == request.number else { return }
    outgoing?.isWaiting = false
    if incoming?.isPaused == true { resumeContent(now: now) }
  }

  // MARK: - Time limits

  private var writeDeadline: MonotonicInstant {
    output.rate.since.advanced(byNanoseconds: profile.write)
  }

  /// When the current phase times out.
  private var phaseDeadline: MonotonicInstant {
    switch phase {
    case .reading(let stage, let since) where outputCount == 0:
      return since.advanced(byNanoseconds: timeout(of: stage))
    case .responding(let responseDeadline):
      guard let incoming, incoming.isWanted else { return responseDeadline }
      return incoming.rate.since.advanced(byNanoseconds: profile.body)
    case .lingering(let since):
      return since.advanced(byNanoseconds: profile.linger)
    case .streaming: return switched?.deadline ?? .never
    case .reading, .closing, .closed: return .never
    }
  }

  private func timeout(of stage: ReadingStage) -> Int64 {
    switch stage {
    case .first: isDraining ? min(profile.header, profile.drainQuiet) : profile.header
    case .head: profile.header
    case .idle: isDraining ? min(profile.idle, profile.drainQuiet) : profile.idle
    case .discardedContent: profile.body
    }
  }

  /// Handles the timeouts that have passed at `now`.
  mutating func advance(to now: HTTPTick) {
    if waitsToWrite, now.instant >= writeDeadline,
      !output.renewRate(at: now.instant, required: profile.minimumWriteRate)
    {
      timedOut = .write
      outcome = lostOutcome
      phase = .closed
      return
    }
    guard now.instant >= phaseDeadline else { return }
    switch phase {
    case .reading(let stage, _): endReading(stage, now: now)
    case .responding: endResponding(now: now)
    case .lingering: phase = .closed
    case .streaming:
      switched?.advance(to: now.instant)
      outgoing?.isWaiting = false
    case .closing, .closed: break
    }
  }

  private mutating func endReading(_ stage: ReadingStage, now: HTTPTick) {
    switch stage {
    case .first, .idle:
      if !isDraining { timedOut = stage == .first ? .header : .idle }
      phase = .closing(lingers: false)
    case .head:
      timedOut = .header
      fail(.timeout("The fields of the request did not arrive in time."), now: now)
    case .discardedContent:
      timedOut = .body
      fail(.timeout("The content of the request did not arrive in time."), now: now)
    }
  }

  /// Ends a request whose content or whose response took too long.
  private mutating func endResponding(now: HTTPTick) {
    if let incoming, incoming.isWanted {
      if incoming.isCollected {
        timedOut = .body
        fail(.timeout("The content of the request did not arrive in time."), now: now)
        return
      }
      if self.incoming?.rate.renew(at: now.instant, required: profile.minimumBodyRate) == true {
        return
      }
      timedOut = .body
      fail(.timeout("The content of the request arrived too slowly."), now: now)
    } else {
      timedOut = .response
      cancelHandler()
      respond(.failure(.responseTimeout), to: request.number, now: now)
      outcome?.error = .responseTimeout
    }
  }

  /// Waits for the response to the current request, for at most its time limit from now on.
  private mutating func awaitResponse(now: HTTPTick) {
    phase = .responding(until: now.instant.advanced(byNanoseconds: request.timeLimit))
  }

  /// Replaces the limit of ``HTTPTimeouts/response`` for the request with this number, if it still
  /// waits for its response.
  mutating func limitResponseTime(to limit: Int64, _ number: UInt32, now: HTTPTick) {
    guard awaitsResponse(number) else { return }
    request.timeLimit = limit
    awaitResponse(now: now)
  }

  // MARK: - Ending

  /// Closes the connection after its next response.
  mutating func announceDraining() { isDraining = true }

  /// Closes a quiet connection, at once or when it has been quiet for long enough, and any other
  /// after the current request. Tells a stream's source to drain.
  mutating func beginDraining(now: HTTPTick) {
    isDraining = true
    outgoing?.source.drain()
    outgoing?.isWaiting = false
    advance(to: now)
  }

  /// Refuses the whole connection, before any request was read.
  mutating func refuse(_ error: HTTPError, now: HTTPTick) {
    fail(error, now: now)
  }

  /// Responds with an error to a request that can't be trusted or completed, and closes.
  private mutating func fail(_ error: HTTPError, now: HTTPTick) {
    // An error in the rest of a request that has its response must not become the response to the
    // next one.
    if !isDiscarding {
      request.isHTTP10 = false
      // Use what is known of the request: even this response to HEAD has no content (RFC 9110
      // §9.3.2).
      let isHead = isAwaitingResponse ? request.isHead : parser.head.method == .head
      write(response(for: error), closes: true, isHead: isHead, now: now)
      outcome?.error = error.code
    }
    phase = .closing(lingers: true)
    input.drop()
    endUnfinishedContent()
    cancelHandler()
  }

  /// Registers a handler to be notified when the client of the request with this number has gone.
  mutating func watch(_ cancellation: HTTPCancellation, _ number: UInt32) {
    switch phase {
    case .responding where number == request.number: self.cancellation = cancellation
    case .closing, .lingering, .closed: cancellation.cancel()
    case .reading, .responding, .streaming: cancellation.forget()
    }
  }

  private mutating func cancelHandler() {
    cancellation?.cancel()
    cancellation = nil
  }

  /// Notes that the socket is closed; notifies the stream's source and sink and cancels the
  /// handler.
  mutating func end() {
    phase = .closed
    let (source, sink, cancellation) = (outgoing?.source, incoming?.sink, cancellation)
    outgoing = nil
    incoming = nil
    demand = nil
    self.cancellation = nil
    source?.finish(.cancelled)
    sink?.finish(.cancelled)
    cancellation?.cancel()
  }
}
