import Glibc

extension HTTPPeerAddress {
  /// Creates the address of a socket. An IPv4-mapped IPv6 address becomes the IPv4 address (RFC
  /// 4291 §2.5.5.2), so that a client has one address, whichever kind of socket accepts it.
  init(_ address: sockaddr_storage) {
    storage = withUnsafeBytes(of: address) { bytes in
      switch Int32(address.ss_family) {
      case AF_INET:
        let name = bytes.loadUnaligned(as: sockaddr_in.self)
        return .v4(UInt32(bigEndian: name.sin_addr.s_addr), port: UInt16(bigEndian: name.sin_port))
      case AF_INET6:
        let name = bytes.loadUnaligned(as: sockaddr_in6.self)
        let port = UInt16(bigEndian: name.sin6_port)
        return withUnsafeBytes(of: name.sin6_addr) { group in
          let high = UInt64(bigEndian: group.loadUnaligned(as: UInt64.self))
          let low = UInt64(bigEndian: group.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
          if high == 0, low >> 32 == 0xFFFF {
            return .v4(UInt32(truncatingIfNeeded: low), port: port)
          }
          return .v6(high: high, low: low, port: port)
        }
      case AF_UNIX: return .local
      default: return .unknown
      }
    }
  }
}
