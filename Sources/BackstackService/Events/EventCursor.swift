import BackstackCoding
import BackstackHTTP
import BackstackSessions

/// The position of one reader in a session's events, which decides what it is sent next.
struct EventCursor {
  /// The version that the reader has.
  private(set) var version: Int?
  private var hasBegun = false
  /// The rest of an event whose beginning was sent. It shares the event's memory.
  private var rest: ArraySlice<UInt8> = []
  /// The number of heartbeats when the reader was last served.
  private(set) var heartbeats: Int
  /// The time after which the reader should reconnect, in milliseconds.
  private let retry: Int
  /// Whether the server is about to stop, so that the reader should reconnect to another one.
  var isDraining = false

  /// Creates a cursor.
  ///
  /// - Parameters:
  ///   - version: The version that the reader says it has.
  ///   - heartbeats: The number of heartbeats so far.
  ///   - retry: The time after which the reader should reconnect if the stream breaks, in
  ///     milliseconds.
  init(version: Int?, heartbeats: Int = 0, retry: Int) {
    self.version = version
    self.heartbeats = heartbeats
    self.retry = retry
  }

  /// Appends the rest of an event whose beginning was sent, as far as there is room.
  ///
  /// - Returns: The progress of the stream; `nil` if nothing is left to send of the event.
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

  /// Appends the events to send.
  ///
  /// - Parameters:
  ///   - changes: The events that the reader has missed.
  ///   - end: Why the session ended, if it has.
  ///   - heartbeats: The number of heartbeats so far.
  ///   - room: The number of bytes that are wanted; the rest of a longer event is kept for
  ///     ``produceRest(into:upTo:)``.
  mutating func produce(
    _ changes: EventLog.Changes, end: SessionEndReason?, heartbeats: Int,
    into output: inout [UInt8],
    upTo room: Int
  ) -> HTTPStreamProgress {
    if isDraining || end == .passivated {
      output += ServerSentEvent.retry(after: retry)
      return .end
    }
    if !hasBegun {
      hasBegun = true
      output += ServerSentEvent.retry(after: retry)
    }
    switch changes {
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

  /// Returns the data of the last event.
  static func data(of end: SessionEndReason) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("reason", end.name)
    json.endObject()
    return json.bytes
  }
}
