import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import FoundationEssentials

/// A client of one server, which sends each request on a connection of its own.
struct HTTPClient: Sendable {
  /// An IP address, or `localhost`.
  let host: String
  let port: UInt16
  /// The API key; `nil` for none.
  let key: String?

  /// The maximum number of bytes of a response.
  static let limit = 64 << 20

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
    let descriptor = try connect(timeoutSeconds: timeoutSeconds)
    defer { FileDescriptor.close(descriptor) }
    let body = content.map { Array($0.json.utf8) } ?? []
    var lines = ["Connection: close"]
    if content != nil {
      lines += ["Content-Type: application/json", "Content-Length: \(body.count)"]
    }
    try write(method, path, lines + fields, content: body, to: descriptor)
    return try Self.response(Self.rest(descriptor))
  }

  /// The outcome of asking for a WebSocket.
  enum Opening {
    case opened(TerminalSocket)
    case refused(Response)
  }

  /// Asks for a WebSocket of a session.
  ///
  /// - Throws: ``TerminalError`` if no response of HTTP/1.1 comes.
  func openSocket(_ path: String, timeoutSeconds: Int) throws(TerminalError) -> Opening {
    let descriptor = try connect(timeoutSeconds: timeoutSeconds)
    var isSocket = false
    defer { if !isSocket { FileDescriptor.close(descriptor) } }
    let handshake = WebSocketHandshake(offering: "backstack.v1")
    let lines = handshake.fields.all.map { "\($0.name): \($0.value)" }
    try write("GET", path, lines, to: descriptor)
    var received: [UInt8] = []
    let blankLine = Array("\r\n\r\n".utf8)
    while received.firstRange(of: blankLine) == nil {
      guard case .bytes(let part) = Self.receive(descriptor), !part.isEmpty,
        received.count < Self.headLimit
      else { break }
      received += part
    }
    guard let end = received.firstRange(of: blankLine),
      received.starts(with: "HTTP/1.1 101 ".utf8)
    else { return .refused(try Self.response(received + Self.rest(descriptor))) }
    let head = String(decoding: received[..<end.upperBound], as: UTF8.self)
    guard head.contains(handshake.accept) else {
      throw TerminalError("The server did not respond as one with WebSockets.")
    }
    isSocket = true
    return .opened(TerminalSocket(descriptor, Array(received[end.upperBound...])))
  }

  private static let headLimit = 64 << 10

  private func connect(timeoutSeconds: Int) throws(TerminalError) -> Int32 {
    let address = SocketAddress(host: host == "localhost" ? "127.0.0.1" : host, port: port)
    guard let address else {
      throw TerminalError("\(host) is not an IP address.", isUnreachable: true)
    }
    do throws(SystemError) {
      return try StreamSocket.connect(to: address, timeoutSeconds: timeoutSeconds)
    } catch {
      throw TerminalError("The server can't be reached: \(error.reason).", isUnreachable: true)
    }
  }

  /// Sends a request.
  private func write(
    _ method: String, _ path: String, _ fields: [String], content: [UInt8] = [],
    to descriptor: Int32
  ) throws(TerminalError) {
    let shownHost = host.contains(":") ? "[\(host)]" : host
    var lines = ["\(method) \(path) HTTP/1.1", "Host: \(shownHost):\(port)"] + fields
    if let key { lines.append("Authorization: Bearer \(key)") }
    let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + content
    guard Self.write(bytes, to: descriptor) else {
      throw TerminalError("The server has closed the connection.")
    }
  }

  /// Writes bytes; returns whether the connection has taken all of them in time.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let rest = UnsafeBufferPointer(rebasing: bytes[start...])
        guard
          case .bytes(let count) = StreamSocket.send(
            descriptor, rest, upTo: rest.count, hasMore: false)
        else { return false }
        start += count
      }
      return true
    }
  }

  /// The outcome of waiting for bytes.
  enum Received {
    /// The bytes that have arrived; none at its end.
    case bytes([UInt8])
    /// Nothing has arrived within the connection's time limit.
    case late
  }

  /// Waits until bytes have arrived.
  static func receive(_ descriptor: Int32) -> Received {
    let room = 64 << 10
    var isLate = false
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      // Sound: as many bytes are initialized as were received.
      switch StreamSocket.receive(descriptor, into: buffer, upTo: room) {
      case .bytes(let received): count = received
      case .wouldBlock: isLate = true
      case .failed: break
      }
    }
    return isLate ? .late : .bytes(bytes)
  }

  /// Returns the bytes up to the end of the connection or of the time.
  private static func rest(_ descriptor: Int32) -> [UInt8] {
    var received: [UInt8] = []
    while received.count <= limit, case .bytes(let part) = receive(descriptor), !part.isEmpty {
      received += part
    }
    return received
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

extension HTTPClient.Response {
  /// The refusal that an answer by a socket has.
  init(_ answer: JSONLiteral) {
    let problem = answer["problem"]
    let status: Int? = if case .number(let text)? = problem?["status"] { Int(text) } else { nil }
    self.init(status: status ?? 500, json: problem, tag: nil, location: nil, retryAfter: nil)
  }
}
