import BackstackLinux
import Glibc

/// A bound and listening socket.
struct ListeningSocket {
  let descriptor: Int32
  /// The address with the port the system chose.
  let address: HTTPListenAddress

  /// - Throws: ``HTTPServerError`` when the address is invalid, taken or not permitted.
  init(_ wanted: HTTPListenAddress, backlog: Int32) throws(HTTPServerError) {
    guard let port = UInt16(exactly: wanted.port) else {
      throw HTTPServerError(
        code: .invalidAddress, message: "\(wanted.port) is not a port; use 0 to 65535.")
    }
    guard var name = SocketName(host: wanted.host, port: port) else {
      throw HTTPServerError(
        code: .invalidAddress,
        message: "\"\(wanted.host)\" is not a numeric IPv4 or IPv6 address such as 127.0.0.1.")
    }
    let descriptor = backstack_stream_socket(name.family)
    guard descriptor >= 0 else { throw .system("create a socket", errno) }
    var one: Int32 = 1
    // Allows a restart while old connections linger; two listeners on one port stay refused.
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    let isListening = name.withAddress { pointer, length in
      bind(descriptor, pointer, length) == 0 && listen(descriptor, backlog) == 0
    }
    guard isListening else {
      let number = errno
      close(descriptor)
      throw .bind(wanted, number)
    }
    name.readBound(descriptor)
    self.descriptor = descriptor
    address = .ip(wanted.host, port: Int(name.port))
  }
}

/// An IPv4 or IPv6 socket address in the form the system takes.
private struct SocketName {
  var storage = sockaddr_storage()
  var length: socklen_t
  var family: Int32

  init?(host: String, port: UInt16) {
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    if inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = port.bigEndian
      family = AF_INET
      length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutableBytes(of: &storage) { target in
        withUnsafeBytes(of: &v4) { target.copyMemory(from: $0) }
      }
    } else if inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = port.bigEndian
      family = AF_INET6
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      withUnsafeMutableBytes(of: &storage) { target in
        withUnsafeBytes(of: &v6) { target.copyMemory(from: $0) }
      }
    } else {
      return nil
    }
  }

  mutating func withAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let length = length
    return withUnsafePointer(to: &storage) { pointer in
      // Sound: every socket address begins with the fields of `sockaddr`.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  mutating func readBound(_ descriptor: Int32) {
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &storage) { pointer in
      // Sound: `sockaddr_storage` has room for every socket address.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
    }
  }

  var port: UInt16 { UInt16(clamping: HTTPPeerAddress(storage).port ?? 0) }
}

extension HTTPPeerAddress {
  /// The address the system gave for a socket.
  init(_ address: sockaddr_storage) {
    storage = withUnsafeBytes(of: address) { bytes in
      switch Int32(address.ss_family) {
      case AF_INET:
        let name = bytes.loadUnaligned(as: sockaddr_in.self)
        return .v4(UInt32(bigEndian: name.sin_addr.s_addr), port: UInt16(bigEndian: name.sin_port))
      case AF_INET6:
        let name = bytes.loadUnaligned(as: sockaddr_in6.self)
        return withUnsafeBytes(of: name.sin6_addr) { group in
          .v6(
            high: UInt64(bigEndian: group.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: group.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
            port: UInt16(bigEndian: name.sin6_port))
        }
      default: return .unknown
      }
    }
  }
}
