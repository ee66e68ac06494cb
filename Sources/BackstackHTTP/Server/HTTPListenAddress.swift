import BackstackPlatform

/// An address to listen on: a numeric IP address and a port, or the path of a Unix domain socket.
///
/// A struct with factory functions, so that other kinds can be added.
public struct HTTPListenAddress: Sendable, Hashable, CustomStringConvertible {
  enum Kind: Sendable, Hashable {
    case ip(host: String, port: Int)
    case unix(path: String, mode: UInt32?)
    case passed(descriptor: Int32)
  }

  let kind: Kind

  /// Returns an address such as `127.0.0.1`, `0.0.0.0`, `::1` or `::`; `localhost` means
  /// `127.0.0.1`.
  ///
  /// `::` accepts IPv4 clients too, whatever the system's default is, unless the server also
  /// listens on an IPv4 address.
  ///
  /// - Parameters:
  ///   - host: The address.
  ///   - port: 0 to 65535; with 0 the system chooses a free port.
  public static func ip(_ host: String, port: Int) -> HTTPListenAddress {
    HTTPListenAddress(kind: .ip(host: host, port: port))
  }

  /// Returns a Unix domain socket.
  ///
  /// A socket file that no server serves any more is replaced; one that is being served, or any
  /// other kind of file, is not. When the server stops, it removes its socket file.
  ///
  /// - Parameters:
  ///   - path: At most 107 bytes.
  ///   - mode: The permissions of the socket, such as `0o660`; if `nil`, the umask decides.
  public static func unix(_ path: String, mode: UInt32? = nil) -> HTTPListenAddress {
    HTTPListenAddress(kind: .unix(path: path, mode: mode))
  }

  /// Returns a socket that listens already, because another process has opened it and passed it to
  /// this one, such as systemd.
  ///
  /// It may be of IPv4, IPv6 or a Unix domain socket. The server closes the descriptor when it
  /// stops. If the other process keeps the socket open, clients that connect then wait for the next
  /// server. The socket file, if there is one, stays.
  ///
  /// - Parameter descriptor: The descriptor of the socket, which belongs to the server once it has
  ///   started.
  package static func passed(descriptor: Int32) -> HTTPListenAddress {
    HTTPListenAddress(kind: .passed(descriptor: descriptor))
  }

  /// Whether another process has opened the socket.
  package var isPassed: Bool {
    if case .passed = kind { true } else { false }
  }

  /// The host of an IP address.
  public var host: String? {
    if case .ip(let host, _) = kind { host } else { nil }
  }

  /// Whether it is an IP address with a host that a server can listen on.
  package var isNumeric: Bool { host.map { SocketAddress(host: $0, port: 0) != nil } ?? false }

  /// The port of an IP address.
  public var port: Int? {
    if case .ip(_, let port) = kind { port } else { nil }
  }

  /// The path of a Unix domain socket.
  public var path: String? {
    if case .unix(let path, _) = kind { path } else { nil }
  }

  /// The format that ``init(_:)`` parses.
  public var description: String {
    switch kind {
    case .ip(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path, _): "unix:\(path)"
    case .passed(let descriptor): "descriptor \(descriptor)"
    }
  }
}

extension HTTPListenAddress: LosslessStringConvertible {
  /// Creates an address from text such as `127.0.0.1:8080`, `[::1]:8080` or
  /// `unix:/run/server.sock`; whether the host is valid is only checked when a server starts.
  public init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = text.dropFirst(5)
      if path.isEmpty { return nil }
      self = .unix(String(path))
      return
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(ASCII.isDigit), let port = UInt16(digits) else {
      return nil
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    if host.isEmpty { return nil }
    self = .ip(String(host), port: Int(port))
  }
}

extension HTTPListenAddress {
  /// Connects to a server that listens here, for health checks.
  ///
  /// - Parameter timeoutSeconds: How long connecting, and each read or write, may take.
  /// - Returns: A blocking socket, which the caller must close; `nil` if no server listens.
  package func connect(timeoutSeconds: Int) -> Int32? {
    let address: SocketAddress? =
      switch kind {
      case .ip(let host, let port):
        UInt16(exactly: port).flatMap { SocketAddress(host: host, port: $0) }
      case .unix(let path, _): SocketAddress(path: path)
      case .passed: nil
      }
    return address.flatMap { try? StreamSocket.connect(to: $0, timeoutSeconds: timeoutSeconds) }
  }
}
