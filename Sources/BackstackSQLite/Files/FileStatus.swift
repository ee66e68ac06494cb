#if SQLite

import Glibc

/// The identity and the size of the file at a path.
struct FileStatus: Sendable, Equatable {
  var device: UInt64
  var inode: UInt64
  /// The size in bytes.
  var size: Int
  /// Whether this is a regular file.
  var isRegular = true
  /// The number of the file's names (hard links).
  var nameCount = 1

  /// - Parameter followsLinks: Whether to follow a symbolic link at the path.
  /// - Returns: `nil` if there is no file, or it is not accessible.
  static func at(_ path: String, followsLinks: Bool = false) -> Self? {
    var status = stat()
    let result = followsLinks ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { return nil }
    return Self(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
      isRegular: status.st_mode & S_IFMT == S_IFREG, nameCount: Int(clamping: status.st_nlink))
  }

  func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }
}

#endif
