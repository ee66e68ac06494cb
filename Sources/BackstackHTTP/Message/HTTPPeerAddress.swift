/// The address of a connection's or a request's sender; converted into text only on demand.
public struct HTTPPeerAddress: Sendable, Hashable, CustomStringConvertible {
  enum Storage: Sendable, Hashable {
    case unknown
    case local
    case v4(UInt32, port: UInt16)
    case v6(high: UInt64, low: UInt64, port: UInt16)
  }

  var storage: Storage

  /// No address, as for a request without a connection.
  public static let unknown = HTTPPeerAddress(storage: .unknown)

  /// A client of a Unix domain socket.
  public static let local = HTTPPeerAddress(storage: .local)

  /// The port, or `nil` when there is none.
  public var port: Int? {
    switch storage {
    case .unknown, .local: nil
    case .v4(_, let port), .v6(_, _, let port): port == 0 ? nil : Int(port)
    }
  }

  /// The host as text, such as `127.0.0.1`; an IPv6 address is written with all groups.
  public var host: String {
    var bytes: [UInt8] = []
    appendHost(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  public var description: String {
    guard let port else { return host }
    if case .v6 = storage { return "[\(host)]:\(port)" }
    return "\(host):\(port)"
  }
}
