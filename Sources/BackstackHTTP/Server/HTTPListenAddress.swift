/// Where a server listens: a numeric IP address and a port, or the path of a Unix domain socket.
///
/// A struct with factories, so that other kinds can be added.
public struct HTTPListenAddress: Sendable, Hashable, CustomStringConvertible {
  enum Kind: Sendable, Hashable {
    case ip(host: String, port: Int)
    case unix(path: String, mode: UInt32?)
  }

  let kind: Kind

  /// An address such as `127.0.0.1`, `0.0.0.0`, `::1` or `::`; `localhost` stands for `127.0.0.1`.
  ///
  /// `::` takes IPv4 clients too, whatever the system's default is, unless the server is given an
  /// IPv4 address beside it.
  ///
  /// - Parameter port: 0 to 65535; 0 lets the system choose a free one.
  public static func ip(_ host: String, port: Int) -> HTTPListenAddress {
    HTTPListenAddress(kind: .ip(host: host, port: port))
  }

  /// A Unix domain socket.
  ///
  /// A socket that a server left behind there is replaced, one that is served is not, nor any other
  /// kind of file. When the server stops it removes its socket.
  ///
  /// - Parameters:
  ///   - path: At most 107 bytes.
  ///   - mode: The permissions of the socket, such as `0o660`; without, what the umask leaves.
  public static func unix(_ path: String, mode: UInt32? = nil) -> HTTPListenAddress {
    HTTPListenAddress(kind: .unix(path: path, mode: mode))
  }

  /// The host of an IP address.
  public var host: String? {
    if case .ip(let host, _) = kind { host } else { nil }
  }

  /// The port of an IP address.
  public var port: Int? {
    if case .ip(_, let port) = kind { port } else { nil }
  }

  /// The path of a Unix domain socket.
  public var path: String? {
    if case .unix(let path, _) = kind { path } else { nil }
  }

  /// The form that ``init(_:)`` reads.
  public var description: String {
    switch kind {
    case .ip(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path, _): "unix:\(path)"
    }
  }
}

extension HTTPListenAddress: LosslessStringConvertible {
  /// Reads `127.0.0.1:8080`, `[::1]:8080` or `unix:/run/server.sock`; whether the host is one is
  /// found out when a server starts.
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
