#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of a Unix domain socket, as its server created it.
package struct UnixSocketFile: Sendable {
  private let path: String
  private let device: dev_t
  private let node: ino_t

  /// Creates a record of the file that is at a path now; `nil` if there is none.
  package init?(path: String) {
    guard let status = UnixSocketFile.status(path) else { return nil }
    self.path = path
    device = status.st_dev
    node = status.st_ino
  }

  /// Removes the file unless another has replaced it.
  package func remove() {
    guard let status = UnixSocketFile.status(path), status.st_dev == device, status.st_ino == node
    else { return }
    unlink(path)
  }

  /// Removes a socket file that no server serves any more.
  ///
  /// - Returns: Whether it was removed.
  package static func removeStale(_ address: SocketAddress, path: String) -> Bool {
    guard let status = status(path), status.st_mode & S_IFMT == S_IFSOCK else { return false }
    do throws(SystemError) {
      close(try StreamSocket.connect(to: address, timeoutSeconds: 1))
      return false
    } catch {
      return error == .connectionRefused && unlink(path) == 0
    }
  }

  /// Returns whether the path has a file that is not a socket.
  package static func isBlocked(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT != S_IFSOCK } ?? false
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
