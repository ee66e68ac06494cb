import BackstackPlatform

/// The destination of an access log's lines.
public struct HTTPAccessLogDestination: Sendable {
  enum Kind: Sendable {
    case descriptor(Int32)
    case file(String)
  }

  let kind: Kind

  /// The path of the file; `nil` for a descriptor.
  package var path: String? { if case .file(let path) = kind { path } else { nil } }

  public static let standardOutput = descriptor(FileDescriptor.standardOutput)
  public static let standardError = descriptor(FileDescriptor.standardError)

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
      do throws(SystemError) {
        descriptor = try FileDescriptor.openForAppending(path)
      } catch {
        throw .system("open the access log \(path)", error.number)
      }
    }
  }

  deinit {
    if case .file = destination.kind { FileDescriptor.close(descriptor) }
  }

  /// Opens the file again after it was moved away.
  ///
  /// - Throws: ``HTTPServerError`` if that fails; the old file stays open.
  mutating func reopen() throws(HTTPServerError) {
    guard case .file(let path) = destination.kind else { return }
    do throws(SystemError) {
      let new = try FileDescriptor.openForAppending(path)
      FileDescriptor.close(descriptor)
      descriptor = new
    } catch {
      throw .system("reopen the access log \(path)", error.number)
    }
  }

  /// Writes all bytes; blocks as long as that takes.
  ///
  /// - Returns: The number of bytes written; less than all only after an error.
  func write(_ bytes: [UInt8]) -> Int { FileDescriptor.write(bytes, to: descriptor) }
}
