import FoundationEssentials

/// A file of the repository, as text.
struct SourceFile {
  /// The path from the folder in which the file was found.
  let path: String
  let text: String

  /// Returns the files in and below a folder of the repository whose names have the ending.
  static func all(in folder: String, ending: String = ".swift") throws -> [SourceFile] {
    let folder = root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(ending) }
      .map { SourceFile(path: $0, text: try read(folder.appending(path: $0))) }
  }

  /// Returns the text of a file of the repository.
  static func text(_ path: String) throws -> String { try read(root.appending(path: path)) }

  /// The folder of the repository.
  private static let root = (1...5).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  private static func read(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// The numbers of the rules whose tags a Swift file declares or uses, as in `.r91`, in textual
  /// order.
  var ruleTags: [Int] {
    text.split { $0 == "." || $0 == " " }.compactMap { word in
      word.first == "r" ? Int(word.dropFirst().prefix { $0.isNumber }) : nil
    }
  }

  /// The text of the comments of a Swift file.
  var comments: String {
    text.split(separator: "\n").compactMap { line in
      line.firstRange(of: "//").map { String(line[$0.upperBound...]) }
    }
    .joined(separator: "\n")
  }

  /// The documentation comments of the public declarations in a Swift file.
  var publicDocumentation: String {
    let lines = text.split(separator: "\n")
    var documentation: [Substring] = []
    var result: [Substring] = []
    for (index, line) in lines.enumerated() {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("///") {
        documentation.append(code)
      } else if !documentation.isEmpty, let declaration = Declaration(code) {
        if Self.isPublic(declaration, at: index, of: lines) { result += documentation }
        documentation = []
      }
    }
    return result.joined(separator: "\n")
  }

  /// Returns whether a declaration is public itself, or is a case or requirement of a public type.
  /// An extension counts as public.
  private static func isPublic(
    _ declaration: Declaration, at index: Int, of lines: [Substring]
  ) -> Bool {
    if declaration.isPublic || declaration.keyword == "extension" { return true }
    let indentation = lines[index].prefix { $0 == " " }.count
    for line in lines[..<index].reversed() {
      let code = line.drop { $0 == " " }
      guard line.count - code.count < indentation, let type = Declaration(code) else { continue }
      return type.isPublic && (declaration.keyword == "case" || type.keyword == "protocol")
    }
    return false
  }
}

/// The first line of a declaration.
private struct Declaration {
  let keyword: Substring
  let isPublic: Bool

  private static let keywords: Set<Substring> = [
    "func", "var", "let", "struct", "class", "enum", "protocol", "extension", "typealias", "init",
    "subscript", "case", "macro", "actor", "associatedtype",
  ]

  /// Returns `nil` when the line is a comment, an attribute, or a part of one.
  init?(_ code: Substring) {
    guard !code.hasPrefix("//") else { return nil }
    let words = code.words.map { Substring($0) }
    // `@attached(extension, …)` is an attribute.
    guard
      let keyword = words.first(where: Self.keywords.contains),
      !code.hasPrefix("@") || (keyword != "extension" && keyword != "case")
    else { return nil }
    self.keyword = keyword
    isPublic = words.contains("public")
  }
}
