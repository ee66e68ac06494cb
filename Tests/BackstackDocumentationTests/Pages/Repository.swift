import FoundationEssentials

/// The files of the repository.
enum Repository {
  private static let root = (1...4).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// The paths of all Markdown files.
  static func pages() throws -> [String] {
    let top = try FileManager.default.contentsOfDirectory(atPath: root.path)
    return try top.filter { $0.hasSuffix(".md") } + ["Examples/Restaurant/README.md"]
      + ["Benchmarks", "Sources", "SystemTests", "Tests", "Tools", "docs"].flatMap {
        try files(in: $0, ending: ".md")
      }
  }

  /// The paths of the files in and below a folder whose names have an ending.
  static func files(in folder: String, ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Whether there is a file or a folder.
  static func contains(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }
}
