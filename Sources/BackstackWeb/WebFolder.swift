import BackstackHTTP
import BackstackPlatform
import FoundationEssentials
import Synchronization

/// The files of a folder, which are read again when they change: for people who write a client.
final class WebFolder: Sendable {
  private struct Contents: Sendable {
    var stamps: [String: FileStamp] = [:]
    var files: [String: WebFile] = [:]
  }

  private static let maximumCount = 1000
  private static let maximumBytes = 64 << 20

  private let path: String
  private let contents: Mutex<Contents>

  init(path: String) throws(WebFolderError) {
    self.path = path
    let read = try Self.read(path, after: Contents())
    guard read.files[WebFiles.pageName] != nil else {
      throw WebFolderError("The folder \(path) has no file \(WebFiles.pageName).")
    }
    contents = Mutex(read)
  }

  /// Returns a file as it is now. While the folder can't be read, its files are those that were read
  /// last.
  func file(_ name: String) -> WebFile? { current.files[name] }

  var names: [String] { Array(current.files.keys) }

  private var current: Contents {
    contents.withLock { contents in
      if let read = try? Self.read(path, after: contents) { contents = read }
      return contents
    }
  }

  private static func read(
    _ path: String, after known: Contents
  ) throws(WebFolderError) -> Contents {
    var contents = Contents()
    var bytes = 0
    for name in try names(in: path) {
      guard let stamp = FileStamp(path: "\(path)/\(name)") else { continue }
      bytes += stamp.size
      guard contents.files.count < maximumCount, bytes <= maximumBytes else {
        throw WebFolderError(
          "The folder \(path) has more than \(maximumCount) files, or \(maximumBytes >> 20) MiB.")
      }
      contents.stamps[name] = stamp
      contents.files[name] =
        known.stamps[name] == stamp ? known.files[name] : try file(name, in: path)
    }
    return contents
  }

  private static func names(in path: String) throws(WebFolderError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { !$0.hasPrefix(".") }
    } catch {
      throw WebFolderError("The folder \(path) can't be read.")
    }
  }

  /// Reads a regular file of at most ``maximumBytes``.
  private static func file(_ name: String, in path: String) throws(WebFolderError) -> WebFile {
    do {
      let descriptor = try FileDescriptor.openForReading("\(path)/\(name)")
      defer { FileDescriptor.close(descriptor) }
      // Again, as another file may be there by now.
      guard let stamp = FileStamp(descriptor: descriptor), stamp.size <= maximumBytes else {
        throw WebFolderError("The file \(path)/\(name) is no file, or too large.")
      }
      return WebFile(name, try FileDescriptor.readAll(from: descriptor))
    } catch let error as WebFolderError {
      throw error
    } catch {
      throw WebFolderError("The file \(path)/\(name) can't be read.")
    }
  }
}

/// The reason that a folder's files can't be served.
public struct WebFolderError: Error, Sendable, CustomStringConvertible {
  /// The reason, for a person.
  public let message: String

  init(_ message: String) { self.message = message }

  public var description: String { message }
}
