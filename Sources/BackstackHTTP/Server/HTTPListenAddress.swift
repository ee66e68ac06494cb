/// Where a server listens: a numeric IPv4 or IPv6 address and a port.
///
/// A struct with factories, so that other kinds (a Unix socket) can be added.
public struct HTTPListenAddress: Sendable, Hashable, CustomStringConvertible {
  public let host: String
  /// 0 to 65535; 0 lets the system choose a free port.
  public let port: Int

  /// An address such as `127.0.0.1`, `0.0.0.0`, `::1` or `::`; `localhost` stands for `127.0.0.1`.
  public static func ip(_ host: String, port: Int) -> HTTPListenAddress {
    HTTPListenAddress(host: host, port: port)
  }

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
