import Glibc

@testable import BackstackHTTP

/// A blocking socket to a server under test.
final class TestClient {
  private let descriptor: Int32

  convenience init(port: Int) { self.init(.ip("127.0.0.1", port: port)) }

  init(_ address: HTTPListenAddress) {
    // A test that hangs should fail instead: no read waits longer than this.
    descriptor = address.connect(timeoutSeconds: 120) ?? -1
  }

  var isConnected: Bool { descriptor >= 0 }

  deinit { if isConnected { close(descriptor) } }

  /// Ends the connection so that the server learns of it at once, even while it answers.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    // Takes the descriptor's place, which ends the connection; the number stays ours.
    let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(other, descriptor)
    close(other)
  }

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
