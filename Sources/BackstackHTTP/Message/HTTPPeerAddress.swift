/// The address a connection came from; made into text only on demand.
public struct HTTPPeerAddress: Sendable, Hashable, CustomStringConvertible {
  enum Storage: Sendable, Hashable {
    case unknown
    case v4(UInt32, port: UInt16)
    case v6(high: UInt64, low: UInt64, port: UInt16)
  }

  var storage: Storage

  /// No address, as for a request made by hand.
  public static let unknown = HTTPPeerAddress(storage: .unknown)

  /// The port, or `nil` when there is none.
  public var port: Int? {
    switch storage {
    case .unknown: nil
    case .v4(_, let port), .v6(_, _, let port): Int(port)
    }
  }

  /// The host as text, such as `127.0.0.1`; every group of an IPv6 address is written.
  public var host: String {
    switch storage {
    case .unknown: return "unknown"
    case .v4(let address, _):
      return (0..<4).map { String((address >> UInt32(24 - $0 * 8)) & 0xFF) }
        .joined(separator: ".")
    case .v6(let high, let low, _):
      return (0..<8).map { group in
        let half = group < 4 ? high : low
        return String((half >> UInt64(48 - (group % 4) * 16)) & 0xFFFF, radix: 16)
      }.joined(separator: ":")
    }
  }

  public var description: String {
    switch storage {
    case .unknown: host
    case .v4(_, let port): "\(host):\(port)"
    case .v6(_, _, let port): "[\(host)]:\(port)"
    }
  }
}
