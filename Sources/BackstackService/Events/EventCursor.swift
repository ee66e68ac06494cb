import BackstackHTTP

/// How far one reader of a session's events is: decides what it is sent next.
struct EventCursor {
  /// The version that the reader has.
  private(set) var version: Int?
  private var hasBegun = false
  /// The rest of an event whose beginning the reader was sent, in the memory of who made the event.
  private var rest: ArraySlice<UInt8> = []
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

  /// Appends as much of an event that was begun as there is room for.
  ///
  /// - Returns: How the stream goes on; `nil` when all of the event was sent.
  mutating func produceRest(
    into output: inout [UInt8], upTo room: Int
  ) -> HTTPStreamProgress? {
    if rest.isEmpty { return nil }
    let count = min(rest.count, max(1, room))
    output += rest.prefix(count)
    rest = rest.dropFirst(count)
    if !rest.isEmpty { return .more }
    rest = []
    return output.count < room ? nil : .more
  }

  private mutating func append(_ event: [UInt8], to output: inout [UInt8], upTo room: Int) {
    let count = min(event.count, max(0, room - output.count))
    output += event[..<count]
    if count < event.count { rest = event[count...] }
  }

  /// Appends what the reader is sent.
  ///
  /// - Parameters:
  ///   - news: What it has missed.
  ///   - end: How the session ended, if it has.
  ///   - heartbeats: How many heartbeats there were so far.
  ///   - room: How many bytes are wanted; the rest of a longer event is kept for ``produceRest(into:upTo:)``.
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
      append(event, to: &output, upTo: room)
      self.version = version
    case .patches(let entries):
      for entry in entries {
        if output.count >= room { return .more }
        append(entry.event, to: &output, upTo: room)
        version = entry.version
      }
    }
    if !rest.isEmpty { return .more }
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
