import BackstackHTTP
import Glibc

/// A health check of a server on this machine, for containers that have no other client.
enum HealthCheck {
  /// Returns whether `GET /healthz` gets 200 within three seconds.
  ///
  /// - Parameter address: The address that the server listens on. A wildcard is replaced by the
  ///   loopback address.
  static func isAlive(at address: HTTPListenAddress) -> Bool {
    guard let descriptor = address.reachable.connect(timeoutSeconds: 3) else { return false }
    defer { close(descriptor) }
    let request = Array(
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else { return false }
    let expected = Array("HTTP/1.1 200".utf8)
    var response = [UInt8](repeating: 0, count: expected.count)
    return recv(descriptor, &response, response.count, Int32(MSG_WAITALL)) == response.count
      && response == expected
  }
}

extension HTTPListenAddress {
  /// The address at which a server that listens on this address can be reached.
  fileprivate var reachable: HTTPListenAddress {
    guard let port else { return self }
    switch host {
    case "0.0.0.0": return .ip("127.0.0.1", port: port)
    case "::": return .ip("::1", port: port)
    default: return self
    }
  }
}
