import BackstackHTTP
import BackstackTestSupport
import Dispatch
import Glibc

/// A connection on which a test sends raw bytes, which may be malformed.
final class RawConnection: Sendable {
  private let stream: Stream
  private let queue = DispatchQueue(label: "raw-connection")

  /// - Throws: ``TestFailure`` when nothing listens on the port.
  convenience init(port: Int, receiveBuffer: Int32? = nil) throws {
    try self.init(.ip("127.0.0.1", port: port), receiveBuffer: receiveBuffer)
  }

  /// - Throws: ``TestFailure`` when nothing listens at the address.
  init(_ address: HTTPListenAddress, receiveBuffer: Int32? = nil) throws {
    stream = try Stream(address, receiveBuffer: receiveBuffer)
    AwaitedResources.current?.add { [weak stream] in stream?.end() }
  }

  func send(_ text: String) async throws {
    try await offPool(on: queue) { [stream] in try stream.send(Array(text.utf8)) }
  }

  func send(_ bytes: [UInt8]) async throws {
    try await offPool(on: queue) { [stream] in try stream.send(bytes) }
  }

  /// Waits for the next bytes, and returns those that have arrived; none at the end.
  func receiveBytes() async throws -> [UInt8] {
    try await offPool(on: queue) { [stream] in try stream.receiveBytes() }
  }

  /// Waits for the next response.
  ///
  /// - Parameter isHead: Whether it responds to HEAD, so that it has no content.
  /// - Throws: ``TestFailure`` when the connection ends before a response is complete.
  func receive(isHead: Bool = false) async throws -> Answer {
    try await offPool(on: queue) { [stream] in try stream.receive(isHead: isHead) }
  }

  /// Waits until a text has arrived, as part of a response that continues.
  ///
  /// - Returns: Everything up to the end of the text.
  /// - Throws: ``TestFailure`` when the connection ends before.
  func receive(until text: String) async throws -> String {
    try await offPool(on: queue) { [stream] in try stream.receive(until: Array(text.utf8)) }
  }

  /// Returns whether the server ends the connection without sending another byte.
  func isEnded() async throws -> Bool {
    try await offPool(on: queue) { [stream] in try stream.isEnded() }
  }

  /// Returns whether something listens at an address.
  static func isOpen(_ address: HTTPListenAddress) -> Bool { (try? Stream(address)) != nil }
}

private final class Stream: @unchecked Sendable {
  // Sound: a connection uses its stream only on its serial queue.
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(_ address: HTTPListenAddress, receiveBuffer: Int32? = nil) throws {
    guard let descriptor = address.connect(timeoutSeconds: patience) else {
      throw TestFailure("\(address) refuses connections.")
    }
    self.descriptor = descriptor
    if var receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  deinit { close(descriptor) }

  /// Ends both directions; other threads that wait for the connection continue. Sound on any thread:
  /// it does not touch what was received.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestFailure("The server accepts no more data.") }
      sent += count
    }
  }

  func receive(isHead: Bool) throws -> Answer {
    while true {
      if let answer = try takeResult(isHead: isHead) { return answer }
      guard try more() else {
        let text = String(decoding: received, as: UTF8.self)
        throw TestFailure("The connection ended before a response was complete: \(text)")
      }
    }
  }

  func receive(until text: [UInt8]) throws -> String {
    var searched = 0
    while true {
      while searched + text.count <= received.count {
        if received[searched] == text[0], received[searched...].starts(with: text) {
          defer { received.removeFirst(searched + text.count) }
          return String(decoding: received[..<(searched + text.count)], as: UTF8.self)
        }
        searched += 1
      }
      guard try more() else {
        throw TestFailure(
          "The connection ended after: \(String(decoding: received.suffix(1000), as: UTF8.self))")
      }
    }
  }

  func receiveBytes() throws -> [UInt8] {
    if received.isEmpty { _ = try more() }
    defer { received = [] }
    return received
  }

  func isEnded() throws -> Bool { try received.isEmpty && !more() }

  private func takeResult(isHead: Bool) throws -> Answer? {
    let blankLine = Array("\r\n\r\n".utf8)
    guard let end = received.indices.first(where: { received[$0...].starts(with: blankLine) })
    else { return nil }
    let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
    let fields = Answer.fields(lines)
    let start = end + blankLine.count
    let length = isHead ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
    guard received.count >= start + length else { return nil }
    defer { received.removeFirst(start + length) }
    // Anything before the status line is content that should not be there.
    let words = lines.first?.split(separator: " ") ?? []
    guard words.first == "HTTP/1.1" else {
      throw TestFailure("Not a response: \(String(decoding: received, as: UTF8.self))")
    }
    return Answer(
      status: words.dropFirst().first.flatMap { Int($0) } ?? 0, fields: fields,
      content: Array(received[start..<start + length]))
  }

  /// Waits for more bytes. Returns `false` at the end of the connection.
  private func more() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw TestFailure("The server sends nothing: error \(errno).") }
    received.append(contentsOf: bytes[..<count])
    return count > 0
  }
}
