import Glibc

@testable import BackstackHTTP

/// A blocking socket to a server under test.
final class TestClient {
  private let descriptor: Int32

  init(port: Int) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(clamping: port).bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // A test that hangs should fail instead: no read waits longer than this.
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { perror("connect") }
  }

  deinit { close(descriptor) }

  /// Sends all bytes; returns whether the server took them.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBufferPointer {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      start += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// What arrives next, or `nil` at the end (or after an error).
  func receive() -> String? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = recv(descriptor, &buffer, buffer.count, 0)
    while count < 0, errno == EINTR { count = recv(descriptor, &buffer, buffer.count, 0) }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// Receives until `text` has arrived or the server has closed.
  func receive(until text: String) -> String {
    var all = ""
    while !all.contains(text), let piece = receive() { all += piece }
    return all
  }

  /// Receives until the server closes.
  func receiveAll() -> String {
    var all = ""
    while let piece = receive() { all += piece }
    return all
  }
}
