import Synchronization

/// The content of a connection's current request, while it is not complete.
struct HTTPIncomingContent: Sendable {
  /// The receiver of content.
  enum Taker: Sendable {
    /// The handler has not decided: nothing is read.
    case undecided
    case sink(any HTTPStreamSink)
    case collection(HTTPContentDemand)
    /// The connection was switched to another protocol, which gets all that arrives.
    case switched(any HTTPSwitchedProtocol)
  }

  var taker = Taker.undecided
  /// Whether the content's limit is decided.
  var isLimited = false
  var isPaused = false
  /// Whether the client waits for `100 Continue` before it sends (RFC 9110 §10.1.1).
  var awaitsContinue: Bool
  /// The data rate while the content is wanted.
  var rate: HTTPDataRate

  init(awaitsContinue: Bool, rate: HTTPDataRate) {
    self.awaitsContinue = awaitsContinue
    self.rate = rate
  }

  var isWanted: Bool {
    if case .undecided = taker { false } else { !isPaused }
  }

  var isCollected: Bool {
    if case .collection = taker { true } else { false }
  }

  /// The number of bytes that were collected.
  var collectedCount: Int {
    switch taker {
    case .collection(let demand): demand.storage.body.count
    case .switched(let switched): switched.bufferedBytes
    case .undecided, .sink: 0
    }
  }

  var switched: (any HTTPSwitchedProtocol)? {
    if case .switched(let switched) = taker { switched } else { nil }
  }

  var sink: (any HTTPStreamSink)? {
    if case .sink(let sink) = taker { sink } else { nil }
  }
}

/// The content of one response that is produced while it is sent: a source and its length, if
/// known.
final class HTTPStreamContent: Sendable {
  let source: any HTTPStreamSource
  /// In bytes; `nil` when it is not known in advance.
  let length: Int?
  /// The source again, if the connection is to be switched to it.
  let switched: (any HTTPSwitchedProtocol)?
  private let isTaken = Atomic<Bool>(false)

  init(source: any HTTPStreamSource, length: Int?) {
    self.source = source
    self.length = length
    switched = nil
  }

  init(_ switched: any HTTPSwitchedProtocol) {
    source = switched
    length = nil
    self.switched = switched
  }

  /// Claims the source; returns `false` if another response has it already.
  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}

/// A source whose content is being sent.
struct HTTPOutgoingContent: Sendable {
  /// The way in which the client recognises the end of the content (RFC 9112 §6.3).
  enum Framing: Sendable {
    case chunked
    case length(remaining: Int)
    /// HTTP/1.0 without a length: the connection's close ends the content.
    case untilClose
  }

  let source: any HTTPStreamSource
  let status: Int
  var framing: Framing
  var sentBytes = 0
  var isWaiting = false
}
