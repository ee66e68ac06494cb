import Glibc

/// Asks a server on this machine for its health, for containers that have no other client.
enum HealthCheck {
  /// Whether `GET /healthz` is answered 200 within three seconds.
  static func isAlive(port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 3, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) {
      // Sound: every socket address begins with the fields of `sockaddr`.
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    guard isConnected else { return false }
    let request = Array(
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else { return false }
    let expected = Array("HTTP/1.1 200".utf8)
    var answer = [UInt8](repeating: 0, count: expected.count)
    return recv(descriptor, &answer, answer.count, Int32(MSG_WAITALL)) == answer.count
      && answer == expected
  }
}
