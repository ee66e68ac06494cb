import BackstackPlatform
/// The server's side of one connection as a state machine without I/O (RFC 9112 §9).
///
/// The event loop reports what happened (bytes received, end of input, a response, bytes written,
/// time passed) and then asks what to do: ``ready``, ``nextRequest(now:)``, ``output``,
/// ``interest``, ``disposition`` and ``deadline``. Requests are delivered one at a time, so
/// pipelined requests get their responses in order and each sees the effects of those before it. A
/// request is delivered when its head is complete: routers and middleware decide by the fields, and
/// content is read once a handler wants it.
///
/// It isn't copyable: two states of one socket would contradict each other, and copies would cost
/// more than the rest of a request's bookkeeping.
struct HTTPConnection: ~Copyable, Sendable {
  enum Phase: Sendable, Equatable {
    /// Reading a request (or waiting for one).
    case reading
    /// A request was delivered and has no response yet; its content may be waiting or arriving.
    case responding
    /// The fields of a response were written and its source is asked for content.
    case streaming
    /// No further request is served; the output is sent and the connection closed. When `lingers`,
    /// the client may still be sending, so input is discarded for a while first.
    case closing(lingers: Bool)
    /// The write side is shut down and input is being discarded.
    case lingering
    case closed
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

  let profile: HTTPConnectionProfile
  let peer: HTTPPeerAddress
  /// The resolver of client addresses, if the peer is a trusted proxy.
  private let forwarding: HTTPForwarding?
  /// The event loop, which wakes this connection's streams, and the connection's token there.
  let responseSink: any HTTPResponseSink
  let token: UInt64
  var parser: HTTPRequestParser
  var phase = Phase.reading
  /// Buffered input, which came before the response to the current request; from
  /// `bufferedStart` on.
  var buffered: [UInt8] = []
  var bufferedStart = 0
  /// Bytes to write, from `outputStart` on.
  var output: [UInt8] = []
  var outputStart = 0
  /// Bytes that follow the output. While there are any, no further request is read, so that
  /// nothing is appended after them.
  var sharedOutput = HTTPSharedOutput()
  var inputEnded = false
  /// Whether the client has closed its sending side, with unread input before that.
  var inputEndsLater = false
  var isDraining = false
  /// The number of the current request, so that a late response isn't mistaken for its response.
  var requestNumber: UInt32 = 0
  var isHeadRequest = false
  var keepsAlive = true
  var isHTTP10Request = false
  /// Whether the current response, or the rest of it, may wait for a long time.
  var responseWaits = false
  /// Whether the rest of a request's content is being discarded, after an early response.
  var isDiscarding = false
  /// When the current stage of reading began.
  var readingSince: MonotonicInstant
  var readingStage = ReadingStage.first
  /// The time limit for the current request's response, in nanoseconds, and when it expires.
  var responseTimeLimit: Int64 = .max
  var responseDeadline = MonotonicInstant.never
  /// The data rate at which the client takes pending output.
  var minimumWriteRate: HTTPDataRate
  var lingerSince = MonotonicInstant.never
  var discardedBytes = 0
  /// The outcome of the last request; the event loop takes and records it.
  var outcome: HTTPOutcome?
  /// The timeout that has passed; the event loop takes and records it.
  var timedOut: HTTPTimeoutKind?
  /// Field lines that the event loop adds to the next response.
  var extraLines: [UInt8] = []
  /// A recycled request for the next one's memory, from the event loop.
  var spare: HTTPRequest.Storage?
  /// The content of the response that is being sent, if it is a stream.
  var outgoing: HTTPOutgoingContent?
  /// The content of the current request, while it is not complete.
  var incoming: HTTPIncomingContent?
  /// A demand for content that is met; the event loop takes it and resumes the handler.
  var ready: HTTPContentDemand?
  /// The handler's registration to be notified if the client disconnects before the response.
  var cancellation: HTTPCancellation?

  /// The part of a request that is awaited, which decides the timeout.
  enum ReadingStage: Sendable {
    /// The first byte of the first request.
    case first
    /// The first byte of a further request.
    case idle
    case head
    case body
  }

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
    parser = HTTPRequestParser(limits: profile.parserLimits)
    readingSince = now.instant
    minimumWriteRate = HTTPDataRate(since: now.instant)
  }

  /// Returns the address of the client that sent a request.
  func client(_ head: HTTPRequestHead) -> HTTPPeerAddress {
    forwarding?.client(of: head.fields, from: peer) ?? peer
  }

  /// The number of bytes that wait to be written.
  var outputCount: Int { copiedOutputCount &+ sharedOutput.count }
  /// The number of those bytes that are in the connection's own buffer.
  var copiedOutputCount: Int { output.count &- outputStart }
  /// The number of bytes of buffered input.
  var bufferedCount: Int { buffered.count &- bufferedStart }

  var interest: Interest {
    let reads = inputRoom > 0
    return Interest(
      reads: reads, writes: waitsToWrite,
      hangUps: responseWaits && isResponding && !reads && !inputEnded && !inputEndsLater)
  }

  var isResponding: Bool { phase == .responding || phase == .streaming }

  /// Whether the client must take output before the connection can continue.
  var waitsToWrite: Bool { outputCount > 0 || wantsContent }

  /// Whether the client has closed its sending side and nothing is left to send for now.
  private var waitsInVain: Bool {
    guard inputEnded || inputEndsLater, outputCount == 0 else { return false }
    return outgoing?.isWaiting ?? true
  }

  /// The number of bytes that the connection accepts from the socket now.
  var inputRoom: Int {
    if inputEnded { return 0 }
    switch phase {
    case .reading:
      return mayRead ? .max : 0
    case .streaming where isDiscarding:
      return profile.settings.flow.lingerBytes &- discardedBytes
    case .responding where bufferedCount == 0 && incoming?.isCollected == true: return .max
    case .responding, .streaming:
      return profile.settings.flow.bufferedInputBytes &- bufferedCount
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
      return inputEnded && outputCount == 0 && bufferedCount == 0 ? .close : .open
    case .responding, .streaming:
      return responseWaits && waitsInVain ? .close : .open
    }
  }
}
