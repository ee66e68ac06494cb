import BackstackHTTP

/// The text of server-sent events (WHATWG HTML §9.2).
enum ServerSentEvent {
  /// Returns an event.
  ///
  /// - Parameters:
  ///   - id: The version that it leads to.
  ///   - base: The version that a patch applies to. The line is none of the standard's, so
  ///     `EventSource` ignores it (§9.2.6).
  ///   - data: JSON without line breaks.
  static func encode(
    _ name: StaticString, id: Int? = nil, base: Int? = nil, data: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + 64)
    bytes.append("event: ")
    bytes.append(name)
    if let id {
      bytes.append("\nid: ")
      bytes.append(decimal: id)
    }
    if let base {
      bytes.append("\nbase: ")
      bytes.append(decimal: base)
    }
    bytes.append("\ndata: ")
    bytes += data
    bytes.append("\n\n")
    return bytes
  }

  /// Returns the data of an event, which shares the event's memory.
  static func data(of event: [UInt8]) -> ArraySlice<UInt8> {
    // No other line of an event begins so.
    var start = 0
    while start < event.count, event[start] != UInt8(ascii: "d"),
      let end = event[start...].firstIndex(of: 0x0A)
    {
      start = end + 1
    }
    return event[start...].dropFirst("data: ".utf8.count).dropLast(2)
  }

  /// A comment, which clients ignore: it keeps intermediaries from closing the connection.
  static let heartbeat: [UInt8] = Array(":\n\n".utf8)

  /// Returns the field that tells a client when to reconnect after it has lost the connection.
  static func retry(after milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }
}
