import FoundationEssentials

/// Access to the files of the package by their paths from its root.
enum PackageFile {
  static func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(name)), as: UTF8.self)
  }

  static func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url(name))
  }

  static func url(_ name: String) -> URL {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appendingPathComponent(name)
  }
}
