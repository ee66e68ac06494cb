import BackstackHost
import BackstackPlatform
import FoundationEssentials

/// Writes a package with a feature, its tests and a host.
struct InitCommand {
  static let usage = "NAME [--path DIR] [--backstack URL|DIR] [--version VERSION]"
  static let help = """
    writes a package with a feature, its tests and a server into DIR (default NAME in the
    present folder). It depends on the clone that this program was built in; with --backstack
    on another clone, or on a repository from VERSION (default 1.0.0) on
    """

  private let name: String
  private let folder: String
  private let dependency: BackstackDependency

  /// Reads the arguments, and checks what they name.
  ///
  /// - Throws: ``CommandError``.
  init(_ arguments: [String]) throws(CommandError) {
    let options = try CommandArguments(
      arguments, of: "init", flags: ["--path", "--backstack", "--version"])
    guard options.words.count == 1 else {
      throw CommandError("init needs one name for the package.")
    }
    name = options.words[0]
    try Self.check(name)
    folder = AbsolutePath(options["--path"] ?? name).text
    dependency = try BackstackDependency(
      options["--backstack"], version: options["--version"], folder: folder)
  }

  /// Writes the package, and prints the next steps.
  ///
  /// - Returns: The exit code: 1 if the folder has contents already, and nothing is written.
  /// - Throws: An error if a file can't be written.
  func run() throws -> Int32 {
    let files = FileManager.default
    var isFolder = false
    if files.fileExists(atPath: folder, isDirectory: &isFolder) {
      guard isFolder else { throw InitFailure("\(folder) is a file.") }
      guard try files.contentsOfDirectory(atPath: folder).isEmpty else {
        throw InitFailure("\(folder) is not empty; choose another folder with --path.")
      }
    }
    for file in PackageTemplate(name: name, dependency: dependency).files {
      let path = AbsolutePath(file.path, in: folder).text
      try files.createDirectory(
        atPath: AbsolutePath("..", in: path).text, withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: URL(filePath: path))
    }
    try StandardOutput.write(
      """
      \(name) is in \(folder). In this folder,
        swift run    serves it: open http://127.0.0.1:8080/app/ (the first build takes minutes)
        swift test   runs its tests
      README.md has more to try.

      """)
    return 0
  }

  /// Checks that a name can be that of a package and of its module.
  private static func check(_ name: String) throws(CommandError) {
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil else {
      throw CommandError(
        "\"\(name)\" can't be the name of a package and its module: "
          + "use letters, digits and underscores, and begin with a letter.")
    }
    if keywords.contains(name) {
      throw CommandError("\"\(name)\" can't be the name of a module: it is a keyword of Swift.")
    }
    if modules.contains(name) || name.lowercased().hasPrefix("backstack") {
      throw CommandError("\"\(name)\" can't be the name of a module: there is one already.")
    }
    if PackageTemplate.types.contains(name) {
      throw CommandError("\"\(name)\" can't be the name of the module: it has a type of this name.")
    }
  }

  /// The reserved words of Swift, and `main`, which the compiler reserves for itself.
  private static let keywords: Set = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "main",
    "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
    "try", "typealias", "var", "where", "while",
  ]

  /// Modules that the package imports, or that the ones it imports need.
  private static let modules: Set = [
    "CSQLite", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Observation", "Swift",
    "Synchronization", "Testing", "XCTest",
  ]
}

/// How a new package depends on Backstack.
struct BackstackDependency {
  /// The value for `dependencies` in the manifest.
  let declaration: String
  /// The name of the package in the products of targets.
  let package: String
  /// The path of a clone, as the new package names it; `nil` for a URL.
  let path: String?

  /// Reads the options about the dependency.
  ///
  /// - Parameters:
  ///   - location: The URL or path; `nil` for the clone that the program was built in.
  ///   - folder: The folder of the new package.
  init(_ location: String?, version: String?, folder: String) throws(CommandError) {
    if let location { try Self.check(location) }
    if let location, location.contains("://") || location.contains(/^[^\/]+@[^\/]+:/) {
      let version = version ?? "1.0.0"
      guard version.wholeMatch(of: /\d+\.\d+\.\d+([-+][A-Za-z0-9.+-]+)?/) != nil else {
        throw CommandError("--version must be a version such as 1.0.0, not \"\(version)\".")
      }
      declaration = ".package(url: \(SwiftLiteral.quoted(location)), from: \"\(version)\")"
      let last = location.split { $0 == "/" || $0 == ":" }.last ?? ""
      package = last.hasSuffix(".git") ? String(last.dropLast(4)) : String(last)
      path = nil
      return
    }
    if version != nil {
      throw CommandError("--version needs the URL of a repository as --backstack.")
    }
    guard let clone = location ?? Self.ownClone else {
      throw CommandError(
        "--backstack is needed: the URL of Backstack's repository, or the path of a clone.")
    }
    guard Self.isClone(AbsolutePath(clone)) else {
      throw CommandError("There is no clone of Backstack in \(AbsolutePath(clone).text).")
    }
    // An absolute path stays one; any other is relative to the new package.
    let isAbsolute = location?.hasPrefix("/") == true
    let path =
      isAbsolute ? AbsolutePath(clone).text : AbsolutePath(clone).text(relativeTo: folder)
    declaration = ".package(name: \"backstack\", path: \(SwiftLiteral.quoted(path)))"
    try Self.check(path)
    package = "backstack"
    self.path = path
  }

  /// Refuses a location that the files of the package can't name so that all who read them
  /// understand the same: a line break in a path would be a command in the Dockerfile.
  private static func check(_ location: String) throws(CommandError) {
    guard location.unicodeScalars.contains(where: \.isHidden) else { return }
    throw CommandError(
      "\(SwiftLiteral.quoted(location)) has a character that can't be seen: use another location.")
  }

  /// The clone that contains this program, usually in `.build`.
  private static var ownClone: String? {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return nil }
    var folder = AbsolutePath(program)
    while folder.text != "/" {
      folder = AbsolutePath("..", in: folder.text)
      if isClone(folder) { return folder.text }
    }
    return nil
  }

  private static func isClone(_ folder: AbsolutePath) -> Bool {
    let manifest = FileManager.default.contents(atPath: folder.text + "/Package.swift") ?? Data()
    return String(decoding: manifest, as: UTF8.self).contains("name: \"BackstackHost\"")
  }
}

/// A path from the root, without `.` and `..`.
struct AbsolutePath {
  private var parts: [String] = []

  var text: String { "/" + parts.joined(separator: "/") }

  /// Creates a path from one that may be relative to a folder.
  init(_ path: String, in folder: String = FileManager.default.currentDirectoryPath) {
    for part in (path.hasPrefix("/") ? path : "\(folder)/\(path)").split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
    }
  }

  /// Returns the path as it is written in a folder.
  func text(relativeTo folder: String) -> String {
    let base = AbsolutePath(folder).parts
    let common = zip(base, parts).prefix { $0 == $1 }.count
    let steps = base.dropFirst(common).map { _ in ".." } + parts.dropFirst(common)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }
}

/// The reason that no package is written.
struct InitFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
