import Foundation
package import Glibc

/// A folder of a test's own, with a path that is short enough for sockets, which goes with all that is in
/// it when nobody knows it any longer.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/backstack-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The bytes of a file as text; empty when there is none.
  package func text(_ name: String) -> String {
    let bytes = FileManager.default.contents(atPath: file(name)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes a file that only its owner may read.
  package func write(_ text: String, to name: String) {
    _ = FileManager.default.createFile(
      atPath: file(name), contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
  }

  /// What `lstat` tells of a file; `nil` when there is none.
  package func status(_ name: String) -> stat? {
    var status = stat()
    return lstat(file(name), &status) == 0 ? status : nil
  }
}
