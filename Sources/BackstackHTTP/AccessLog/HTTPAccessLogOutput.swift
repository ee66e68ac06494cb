import Glibc

/// Where an access log's lines go.
public struct HTTPAccessLogDestination: Sendable {
  enum Kind: Sendable {
    case descriptor(Int32)
    case file(String)
  }

  let kind: Kind

  public static let standardOutput = HTTPAccessLogDestination(kind: .descriptor(STDOUT_FILENO))
  public static let standardError = HTTPAccessLogDestination(kind: .descriptor(STDERR_FILENO))

  /// A file, which is made if it is missing and appended to otherwise.
  public static func file(_ path: String) -> HTTPAccessLogDestination {
    HTTPAccessLogDestination(kind: .file(path))
  }

  /// A descriptor that stays open as long as the log.
  public static func descriptor(_ descriptor: Int32) -> HTTPAccessLogDestination {
    HTTPAccessLogDestination(kind: .descriptor(descriptor))
  }
}

/// An open destination; used by the writer's thread alone.
struct HTTPAccessLogOutput: ~Copyable {
  private let destination: HTTPAccessLogDestination
  private var descriptor: Int32

  /// - Throws: ``HTTPServerError`` when the file can't be opened.
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

  /// Opens the file anew, for whoever has moved the old one away; goes on with the old one when
  /// that fails.
  mutating func reopen() {
    guard case .file(let path) = destination.kind else { return }
    let new = HTTPAccessLogOutput.open(path)
    guard new >= 0 else { return }
    close(descriptor)
    descriptor = new
  }

  /// Writes all bytes; blocks as long as it takes.
  ///
  /// - Returns: How many were written before an error, all without one.
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
