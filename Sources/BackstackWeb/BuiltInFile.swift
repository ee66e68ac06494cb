import BackstackAssets

/// A file of the folder Assets, which is part of the program.
struct BuiltInFile: Sendable {
  let folder: String
  let name: String
  private let index: Int

  static let all = (0..<backstack_asset_count).map(BuiltInFile.init(index:))

  /// A number that differs for other files of the app and the runtime, and is the same in each process
  /// with these; the app's own files expect letters and digits in their path.
  ///
  /// The app's page asks for its files below the build, where browsers may keep them. One build
  /// stands for all of them, so that a module finds the others beside it (`../client/levels.js`).
  static let build = WebFile.tag(
    of: all.filter { $0.folder != "inspector" && !$0.isPage }
      .flatMap { Array("\($0.folder)/\($0.name)\n\($0.text)".utf8) }
  ).replacing("-", with: "")

  /// The policy of the pages: they run only scripts of this server, show only its images, send
  /// requests only to it, and can't make elements of text (Content Security Policy Level 3,
  /// Trusted Types).
  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    """

  private init(index: Int) {
    let path = String(cString: backstack_asset_at(index).path).split(separator: "/")
    folder = String(path[0])
    name = String(path[1])
    self.index = index
  }

  private var text: String { String(cString: backstack_asset_at(index).text) }

  /// Whether this is a page of the app.
  private var isPage: Bool { folder == "app" && name.hasSuffix(".html") }

  /// Returns the file as browsers get it.
  ///
  /// - Parameters:
  ///   - path: The path that clients reach the server below, with no slash at its end.
  ///   - stage: What the stage of the app offers; `nil` for no stage.
  func file(below path: String, stage: String?) -> WebFile {
    WebFile(name, policy: Self.policy) {
      guard isPage else { return Array(text.utf8) }
      let page = ["app", "client"].reduce(text) { page, folder in
        page.replacing("=\"/\(folder)/", with: "=\"\(path)/app/assets/\(Self.build)/\(folder)/")
      }
      let staged = stage.map { page.replacing("<html ", with: "<html data-stage=\"\($0)\" ") }
      return Array((staged ?? page).utf8)
    }
  }
}
