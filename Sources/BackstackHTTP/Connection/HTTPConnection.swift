/// The server's side of one connection as a state machine without I/O (RFC 9112 §9).
///
/// The shell reports what happened (bytes received, end of input, an answer, bytes written, time
/// passed) and then asks what to do: ``ready``, ``nextRequest(now:)``, ``output``, ``interest``,
/// ``disposition`` and ``deadline``. Requests are delivered one at a time, so pipelined requests
/// are answered in order and the effects of one are seen by the next. Each is delivered when its head
/// is complete: who is asked first decides by the fields, and content is read once somebody wants it.
///
/// It can't be copied: two states of one socket would contradict each other, and a copy for each
/// look at it would cost more than the rest of a request's bookkeeping.
struct HTTPConnection: ~Copyable, Sendable {
  enum Phase: Sendable, Equatable {
    /// Reading a request (or waiting for one).
    case reading
    /// A request was delivered and is not answered yet; its content may be waited for, or arriving.
    case answering
    /// The fields of an answer were written and its source is asked for content.
    case streaming
    /// No further request is served; the output is sent and the connection closed. When `lingers`,
    /// the client may still be sending, so input is discarded for a while first.
    case closing(lingers: Bool)
    /// The write side is shut down and input is being discarded.
    case lingering
    case closed
  }

  /// What the shell has to do with the socket once the output is written.
  enum Disposition: Sendable, Equatable {
    case open
    case shutDownWriting
    case close
  }

  /// What the shell has to wait for.
  struct Interest: Sendable, Equatable {
    var reads: Bool
    var writes: Bool
    /// Whether the end of the input is to be told although none is read.
    var hangUps = false
  }

  let profile: HTTPConnectionProfile
  let peer: HTTPPeerAddress
  /// What tells the clients of requests apart, if the peer is a trusted proxy.
  private let forwarding: HTTPForwarding?
  /// Where streams of this connection are woken, and its name there.
  let host: any HTTPAnswerSink
  let token: UInt64
  var parser: HTTPRequestParser
  var phase = Phase.reading
  /// Input that came while a request was being answered, from `heldStart` on.
  var held: [UInt8] = []
  var heldStart = 0
  /// Bytes to write, from `outputStart` on.
  var output: [UInt8] = []
  var outputStart = 0
  /// Bytes that follow the output. While there are any, no further request is read, so that
  /// nothing comes behind it.
  var sharedOutput = HTTPSharedOutput()
  var inputEnded = false
  /// Whether the client has closed its sending side behind input that is not read.
  var inputEndsLater = false
  var isDraining = false
  /// Counts requests, so that a late answer can't be taken for another's.
  var requestNumber: UInt32 = 0
  var answersHead = false
  var keepsAlive = true
  var answersHTTP10 = false
  /// Whether the present answer, or the rest of it, waits for what may not happen for long.
  var answerWaits = false
  /// Whether content of a request that was answered early is read and thrown away.
  var isDiscarding = false
  /// When the present stage of reading began: waiting, head or content.
  var readingSince: MonotonicInstant
  var readingStage = ReadingStage.first
  /// How long the request that is being answered may wait for its answer, and until when.
  var answerLimit: Int64 = .max
  var answerBy = MonotonicInstant.never
  /// How fast the client takes output that waits.
  var writePace: HTTPPace
  var lingerSince = MonotonicInstant.never
  var discardedBytes = 0
  /// How the last request ended; taken by the shell, for its records.
  var outcome: HTTPOutcome?
  /// What was waited for in vain; taken by the shell, for its records.
  var timedOut: HTTPTimeoutKind?
  /// Field lines for the next answer, from the shell.
  var extraLines: [UInt8] = []
  /// An empty request that the next one is stored in; lent by the shell to save allocations.
  var spare: HTTPRequest.Storage?
  /// The content of the answer being sent, if it is a stream.
  var outgoing: HTTPOutgoingContent?
  /// The content of the request being answered, while it is not complete.
  var incoming: HTTPIncomingContent?
  /// A demand that is met, with which the shell has to go on.
  var ready: HTTPContentDemand?
  /// Who wants to know if the client goes before it is answered.
  var cancellation: HTTPCancellation?

  /// What is being waited for, which decides the time-out.
  enum ReadingStage: Sendable {
    /// The first byte of the first request.
    case first
    /// The first byte of a further request.
    case idle
    case head
    case body
  }

  init(
    profile: HTTPConnectionProfile, peer: HTTPPeerAddress, host: any HTTPAnswerSink, token: UInt64,
    now: HTTPMoment
  ) {
    self.profile = profile
    self.peer = peer
    let trusted = profile.settings.trustedProxies
    forwarding = trusted.contains(peer) ? HTTPForwarding(trusted: trusted) : nil
    self.host = host
    self.token = token
    parser = HTTPRequestParser(limits: profile.parserLimits)
    readingSince = now.instant
    writePace = HTTPPace(since: now.instant)
  }

  /// The address of the client that sent a request.
  func client(_ head: HTTPRequestHead) -> HTTPPeerAddress {
    forwarding?.client(of: head.fields, from: peer) ?? peer
  }

  /// How many bytes wait to be written.
  var outputCount: Int { copiedOutputCount &+ sharedOutput.count }
  /// How many of them the connection has in memory of its own.
  var copiedOutputCount: Int { output.count &- outputStart }
  /// How many bytes of later requests wait.
  var heldCount: Int { held.count &- heldStart }

  var interest: Interest {
    let reads = inputRoom > 0
    return Interest(
      reads: reads, writes: waitsToWrite,
      hangUps: answerWaits && isAnswering && !reads && !inputEnded && !inputEndsLater)
  }

  var isAnswering: Bool { phase == .answering || phase == .streaming }

  /// Whether the client must take something before the connection can go on.
  var waitsToWrite: Bool { outputCount > 0 || wantsContent }

  /// Whether the client of an answer that waits has closed its sending side, and nothing is left to send.
  private var waitsInVain: Bool {
    guard inputEnded || inputEndsLater, outputCount == 0 else { return false }
    return outgoing?.isWaiting ?? true
  }

  /// How many bytes the connection takes from the socket now.
  var inputRoom: Int {
    if inputEnded { return 0 }
    switch phase {
    case .reading:
      return mayRead ? .max : 0
    case .streaming where isDiscarding:
      return profile.settings.flow.lingerBytes &- discardedBytes
    case .answering where heldCount == 0 && incoming?.isCollected == true: return .max
    case .answering, .streaming:
      return profile.settings.flow.heldInputBytes &- heldCount
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
      return inputEnded && outputCount == 0 && heldCount == 0 ? .close : .open
    case .answering, .streaming:
      return answerWaits && waitsInVain ? .close : .open
    }
  }
}
