import BackstackHTTP

/// The snapshot of a session as it is sent, or something around it: a large state in it is not copied, but
/// shared by all answers that have it.
struct SnapshotDocument: Sendable {
  private let head: [UInt8]
  private let state: [UInt8]
  private let tail: [UInt8]

  /// - Parameters:
  ///   - state: The state as JSON; shared if it is large.
  ///   - head: Appends what is before the state.
  ///   - tail: Appends what is behind it.
  init(
    state: [UInt8], head writeHead: (inout [UInt8]) -> Void, tail writeTail: (inout [UInt8]) -> Void
  ) {
    let isShared = state.count > Self.longestCopy
    var head: [UInt8] = []
    // Room for the state and, mostly, for all that is around it.
    head.reserveCapacity((isShared ? 0 : state.count) + 256)
    writeHead(&head)
    var tail: [UInt8] = []
    if isShared {
      writeTail(&tail)
    } else {
      head += state
      writeTail(&head)
    }
    self.head = head
    self.state = isShared ? state : []
    self.tail = tail
  }

  private init(head: [UInt8], state: [UInt8], tail: [UInt8]) {
    self.head = head
    self.state = state
    self.tail = tail
  }

  /// States up to this size are copied, as they are sent in one piece with what is around them.
  private static let longestCopy = 32 * 1024

  /// The document as the content of an answer.
  var body: HTTPBody { state.isEmpty ? .bytes(head) : .parts([head, state, tail]) }

  /// The document as a whole.
  var bytes: [UInt8] { state.isEmpty ? head : head + state + tail }

  /// The document inside of another.
  func between(_ before: [UInt8], _ after: [UInt8]) -> Self {
    state.isEmpty
      ? Self(head: before + head + after, state: [], tail: [])
      : Self(head: before + head, state: state, tail: tail + after)
  }
}
