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
    bytes += Array("event: \(name)\n".utf8)
    if let id { bytes += Array("id: \(id)\n".utf8) }
    if let base { bytes += Array("base: \(base)\n".utf8) }
    bytes += Array("data: ".utf8)
    bytes += data
    bytes += [0x0A, 0x0A]
    return bytes
  }

  /// Returns the data of an event, which shares the event's memory.
  static func data(of event: [UInt8]) -> ArraySlice<UInt8> {
    let name = Array("data: ".utf8)
    var line = event[...]
    while !line.starts(with: name), let end = line.firstIndex(of: 0x0A) {
      line = line[(end + 1)...]
    }
    return line.dropFirst(name.count).dropLast(2)
  }

  /// A comment, which clients ignore: it keeps intermediaries from closing the connection.
  static let heartbeat: [UInt8] = Array(":\n\n".utf8)

  /// Returns the field that tells a client when to reconnect after it has lost the connection.
  static func retry(after milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }
}
