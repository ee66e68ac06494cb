import Glibc

/// The destination of an access log's lines.
public struct HTTPAccessLogDestination: Sendable {
  enum Kind: Sendable {
    case descriptor(Int32)
    case file(String)
  }

  let kind: Kind

  public static let standardOutput = HTTPAccessLogDestination(kind: .descriptor(STDOUT_FILENO))
  public static let standardError = HTTPAccessLogDestination(kind: .descriptor(STDERR_FILENO))

  /// Returns a file as the destination; it is created if missing and otherwise appended to.
  public static func file(_ path: String) -> HTTPAccessLogDestination {
    HTTPAccessLogDestination(kind: .file(path))
  }

  /// Returns a descriptor as the destination; it must stay open as long as the log.
  public static func descriptor(_ descriptor: Int32) -> HTTPAccessLogDestination {
    HTTPAccessLogDestination(kind: .descriptor(descriptor))
  }
}

/// An open destination; only the writer's thread uses it.
struct HTTPAccessLogOutput: ~Copyable {
  private let destination: HTTPAccessLogDestination
  private var descriptor: Int32

  /// - Throws: ``HTTPServerError`` if the file can't be opened.
  init(_ destination: HTTPAccessLogDestination) throws(HTTPServerError) {
    self.destination = destination
    switch destination.kind {
    case .descriptor(let descriptor): self.descriptor = descriptor
    case .file(let path):
      descriptor = HTTPAccessLogOutput.open(path)
      guard descriptor >= 0 else { throw .system("open the access log \(path)", errno) }
    }
  }

  deinit {
    if case .file = destination.kind { close(descriptor) }
  }

  private static func open(_ path: String) -> Int32 {
    Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
  }

  /// Opens the file again after it was moved away; keeps the old one if that fails.
  mutating func reopen() {
    guard case .file(let path) = destination.kind else { return }
    let new = HTTPAccessLogOutput.open(path)
    guard new >= 0 else { return }
    close(descriptor)
    descriptor = new
  }

  /// Writes all bytes; blocks as long as that takes.
  ///
  /// - Returns: The number of bytes written; less than all only after an error.
  func write(_ bytes: [UInt8]) -> Int {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count > 0 {
        start += count
      } else if count < 0, errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    return start
  }
}
