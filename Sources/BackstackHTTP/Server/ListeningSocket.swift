import BackstackPlatform

/// A bound and listening socket.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// The address with the port that the system chose.
  let address: HTTPListenAddress
  /// The socket file, which is removed at the end.
  private let file: UnixSocketFile?

  /// - Parameters:
  ///   - backlog: The maximum number of connections that wait in the kernel to be accepted.
  ///   - reusesPort: Whether other processes of the same user may listen on the port, too.
  ///   - isDualStack: Whether an IPv6 wildcard accepts IPv4 clients.
  /// - Throws: ``HTTPServerError`` if the address is invalid, in use or not permitted.
  init(
    _ wanted: HTTPListenAddress, backlog: Int32, reusesPort: Bool, isDualStack: Bool
  ) throws(HTTPServerError) {
    let name = try wanted.socketAddress()
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try StreamSocket.make(for: name)
    } catch {
      throw .system("create a socket", error.number)
    }
    do throws(SystemError) {
      switch wanted.kind {
      case .ip:
        try StreamSocket.listen(
          descriptor, on: name, backlog: backlog, reusesPort: reusesPort, isDualStack: isDualStack)
      case .unix(let path, let mode):
        try StreamSocket.listen(descriptor, on: name, path: path, mode: mode, backlog: backlog)
      }
    } catch {
      FileDescriptor.close(descriptor)
      throw .bind(wanted, error)
    }
    self.descriptor = descriptor
    switch wanted.kind {
    case .ip(let host, _):
      address = .ip(host, port: HTTPPeerAddress(StreamSocket.boundAddress(descriptor)).port ?? 0)
      file = nil
    case .unix(let path, _):
      address = wanted
      file = UnixSocketFile(path: path)
    }
  }

  /// Stops listening.
  func end() {
    // The file first: as long as it exists, a server must be listening.
    file?.remove()
    FileDescriptor.close(descriptor)
  }
}

extension HTTPListenAddress {
  /// Returns the address in the form that the system takes.
  fileprivate func socketAddress() throws(HTTPServerError) -> SocketAddress {
    switch kind {
    case .ip(let host, let number):
      guard let port = UInt16(exactly: number) else {
        throw .invalidAddress("\(number) is not a port; use 0 to 65535.")
      }
      guard let name = SocketAddress(host: host, port: port) else {
        throw .invalidAddress(
          "\"\(host)\" is not a numeric IPv4 or IPv6 address such as 127.0.0.1.")
      }
      return name
    case .unix(let path, _):
      guard let name = SocketAddress(path: path) else {
        throw .invalidAddress(
          "\"\(path)\" can't be the path of a socket; it may have 1 to "
            + "\(SocketAddress.pathLimit) bytes.")
      }
      return name
    }
  }
}
