import FoundationEssentials

/// A file at the root of the package.
enum PackageFile {
  static func text(_ name: String) throws -> String {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return String(
      decoding: try Data(contentsOf: root.appendingPathComponent(name)), as: UTF8.self)
  }
}
