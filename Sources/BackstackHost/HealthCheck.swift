import BackstackHTTP
import BackstackPlatform

/// A health check of a server on this machine, for containers that have no other client.
enum HealthCheck {
  /// Returns whether `GET /healthz` gets 200 within three seconds.
  ///
  /// - Parameter address: The address that the server listens on. A wildcard is replaced by the
  ///   loopback address.
  static func isAlive(at address: HTTPListenAddress) -> Bool {
    guard let descriptor = address.reachable.connect(timeoutSeconds: 3) else { return false }
    defer { FileDescriptor.close(descriptor) }
    // A server that ends the connection early must not end this process.
    SystemProcess.ignoreBrokenPipes()
    let request = Array(
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard FileDescriptor.write(request, to: descriptor) == request.count else { return false }
    let expected = Array("HTTP/1.1 200".utf8)
    return StreamSocket.receive(descriptor, expected.count) == expected
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
