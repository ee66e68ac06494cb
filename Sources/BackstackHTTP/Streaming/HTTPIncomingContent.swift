/// The content of a connection's current request, while it is not complete.
struct HTTPIncomingContent: Sendable {
  /// The receiver of content.
  enum Taker: Sendable {
    /// The handler has not decided: nothing is read.
    case undecided
    case sink(any HTTPStreamSink)
    case collection(HTTPContentDemand)
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

  var sink: (any HTTPStreamSink)? {
    if case .sink(let sink) = taker { sink } else { nil }
  }
}
