import BackstackHTTP

/// How far one reader of a session's events is: decides what it is sent next.
struct EventCursor {
  /// The version that the reader has.
  private(set) var version: Int?
  private var hasBegun = false
  /// How many heartbeats there were when the reader was looked after last.
  private(set) var heartbeats: Int
  /// How soon the reader is to come back, in milliseconds.
  private let retry: Int
  /// Whether the server is about to stop, so that the reader should come back elsewhere.
  var isDraining = false

  /// - Parameters:
  ///   - version: The version that the reader says it has.
  ///   - heartbeats: How many heartbeats there were so far.
  ///   - retry: How soon the reader is to come back when the stream breaks, in milliseconds.
  init(version: Int?, heartbeats: Int = 0, retry: Int) {
    self.version = version
    self.heartbeats = heartbeats
    self.retry = retry
  }

  /// Appends what the reader is sent.
  ///
  /// - Parameters:
  ///   - news: What it has missed.
  ///   - end: How the session ended, if it has.
  ///   - heartbeats: How many heartbeats there were so far.
  ///   - room: How many bytes are wanted; an event is not split.
  mutating func produce(
    _ news: EventLog.News, end: SessionEndReason?, heartbeats: Int, into output: inout [UInt8],
    upTo room: Int
  ) -> HTTPStreamProgress {
    if isDraining || end == .putAside {
      output += ServerSentEvent.retry(after: retry)
      return .end
    }
    if !hasBegun {
      hasBegun = true
      output += ServerSentEvent.retry(after: retry)
    }
    switch news {
    case .nothing, .missingSnapshot: break
    case .snapshot(let event, let version):
      output += event
      self.version = version
    case .patches(let entries):
      for entry in entries {
        if output.count >= room { return .more }
        output += entry.event
        version = entry.version
      }
    }
    if let end {
      output += ServerSentEvent.encode("end", data: Self.data(of: end))
      return .end
    }
    if output.isEmpty, heartbeats != self.heartbeats { output += ServerSentEvent.heartbeat }
    self.heartbeats = heartbeats
    return .waiting
  }

  private static func data(of end: SessionEndReason) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("reason", end.name)
    json.endObject()
    return json.bytes
  }
}
