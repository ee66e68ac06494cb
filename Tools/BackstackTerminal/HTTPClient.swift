import BackstackCoding
import BackstackPlatform
import FoundationEssentials

/// A client of one server, which sends each request on a connection of its own.
struct HTTPClient: Sendable {
  let host: String
  let port: UInt16
  /// The API key; `nil` for none.
  let key: String?

  /// The maximum number of bytes of a response.
  private static let limit = 64 << 20

  struct Response {
    let status: Int
    let json: JSONLiteral?
    /// The value of `ETag`.
    let tag: String?
    /// The value of `Location`.
    let location: String?
    /// How many seconds the server asks to wait, at most an hour; `nil` if it does not say so.
    let retryAfter: Double?
  }

  /// Sends a request and waits for its response.
  ///
  /// - Throws: ``TerminalError`` if no response of HTTP/1.1 comes.
  func send(
    _ method: String, _ path: String, _ content: JSONLiteral? = nil, fields: [String] = [],
    timeoutSeconds: Int = 10
  ) throws(TerminalError) -> Response {
    guard let address = SocketAddress(host: host, port: port) else {
      throw TerminalError("\(host) is not an IP address.", isUnreachable: true)
    }
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try StreamSocket.connect(to: address, timeoutSeconds: timeoutSeconds)
    } catch {
      throw TerminalError("The server can't be reached: \(error.reason).", isUnreachable: true)
    }
    defer { FileDescriptor.close(descriptor) }
    let body = content.map { Array($0.json.utf8) } ?? []
    let shownHost = host.contains(":") ? "[\(host)]" : host
    var lines = ["\(method) \(path) HTTP/1.1", "Host: \(shownHost):\(port)", "Connection: close"]
    if content != nil {
      lines += ["Content-Type: application/json", "Content-Length: \(body.count)"]
    }
    if let key { lines.append("Authorization: Bearer \(key)") }
    lines += fields
    let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    guard FileDescriptor.write(bytes, to: descriptor) == bytes.count else {
      throw TerminalError("The server has closed the connection.")
    }
    var received: [UInt8] = []
    while received.count <= Self.limit {
      let part = Self.receive(descriptor)
      if part.isEmpty { break }
      received += part
    }
    return try Self.response(received)
  }

  /// Waits until bytes have arrived; returns none at the end of the connection or of the time.
  private static func receive(_ descriptor: Int32) -> [UInt8] {
    let room = 64 << 10
    return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      // Sound: as many bytes are initialized as were received.
      guard case .bytes(let received) = StreamSocket.receive(descriptor, into: buffer, upTo: room)
      else { return }
      count = received
    }
  }

  /// Reads a response whose end is that of its connection.
  ///
  /// - Throws: ``TerminalError`` for other bytes, and for content that is cut off.
  static func response(_ bytes: [UInt8]) throws(TerminalError) -> Response {
    let malformed = TerminalError("The server did not respond as an HTTP server.")
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw malformed }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    guard let first = lines.first, first.hasPrefix("HTTP/1.1 "),
      let status = Int(first.dropFirst(9).prefix(3))
    else { throw malformed }
    func field(_ name: String) -> String? {
      lines.dropFirst().first { $0.lowercased().hasPrefix(name + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingPrefix { $0 == " " } }.map(String.init)
    }
    let body = Array(bytes[end.upperBound...])
    if let length = field("content-length").flatMap({ Int($0) }), status != 304,
      body.count < length
    {
      throw TerminalError("The server's response is cut off.")
    }
    return Response(
      status: status, json: try? JSONLiteral(decoding: body), tag: field("etag"),
      location: field("location"),
      retryAfter: field("retry-after").flatMap { Int($0) }.map { Double(min(max($0, 0), 3600)) })
  }
}

/// The reason why a terminal can't continue, for a person.
package struct TerminalError: Error, CustomStringConvertible {
  package let description: String
  /// Whether there was no connection.
  let isUnreachable: Bool

  init(_ description: String, isUnreachable: Bool = false) {
    self.description = description
    self.isUnreachable = isUnreachable
  }
}
