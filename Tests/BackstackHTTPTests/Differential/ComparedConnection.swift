import Glibc

/// A connection to a server that may never respond: no operation on it waits.
final class ComparedConnection {
  private let descriptor: Int32
  private(set) var received: [UInt8] = []
  private(set) var isClosed = false

  init(port: Int) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(clamping: port).bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &name) { pointer in
      // Sound: `sockaddr` stands for an IPv4 name here, and the name lives for the call.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    isClosed = result != 0
  }

  deinit { close(descriptor) }

  /// Sends bytes that fit in a socket's buffer.
  func send(_ bytes: [UInt8]) {
    _ = Glibc.send(
      descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Receives the available bytes; returns whether there were any, or the end.
  func poll() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var hasChanged = false
    while !isClosed {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        received += buffer[..<count]
      } else if count == 0 || errno != EAGAIN {
        isClosed = true
      } else {
        break
      }
      hasChanged = true
    }
    return hasChanged
  }

  /// The final statuses received so far.
  var statuses: [Int] {
    String(decoding: received, as: UTF8.self).split(separator: "HTTP/1.1 ")
      .compactMap { Int($0.prefix(3)) }.filter { $0 >= 200 }
  }
}
