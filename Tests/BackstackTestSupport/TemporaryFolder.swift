import Foundation
package import Glibc

/// A folder for one test, with a path short enough for Unix sockets. It is removed with its
/// contents when this object is freed.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/backstack-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns a file's bytes as text, or an empty string when there is no such file.
  package func text(_ name: String) -> String {
    let bytes = FileManager.default.contents(atPath: file(name)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Creates a file that only its owner can read.
  package func write(_ text: String, to name: String) {
    _ = FileManager.default.createFile(
      atPath: file(name), contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
  }

  /// Returns the result of `lstat` for a file, or `nil` when there is no such file.
  package func status(_ name: String) -> stat? {
    var status = stat()
    return lstat(file(name), &status) == 0 ? status : nil
  }
}
