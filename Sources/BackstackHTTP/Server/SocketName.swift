import BackstackLinux
import Glibc

/// A socket address in the form that the system takes.
struct SocketName {
  private var storage = sockaddr_storage()
  private var length: socklen_t
  let family: Int32

  /// The longest path of a Unix domain socket, in bytes: one less than the system's field.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Creates an IPv4 or IPv6 address; `nil` unless the host is numeric.
  init?(host: String, port: UInt16) {
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

  /// Creates a Unix domain socket's address; `nil` if the path is empty, too long or contains a
  /// NUL.
  init?(path: String) {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= SocketName.pathLimit, !bytes.contains(0) else {
      return nil
    }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    self.init(name, family: AF_UNIX)
  }

  private init<Name>(_ name: Name, family: Int32) {
    self.family = family
    length = socklen_t(MemoryLayout<Name>.size)
    // Sound: `Name` is a socket address: plain bytes, for which `sockaddr_storage` has room.
    withUnsafeMutableBytes(of: &storage) { target in
      withUnsafeBytes(of: name) { target.copyMemory(from: $0) }
    }
  }

  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      // Sound: every socket address begins with the fields of `sockaddr`.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Connects a new blocking socket to the address; returns its descriptor, or -1 with `errno` set.
  func connect(timeoutSeconds: Int) -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return -1 }
    var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
    if withAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
    let number = errno
    close(descriptor)
    errno = number
    return -1
  }

  /// Returns the port that a socket was bound to.
  static func boundPort(_ descriptor: Int32) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &storage) { pointer in
      // Sound: `sockaddr_storage` has room for every socket address.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
    }
    return HTTPPeerAddress(storage).port ?? 0
  }
}
