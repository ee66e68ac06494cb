import BackstackHTTP
import Glibc

/// The error that is thrown if the server misbehaves.
struct SoakFailure: Error, CustomStringConvertible {
  let description: String
}

/// A blocking connection to the server under test.
final class SoakClient {
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0

  init(port: Int) throws(SoakFailure) {
    guard let descriptor = HTTPListenAddress.ip("127.0.0.1", port: port).connect(timeoutSeconds: 30)
    else { throw SoakFailure(description: "The server takes no connection: error \(errno).") }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends all bytes, or as many as the server accepts before it closes the connection.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBufferPointer {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes the connection end with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Receives a response with the expected status.
  ///
  /// - Returns: The content.
  func receive(status: Int = 200) throws(SoakFailure) -> [UInt8] {
    let head = String(decoding: try take(through: [13, 10, 13, 10]), as: UTF8.self)
    guard head.hasPrefix("HTTP/1.1 \(status) ") else {
      throw SoakFailure(description: "Not \(status) but \(head)")
    }
    let lines = head.split(separator: "\r\n")
    if let line = lines.first(where: { $0.hasPrefix("Content-Length: ") }) {
      return Array(try take(Int(line.dropFirst(16)) ?? 0))
    }
    var content: [UInt8] = []
    while true {
      let size = String(decoding: try take(through: [13, 10]).dropLast(2), as: UTF8.self)
      guard let count = Int(size, radix: 16) else {
        throw SoakFailure(description: "\"\(size)\" is no size of a chunk.")
      }
      content += try take(count + 2).dropLast(2)
      if count == 0 { return content }
    }
  }

  /// Waits until the server has closed the connection.
  func receiveEnd() { while fill() {} }

  private func take(through end: [UInt8]) throws(SoakFailure) -> ArraySlice<UInt8> {
    var index = start
    while true {
      while index + end.count <= buffer.count {
        if buffer[index] == end[0], buffer[index..<(index + end.count)].elementsEqual(end) {
          return try take(index + end.count - start)
        }
        index += 1
      }
      let read = index - start
      try fillOrFail()
      index = start + read
    }
  }

  private func take(_ count: Int) throws(SoakFailure) -> ArraySlice<UInt8> {
    while buffer.count - start < count { try fillOrFail() }
    defer { start += count }
    return buffer[start..<(start + count)]
  }

  private func fillOrFail() throws(SoakFailure) {
    if !fill() { throw SoakFailure(description: "The server closed within an answer.") }
  }

  /// Receives more bytes; returns whether there were any.
  private func fill() -> Bool {
    buffer.removeFirst(start)
    start = 0
    let old = buffer.count
    let room = 64 * 1024
    buffer.append(contentsOf: repeatElement(0, count: room))
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + old, room, 0) }
    buffer.removeLast(room - max(0, count))
    return count > 0
  }
}
