#if SQLite

import Glibc

/// Which file is at a path, and how large it is.
struct FileStatus: Sendable, Equatable {
  var device: UInt64
  var inode: UInt64
  /// In bytes.
  var size: Int
  /// Whether it is a regular file.
  var isRegular = true
  /// How many names it has.
  var nameCount = 1

  /// - Parameter followsLinks: Whether a symbolic link at the path stands for the file that it leads to.
  /// - Returns: `nil` when there is none, or none that may be looked at.
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
