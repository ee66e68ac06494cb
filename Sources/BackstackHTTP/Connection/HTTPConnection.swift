/// The server's side of one connection as a state machine without I/O (RFC 9112 §9).
///
/// The shell reports what happened (bytes received, end of input, an answer, bytes written, time
/// passed) and then asks what to do: ``nextRequest(now:)``, ``output``, ``interest``,
/// ``disposition`` and ``deadline``. Requests are delivered one at a time, so pipelined requests
/// are answered in order and the effects of one are seen by the next.
///
/// It can't be copied: two states of one socket would contradict each other, and a copy for each
/// look at it would cost more than the rest of a request's bookkeeping.
struct HTTPConnection: ~Copyable, Sendable {
  enum Phase: Sendable, Equatable {
    /// Reading a request (or waiting for one).
    case reading
    /// A request was delivered and is not answered yet.
    case answering
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
  }

  let profile: HTTPConnectionProfile
  let peer: HTTPPeerAddress
  var parser: HTTPRequestParser
  var phase = Phase.reading
  /// Content of the request being read.
  var body: [UInt8] = []
  /// Input that came while a request was being answered, from `heldStart` on.
  var held: [UInt8] = []
  var heldStart = 0
  /// Bytes to write, from `outputStart` on.
  var output: [UInt8] = []
  var outputStart = 0
  var inputEnded = false
  var isDraining = false
  /// Counts requests, so that a late answer can't be taken for another's.
  var requestNumber: UInt32 = 0
  var answersHead = false
  var keepsAlive = true
  var answersHTTP10 = false
  /// When the present stage of reading began: waiting, head or content.
  var readingSince: MonotonicInstant
  var readingStage = ReadingStage.first
  /// When the client last took output, or when output began to wait.
  var writingSince: MonotonicInstant
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

  /// What is being waited for, which decides the time-out.
  enum ReadingStage: Sendable {
    /// The first byte of the first request.
    case first
    /// The first byte of a further request.
    case idle
    case head
    case body
  }

  init(profile: HTTPConnectionProfile, peer: HTTPPeerAddress, now: HTTPMoment) {
    self.profile = profile
    self.peer = peer
    parser = HTTPRequestParser(limits: profile.settings.limits)
    readingSince = now.instant
    writingSince = now.instant
  }

  /// How many bytes wait to be written.
  var outputCount: Int { output.count &- outputStart }
  /// How many bytes of later requests wait.
  var heldCount: Int { held.count &- heldStart }

  var interest: Interest {
    Interest(reads: wantsInput, writes: outputCount > 0)
  }

  private var wantsInput: Bool {
    if inputEnded { return false }
    switch phase {
    case .reading:
      return outputCount <= profile.settings.outputHighWater
    case .answering:
      return heldCount < profile.settings.heldInputHighWater
    case .closing: return false
    case .lingering: return true
    case .closed: return false
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
    case .answering: return .open
    }
  }
}
