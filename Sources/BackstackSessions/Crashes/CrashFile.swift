import Glibc

/// The file in which a process that ends by a fault records the session that it worked on.
struct CrashFile {
  /// The reason why the file can't be used.
  struct Failure: Error {
    let message: String
  }

  /// The number of bytes that are read of a long file, from its end.
  private static let maximumSize = 1 << 20

  /// Open for appending, so that no record overwrites another.
  let descriptor: Int32
  private let path: String

  /// Opens the file, and creates it if it does not exist.
  ///
  /// - Throws: ``Failure``.
  init(path: String) throws(Failure) {
    self.path = path
    descriptor = Glibc.open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw Self.failure("opened", path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      Glibc.close(descriptor)
      throw Failure(message: "\(path) is not a regular file.")
    }
  }

  func close() { Glibc.close(descriptor) }

  /// Returns the records in the file, oldest first.
  ///
  /// - Throws: ``Failure``.
  func records() throws(Failure) -> [CrashRecord] {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw Self.failure("read", path) }
    var bytes = [UInt8](repeating: 0, count: min(size, Self.maximumSize))
    var count = 0
    while count < bytes.count {
      let offset = size - bytes.count + count
      let read = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, offset)
      }
      if read < 0 {
        if errno == EINTR { continue }
        throw Self.failure("read", path)
      }
      if read == 0 { break }
      count += read
    }
    return CrashRecord.all(in: Array(bytes[..<count]))
  }

  /// Empties the file, once all its records are stored elsewhere.
  ///
  /// - Throws: ``Failure``.
  func clear() throws(Failure) {
    guard ftruncate(descriptor, 0) == 0 else { throw Self.failure("emptied", path) }
  }

  private static func failure(_ what: String, _ path: String) -> Failure {
    Failure(message: "\(path) can't be \(what): \(String(cString: strerror(errno))).")
  }
}
