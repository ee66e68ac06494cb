#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The attributes that differ after a regular file was changed or replaced.
package struct FileStamp: Hashable, Sendable {
  /// The size in bytes.
  package let size: Int
  private let number: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the stamp of a file; `nil` if there is none, or something else than a regular file, such
  /// as a symbolic link.
  package init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the stamp of an open file; `nil` if it is something else than a regular file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(status.st_size)
    number = UInt64(status.st_ino)
    // Of the last change of the content or the status: no program can set it.
    #if canImport(Darwin)
      let time = status.st_ctimespec
    #else
      let time = status.st_ctim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }
}
