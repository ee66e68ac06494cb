import BackstackLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket address in the form that the system takes.
package struct SocketAddress: Sendable {
  /// An address that a program can read.
  package enum Endpoint: Sendable, Hashable {
    case unknown
    /// A Unix domain socket.
    case local
    case v4(UInt32, port: UInt16)
    case v6(high: UInt64, low: UInt64, port: UInt16)
  }

  private var storage = sockaddr_storage()
  private var length: socklen_t
  let family: Int32

  /// The longest path of a Unix domain socket, in bytes: one less than the system's field.
  package static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Creates an IPv4 or IPv6 address; `nil` unless the host is numeric.
  package init?(host: String, port: UInt16) {
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    if inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = port.bigEndian
      self.init(v4, family: AF_INET)
    } else if inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = port.bigEndian
      self.init(v6, family: AF_INET6)
    } else {
      return nil
    }
  }

  /// Whether it is all addresses of the machine, also as IPv6 writes those of IPv4.
  package var isWildcard: Bool {
    withUnsafeBytes(of: storage) { bytes in
      switch family {
      case AF_INET: bytes.load(as: sockaddr_in.self).sin_addr.s_addr == 0
      case AF_INET6:
        withUnsafeBytes(of: bytes.load(as: sockaddr_in6.self).sin6_addr) { address in
          let isMapped = address[10] == 0xFF && address[11] == 0xFF
          return address.enumerated().allSatisfy { index, byte in
            byte == 0 || isMapped && (10...11).contains(index)
          }
        }
      default: false
      }
    }
  }

  /// Creates a Unix domain socket's address; `nil` if the path is empty, too long or contains a
  /// NUL.
  package init?(path: String) {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= SocketAddress.pathLimit, !bytes.contains(0) else {
      return nil
    }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    self.init(name, family: AF_UNIX)
  }

  /// Creates the address of a Unix domain socket in the abstract namespace, which has no file
  /// (unix(7)); `nil` if the name is empty or too long.
  package init?(abstractName: String) {
    let bytes = [0] + Array(abstractName.utf8)
    guard bytes.count > 1, bytes.count <= SocketAddress.pathLimit else { return nil }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    // All bytes within the length belong to the name.
    self.init(name, family: AF_UNIX, length: SocketAddress.pathOffset + bytes.count)
  }

  /// The number of bytes before the path in the address of a Unix domain socket.
  private static let pathOffset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2

  private init<Name>(
    _ name: Name, family: Int32, length: Int = MemoryLayout<Name>.size
  ) {
    self.family = family
    self.length = socklen_t(length)
    // Sound: `Name` is a socket address: plain bytes, for which `sockaddr_storage` has room.
    withUnsafeMutableBytes(of: &storage) { target in
      withUnsafeBytes(of: name) { target.copyMemory(from: $0) }
    }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      // Sound: every socket address begins with the fields of `sockaddr`.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Returns the path of the Unix domain socket whose address a system call writes, or `@` and its
  /// name in the abstract namespace; `nil` if the call fails, and for other addresses.
  static func localPath(
    _ write: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) -> String? {
    var name = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isKnown = withUnsafeMutablePointer(to: &name) { pointer in
      // Sound: the system writes at most `length` bytes, which begin with the fields of `sockaddr`.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { write($0, &length) }
    }
    guard isKnown, Int32(name.sun_family) == AF_UNIX else { return nil }
    return withUnsafeBytes(of: name.sun_path) { bytes -> String? in
      let path = bytes.prefix(max(0, Int(length) - pathOffset))
      guard let first = path.first else { return nil }
      if first == 0 { return "@" + String(decoding: path.dropFirst(), as: UTF8.self) }
      return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Returns the address that a system call writes.
  static func endpoint(
    _ write: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Void
  ) -> Endpoint {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &storage) { pointer in
      // Sound: `sockaddr_storage` has room for every socket address.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { write($0, &length) }
    }
    return withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
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
      case AF_UNIX: return .local
      default: return .unknown
      }
    }
  }
}
