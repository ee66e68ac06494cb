import Glibc

/// A folder of a test's own, with a short path, that is removed with all that is in it.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/backstack-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere"
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink("\(path)/\(name)")
      }
      closedir(folder)
    }
    rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The bytes of a file as text; empty when there is none.
  func text(_ name: String) -> String {
    let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var count = read(descriptor, &buffer, buffer.count)
    while count > 0 {
      all += buffer[..<count]
      count = read(descriptor, &buffer, buffer.count)
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// Makes a file.
  func write(_ text: String, to name: String) {
    let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  /// What `lstat` tells of a file; `nil` when there is none.
  func status(_ name: String) -> stat? {
    var status = stat()
    return lstat(file(name), &status) == 0 ? status : nil
  }
}
