/// The text of server-sent events (WHATWG HTML §9.2).
enum ServerSentEvent {
  /// Returns an event.
  ///
  /// - Parameter data: JSON without line breaks.
  static func encode(_ name: StaticString, id: Int? = nil, data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + 48)
    bytes += Array("event: \(name)\n".utf8)
    if let id { bytes += Array("id: \(id)\n".utf8) }
    bytes += Array("data: ".utf8)
    bytes += data
    bytes += [0x0A, 0x0A]
    return bytes
  }

  /// A comment, which clients ignore: it keeps intermediaries from closing the connection.
  static let heartbeat: [UInt8] = Array(":\n\n".utf8)

  /// Returns the field that tells a client when to reconnect after it has lost the connection.
  static func retry(after milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }
}
