/// The text of server-sent events (WHATWG HTML §9.2).
enum ServerSentEvent {
  /// An event.
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

  /// A comment, which clients ignore: it keeps what is between them and the server from giving up.
  static let heartbeat: [UInt8] = Array(":\n\n".utf8)

  /// How soon a client is to come back when the connection is lost, in milliseconds.
  static func retry(after milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }
}
