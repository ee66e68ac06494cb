package import BackstackAssets

/// A file that a program contains.
struct BuiltInFile: Sendable {
  let folder: String
  let name: String
  private let read: @Sendable () -> String

  /// The files of the folder Assets, which are part of every program.
  static let all = (0..<backstack_assets().count).map { index in
    BuiltInFile(String(cString: backstack_assets().first[index].path)) {
      String(cString: backstack_assets().first[index].text)
    }
  }

  /// The policy of the pages: they run only scripts of this server, send requests only to it, and can't
  /// make elements of text (Content Security Policy Level 3, Trusted Types). Views may show images of other
  /// servers over TLS.
  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    """

  /// The folder and the name, such as `client/levels.js`.
  var path: String { "\(folder)/\(name)" }

  /// - Parameter path: The folder and the name; a name alone is that of a file of the app.
  init(_ path: String, read: @escaping @Sendable () -> String) {
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    folder = parts.count > 1 ? String(parts[0]) : "app"
    name = String(parts[parts.count - 1])
    self.read = read
  }

  /// Whether this is a page of the app.
  private var isPage: Bool { folder == "app" && name.hasSuffix(".html") }

  /// Returns a number that differs for other files of the app and the runtime, and is the same in
  /// each process with these; the app's own files expect letters and digits in their path.
  ///
  /// The app's page asks for its files below the build, where browsers may keep them. One build
  /// stands for all of them, so that a module finds the others beside it (`../client/levels.js`).
  static func build(of files: [BuiltInFile]) -> String {
    WebFile.tag(
      of: files.filter { $0.folder != "inspector" && !$0.isPage }
        .flatMap { Array("\($0.path)\n\($0.read())".utf8) }
    ).replacing("-", with: "")
  }

  /// Returns the file as browsers get it.
  ///
  /// - Parameters:
  ///   - path: The path that clients reach the server below, with no slash at its end.
  ///   - build: The build of all files.
  ///   - stage: What the stage of the app offers; `nil` for no stage.
  func file(below path: String, build: String, stage: String?) -> WebFile {
    WebFile(name, policy: Self.policy) { [self] in
      guard isPage else { return Array(read().utf8) }
      let page = ["app", "client"].reduce(read()) { page, folder in
        page.replacing("=\"/\(folder)/", with: "=\"\(path)/app/assets/\(build)/\(folder)/")
      }
      let staged = stage.map { page.replacing("<html ", with: "<html data-stage=\"\($0)\" ") }
      return Array((staged ?? page).utf8)
    }
  }
}

extension backstack_files {
  /// The texts of the files, by their paths.
  package var texts: [String: String] {
    Dictionary(
      UnsafeBufferPointer(start: first, count: count)
        .map { (String(cString: $0.path), String(cString: $0.text)) },
      uniquingKeysWith: { first, _ in first })
  }
}
