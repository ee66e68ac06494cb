/// The streams and sockets of a session that are open.
struct OpenStreams: Sendable {
  private struct Stream: Sendable {
    let isSocket: Bool
    /// The version that it has sent.
    var sent: Int
    var lastWrite: Duration
    /// Whether nothing more is sent.
    var isSilent: Bool
  }

  private static let heartbeat = Duration.seconds(15)
  /// A stream that begins sooner after the last one's end than `retry` asks, counts as hasty. The
  /// clocks of clients may be as much faster.
  private static let tolerance = Duration.milliseconds(50)

  private var streams: [Int: Stream] = [:]
  private var lastEnd: Duration?
  private var hasteCount = 0
  /// Whether the client has ever asked for a stream.
  private(set) var isUsed = false
  /// Whether the client has ever opened a socket.
  private(set) var hasSocket = false
  /// Whether there was one that nothing was sent on.
  private(set) var hasKept = false

  var count: Int { streams.count }
  var isEmpty: Bool { streams.isEmpty }

  var hasOpenSocket: Bool { streams.values.contains(where: \.isSocket) }

  /// Whether an exchange is that of an open socket.
  func isSocket(_ exchange: Int) -> Bool { streams[exchange]?.isSocket == true }

  /// Whether a socket sends what it has to.
  func mayAnswer(_ exchange: Int) -> Bool { streams[exchange]?.isSilent == false }

  /// Notes that the client asks for a stream, and returns what is wrong with that.
  mutating func request(retry: Int, at now: Duration) -> String? {
    isUsed = true
    let isHasty = lastEnd.map { now - $0 < .milliseconds(retry) - Self.tolerance } ?? false
    hasteCount = isHasty ? hasteCount + 1 : 0
    lastEnd = nil
    guard hasteCount > 1 else { return nil }
    return
      "It opened a stream at once after the last one had ended, twice: `retry` asks it to wait "
      + "\(retry) ms."
  }

  /// Notes that a stream has ended or did not begin.
  mutating func noteEnd(at now: Duration) { lastEnd = now }

  mutating func open(
    _ exchange: Int, isSocket: Bool = false, sent: Int, isKept: Bool, at now: Duration
  ) {
    streams[exchange] = Stream(isSocket: isSocket, sent: sent, lastWrite: now, isSilent: isKept)
    if isKept { hasKept = true }
    if isSocket { hasSocket = true }
  }

  mutating func remove(_ exchange: Int) { streams[exchange] = nil }

  /// Removes all streams, and returns how they end.
  ///
  /// - Parameter code: The code that sockets are closed with.
  mutating func finishAll(closingWith code: UInt16, at now: Duration) -> [Reaction] {
    let ends: [Reaction] = streams.sorted { $0.key < $1.key }.map { exchange, stream in
      stream.isSocket ? .close(exchange: exchange, code) : .finish(exchange: exchange)
    }
    removeAll(at: now)
    return ends
  }

  /// Removes all streams, whose connections break.
  mutating func breakAll(at now: Duration) -> [Reaction] {
    let ends = streams.keys.sorted().map { Reaction.break(exchange: $0) }
    removeAll(at: now)
    return ends
  }

  private mutating func removeAll(at now: Duration) {
    if !streams.isEmpty { lastEnd = now }
    streams = [:]
  }

  mutating func silence() {
    for exchange in streams.keys { streams[exchange]?.isSilent = true }
  }

  /// Takes a version for sent on all streams.
  mutating func forget(upTo version: Int) {
    for exchange in streams.keys { streams[exchange]?.sent = version }
  }

  /// Makes all streams send something that leads to a version.
  ///
  /// - Parameter event: Returns the text for a stream or a socket that has sent a version.
  mutating func write(
    upTo version: Int, at now: Duration, _ event: (_ sent: Int, _ isSocket: Bool) -> String
  ) -> [Reaction] {
    streams.keys.sorted().compactMap { exchange in
      guard let stream = streams[exchange], !stream.isSilent, stream.sent != version else {
        return nil
      }
      streams[exchange]?.sent = version
      streams[exchange]?.lastWrite = now
      return .write(exchange: exchange, Array(event(stream.sent, stream.isSocket).utf8))
    }
  }

  /// Makes all streams send pieces of text, or all sockets messages.
  mutating func write(
    _ pieces: [String], toSockets: Bool = false, at now: Duration
  ) -> [Reaction] {
    streams.keys.sorted().flatMap { exchange -> [Reaction] in
      guard let stream = streams[exchange], !stream.isSilent, stream.isSocket == toSockets else {
        return []
      }
      streams[exchange]?.lastWrite = now
      return pieces.map { .write(exchange: exchange, Array($0.utf8)) }
    }
  }

  /// Makes streams send a comment, and sockets a message without members, that have sent nothing for 15
  /// seconds.
  mutating func beat(at now: Duration) -> [Reaction] {
    streams.keys.sorted().compactMap { exchange in
      guard let stream = streams[exchange], !stream.isSilent,
        now - stream.lastWrite >= Self.heartbeat
      else { return nil }
      streams[exchange]?.lastWrite = now
      return .write(exchange: exchange, Array((stream.isSocket ? "{}" : ":\n\n").utf8))
    }
  }
}
