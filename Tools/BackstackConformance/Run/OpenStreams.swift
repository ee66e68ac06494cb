/// The streams of a session that are open.
struct OpenStreams: Sendable {
  private struct Stream: Sendable {
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
  /// Whether there was one that nothing was sent on.
  private(set) var hasKept = false

  var count: Int { streams.count }
  var isEmpty: Bool { streams.isEmpty }

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

  mutating func open(_ exchange: Int, sent: Int, isKept: Bool, at now: Duration) {
    streams[exchange] = Stream(sent: sent, lastWrite: now, isSilent: isKept)
    if isKept { hasKept = true }
  }

  mutating func remove(_ exchange: Int) { streams[exchange] = nil }

  /// Removes all streams, and returns their exchanges.
  mutating func removeAll(at now: Duration) -> [Int] {
    defer { streams = [:] }
    if !streams.isEmpty { lastEnd = now }
    return streams.keys.sorted()
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
  /// - Parameter event: Returns the text for a stream that has sent a version.
  mutating func write(
    upTo version: Int, at now: Duration, _ event: (_ sent: Int) -> String
  ) -> [Reaction] {
    streams.keys.sorted().compactMap { exchange in
      guard let stream = streams[exchange], !stream.isSilent, stream.sent != version else {
        return nil
      }
      streams[exchange]?.sent = version
      streams[exchange]?.lastWrite = now
      return .write(exchange: exchange, Array(event(stream.sent).utf8))
    }
  }

  /// Makes all streams send pieces of text.
  mutating func write(_ pieces: [String], at now: Duration) -> [Reaction] {
    streams.keys.sorted().flatMap { exchange -> [Reaction] in
      guard streams[exchange]?.isSilent == false else { return [] }
      streams[exchange]?.lastWrite = now
      return pieces.map { .write(exchange: exchange, Array($0.utf8)) }
    }
  }

  /// Makes streams send a comment that have sent nothing for 15 seconds.
  mutating func beat(at now: Duration) -> [Reaction] {
    streams.keys.sorted().compactMap { exchange in
      guard let stream = streams[exchange], !stream.isSilent,
        now - stream.lastWrite >= Self.heartbeat
      else { return nil }
      streams[exchange]?.lastWrite = now
      return .write(exchange: exchange, Array(":\n\n".utf8))
    }
  }
}
