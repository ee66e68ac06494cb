import BackstackLinux
import Glibc

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
    let name = try ListeningSocket.name(wanted)
    let descriptor = backstack_stream_socket(name.family)
    guard descriptor >= 0 else { throw .system("create a socket", errno) }
    if name.family == AF_INET6 {
      ListeningSocket.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isDualStack ? 0 : 1)
    }
    if name.family != AF_UNIX {
      // Allows a restart while old connections linger; two listeners on one port stay refused.
      ListeningSocket.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
      if reusesPort { ListeningSocket.set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
    }
    let number = ListeningSocket.bind(descriptor, name, wanted, backlog)
    guard number == 0 else {
      close(descriptor)
      throw .bind(wanted, number)
    }
    self.descriptor = descriptor
    switch wanted.kind {
    case .ip(let host, _):
      address = .ip(host, port: SocketName.boundPort(descriptor))
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
    close(descriptor)
  }

  /// Binds and listens; returns an error number, 0 for success.
  private static func bind(
    _ descriptor: Int32, _ name: SocketName, _ wanted: HTTPListenAddress, _ backlog: Int32
  ) -> Int32 {
    func bind() -> Int32 {
      name.withAddress { Glibc.bind(descriptor, $0, $1) == 0 ? 0 : errno }
    }
    guard case .unix(let path, let mode) = wanted.kind else {
      let number = bind()
      if number != 0 { return number }
      return listen(descriptor, backlog) == 0 ? 0 : errno
    }
    // The file gets the mode of the socket, less the umask: never more permissions than requested.
    if let mode { fchmod(descriptor, mode) }
    var number = bind()
    if number == EADDRINUSE, UnixSocketFile.removeStale(name, path: path) { number = bind() }
    if number != 0 { return number }
    if let mode, chmod(path, mode) != 0 { number = errno }
    if number == 0, listen(descriptor, backlog) != 0 { number = errno }
    if number != 0 { unlink(path) }
    return number
  }

  private static func name(_ wanted: HTTPListenAddress) throws(HTTPServerError) -> SocketName {
    switch wanted.kind {
    case .ip(let host, let number):
      guard let port = UInt16(exactly: number) else {
        throw .invalidAddress("\(number) is not a port; use 0 to 65535.")
      }
      guard let name = SocketName(host: host, port: port) else {
        throw .invalidAddress(
          "\"\(host)\" is not a numeric IPv4 or IPv6 address such as 127.0.0.1.")
      }
      return name
    case .unix(let path, _):
      guard let name = SocketName(path: path) else {
        throw .invalidAddress(
          "\"\(path)\" can't be the path of a socket; it may have 1 to "
            + "\(SocketName.pathLimit) bytes.")
      }
      return name
    }
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// The file of a Unix domain socket, as its server created it.
struct UnixSocketFile: Sendable {
  let path: String
  private let device: dev_t
  private let node: ino_t

  /// Creates a record of the file that is at a path now; `nil` if there is none.
  init?(path: String) {
    guard let status = UnixSocketFile.status(path) else { return nil }
    self.path = path
    device = status.st_dev
    node = status.st_ino
  }

  /// Removes the file unless another has replaced it.
  func remove() {
    guard let status = UnixSocketFile.status(path), status.st_dev == device, status.st_ino == node
    else { return }
    unlink(path)
  }

  /// Removes a socket file that no server serves any more.
  ///
  /// - Returns: Whether it was removed.
  static func removeStale(_ name: SocketName, path: String) -> Bool {
    guard let status = status(path), status.st_mode & S_IFMT == S_IFSOCK else { return false }
    let descriptor = name.connect(timeoutSeconds: 1)
    if descriptor >= 0 { close(descriptor) }
    return descriptor < 0 && errno == ECONNREFUSED && unlink(path) == 0
  }

  /// Returns whether the path has a file that is not a socket.
  static func isBlocked(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT != S_IFSOCK } ?? false
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
