import BackstackPlatform
import BackstackService
import FoundationEssentials

/// Writes the types of features for clients in another language.
struct ClientCommand {
  static let usage = "--language typescript|swift|openapi [--feature NAME] [--output FOLDER]"
  static let help = """
    prints the types of a feature for clients in a language, or its contract for
    generators of others; with --output, writes a file for each feature
    """

  private let features: [Feature]
  private let language: ClientLanguage
  /// The folder for the files; `nil` for standard output.
  private let folder: String?

  /// Reads the arguments.
  ///
  /// - Parameter features: The features of the program.
  /// - Throws: ``CommandError``.
  init(_ arguments: [String], features: [Feature]) throws(CommandError) {
    let options = try CommandArguments(
      arguments, of: "client", flags: ["--language", "--feature", "--output"])
    if let word = options.words.first { throw CommandError("client does not take \"\(word)\".") }
    language = try Self.language(options["--language"])
    folder = options["--output"]
    if let name = options["--feature"] {
      guard let feature = features.first(where: { $0.name == name }) else {
        let names = features.map(\.name).joined(separator: ", ")
        throw CommandError("There is no feature \"\(name)\". The features are: \(names).")
      }
      self.features = [feature]
    } else {
      self.features = features
    }
    if folder == nil, self.features.count != 1 {
      throw CommandError("client needs the name of one --feature, or a folder as --output.")
    }
    if folder != nil, Set(self.features.map(fileName)).count < self.features.count {
      throw CommandError("Two features would have the same file: choose one with --feature.")
    }
  }

  private static func language(_ name: String?) throws(CommandError) -> ClientLanguage {
    let names = ClientLanguage.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name else { throw CommandError("client needs a --language: \(names).") }
    guard let language = ClientLanguage(rawValue: name) else {
      throw CommandError("There is no language \"\(name)\". The languages are: \(names).")
    }
    return language
  }

  /// Prints the types, or writes a file for each feature.
  ///
  /// - Returns: The exit code.
  /// - Throws: An error if a file or the output can't be written.
  func run() throws -> Int32 {
    guard let folder else {
      try StandardOutput.write(BackstackServer.client(of: features[0], in: language))
      return 0
    }
    try FileManager.default.createDirectory(
      at: URL(filePath: folder), withIntermediateDirectories: true)
    for feature in features {
      try Data(BackstackServer.client(of: feature, in: language).utf8)
        .write(to: URL(filePath: folder).appending(path: fileName(of: feature)))
    }
    return 0
  }

  private func fileName(of feature: Feature) -> String {
    // A feature's name can have any characters, such as a slash.
    let name = feature.name.replacing(/[^A-Za-z0-9_.-]/, with: "_")
    return "\(name).\(language.fileExtension)"
  }
}
