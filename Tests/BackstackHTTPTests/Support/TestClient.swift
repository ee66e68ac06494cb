import BackstackTestSupport
import Glibc

@testable import BackstackHTTP

/// A blocking socket to a server under test.
final class TestClient: @unchecked Sendable {
  // Sound: a test uses a client from one thread at a time.
  private var descriptor: Int32
  /// Bytes that arrived after the last awaited text.
  private var left: [UInt8] = []

  /// - Parameters:
  ///   - receiveBuffer: The size of the system's buffer for a client that does not read; `nil` for
  ///     the default.
  ///   - source: The last byte of the client's own address, 127.0.0.x.
  init(port: Int, receiveBuffer: Int32? = nil, source: UInt32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    if let source {
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      own.sin_addr.s_addr = (0x7F00_0000 | source).bigEndian
      _ = withUnsafePointer(to: &own) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(clamping: port).bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // A test that hangs should fail instead: no read waits longer than this.
    // The layout of `timeval`, without the type: which module declares its members depends on the
    // imports that the compiler has seen first.
    let limit = (seconds: patience, microseconds: 0)
    withUnsafeBytes(of: limit) {
      _ = setsockopt(
        descriptor, SOL_SOCKET, SO_RCVTIMEO, $0.baseAddress, socklen_t($0.count))
    }
    let result = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { perror("connect") }
  }

  init(_ address: HTTPListenAddress) {
    // A test that hangs should fail instead: no read waits longer than this.
    descriptor = address.connect(timeoutSeconds: patience) ?? -1
  }

  var isConnected: Bool { descriptor >= 0 }

  deinit { if descriptor >= 0 { close() } }

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

  /// Sends the bytes that the system takes at once; returns their number.
  func sendSome(_ bytes: [UInt8]) -> Int {
    let count = bytes.withUnsafeBufferPointer {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    return max(0, count)
  }

  /// Ends the connection with a reset, like a client that crashes.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Closes the connection, like a client that has lost interest.
  func close() {
    Glibc.close(descriptor)
    descriptor = -1
  }

  /// Whether bytes have arrived that were not received.
  var hasArrivals: Bool {
    if !left.isEmpty { return true }
    var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 1
  }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the next bytes, or `nil` at the end (or after an error).
  func receive() -> String? { receiveBytes().map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the next bytes, or `nil` at the end (or after an error).
  func receiveBytes() -> [UInt8]? {
    if !left.isEmpty {
      defer { left = [] }
      return left
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = recv(descriptor, &buffer, buffer.count, 0)
    while count < 0, errno == EINTR { count = recv(descriptor, &buffer, buffer.count, 0) }
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Receives until `text` has arrived or the server has closed; bytes after it are received next.
  func receive(until text: String) -> String {
    let wanted = Array(text.utf8)
    var all: [UInt8] = []
    var searched = 0
    while let piece = receiveBytes() {
      all += piece
      while searched <= all.count - wanted.count {
        if all[searched] == wanted[0], all[searched...].starts(with: wanted) {
          let end = searched + wanted.count
          left = Array(all[end...])
          return String(decoding: all[..<end], as: UTF8.self)
        }
        searched += 1
      }
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// Receives until the server closes.
  func receiveAll() -> String {
    var all: [UInt8] = []
    while let piece = receiveBytes() { all += piece }
    return String(decoding: all, as: UTF8.self)
  }
}
