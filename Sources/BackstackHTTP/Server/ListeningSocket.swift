import BackstackPlatform

/// A bound and listening socket.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// The address with the port that the system chose.
  let address: HTTPListenAddress
  /// The socket file, which is removed at the end.
  private let file: UnixSocketFile?

  /// - Parameters:
  ///   - backlog: The maximum number of connections that wait in the kernel to be accepted; a passed
  ///     socket keeps its own.
  ///   - reusesPort: Whether other processes of the same user may listen on the port, too.
  ///   - isDualStack: Whether an IPv6 wildcard accepts IPv4 clients.
  /// - Throws: ``HTTPServerError`` if the address is invalid, in use or not permitted.
  init(
    _ wanted: HTTPListenAddress, backlog: Int32, reusesPort: Bool, isDualStack: Bool
  ) throws(HTTPServerError) {
    switch wanted.kind {
    case .ip(let host, let port):
      descriptor = try Self.open(.address(host: host, port: port), wanted) {
        (descriptor, name) throws(SystemError) in
        try StreamSocket.listen(
          descriptor, on: name, backlog: backlog, reusesPort: reusesPort, isDualStack: isDualStack)
      }
      address = .ip(host, port: HTTPPeerAddress(StreamSocket.boundAddress(descriptor)).port ?? 0)
      file = nil
    case .unix(let path, let mode):
      descriptor = try Self.open(.address(path: path), wanted) {
        (descriptor, name) throws(SystemError) in
        try StreamSocket.listen(descriptor, on: name, path: path, mode: mode, backlog: backlog)
      }
      address = wanted
      file = UnixSocketFile(path: path)
    case .passed(let descriptor):
      address = try Self.adopt(descriptor)
      self.descriptor = descriptor
      // The process that has made the file removes it.
      file = nil
    }
  }

  /// Creates a socket and lets it listen.
  private static func open(
    _ name: SocketAddress, _ wanted: HTTPListenAddress,
    _ listen: (Int32, SocketAddress) throws(SystemError) -> Void
  ) throws(HTTPServerError) -> Int32 {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try StreamSocket.make(for: name)
    } catch {
      throw .system("create a socket", error.number)
    }
    do throws(SystemError) {
      try listen(descriptor, name)
    } catch {
      FileDescriptor.close(descriptor)
      throw .bind(wanted, error)
    }
    return descriptor
  }

  /// Makes a socket that another process has opened behave as one of this process.
  ///
  /// - Returns: The address that it is bound to.
  /// - Throws: ``HTTPServerError`` if it does not listen, or clients of its family have no address
  ///   that the server knows.
  private static func adopt(_ descriptor: Int32) throws(HTTPServerError) -> HTTPListenAddress {
    guard FileDescriptor.isOpen(descriptor) else {
      throw .invalidAddress("The passed descriptor \(descriptor) is not open.")
    }
    guard StreamSocket.isListening(descriptor) else {
      throw .invalidAddress(
        "The passed descriptor \(descriptor) is not a listening stream socket; a socket unit of "
          + "systemd needs ListenStream= and Accept=no.")
    }
    let address: HTTPListenAddress
    switch StreamSocket.boundAddress(descriptor) {
    case .local: address = .unix(StreamSocket.boundPath(descriptor) ?? "")
    case .unknown:
      throw .invalidAddress(
        "The passed descriptor \(descriptor) is a socket of another family than IPv4, IPv6 and "
          + "Unix sockets.")
    case let endpoint:
      let name = HTTPPeerAddress(endpoint)
      address = .ip(name.host, port: name.port ?? 0)
    }
    FileDescriptor.closeOnExec(descriptor)
    do throws(SystemError) {
      try FileDescriptor.neverBlock(descriptor)
    } catch {
      throw .system("use the passed descriptor \(descriptor)", error.number)
    }
    return address
  }

  /// Stops listening.
  func end() {
    // The file first: as long as it exists, a server must be listening.
    file?.remove()
    FileDescriptor.close(descriptor)
  }
}

extension SocketAddress {
  /// Returns an IP address in the form that the system takes.
  fileprivate static func address(
    host: String, port number: Int
  ) throws(HTTPServerError) -> SocketAddress {
    guard let port = UInt16(exactly: number) else {
      throw .invalidAddress("\(number) is not a port; use 0 to 65535.")
    }
    guard let name = SocketAddress(host: host, port: port) else {
      throw .invalidAddress(
        "\"\(host)\" is not a numeric IPv4 or IPv6 address such as 127.0.0.1.")
    }
    return name
  }

  /// Returns the address of a Unix domain socket in the form that the system takes.
  fileprivate static func address(path: String) throws(HTTPServerError) -> SocketAddress {
    guard let name = SocketAddress(path: path) else {
      throw .invalidAddress(
        "\"\(path)\" can't be the path of a socket; it may have 1 to "
          + "\(SocketAddress.pathLimit) bytes.")
    }
    return name
  }
}
