/// What a server gives to browsers besides sessions: the modules of the browser runtime at
/// `/client/`, and the files of an app at `/app/`.
///
/// A file is looked up by its exact name among those that were read: no path of a request ever
/// names a file of the system.
public struct WebFiles: Sendable {
  /// The name of the file that is the page of the app.
  public static let pageName = "index.html"

  /// The files that the program contains, by their folders and names.
  private let folders: [String: [String: WebFile]]
  /// An app of the host's own, in place of the program's.
  private let ownApp: WebFolder?
  /// What the files are made of.
  private let parts: Parts
  /// A text that differs for other files of the app and the runtime.
  let build: String

  private struct Parts {
    var files = BuiltInFile.all
    /// The path that clients reach the server below.
    var path = ""
    /// What the stage of the app offers; `nil` for no stage.
    var stage: String?
  }

  /// The runtime and the app that draws the screens of any feature.
  public static let builtIn = WebFiles(Parts())

  private init(_ parts: Parts, ownApp: WebFolder? = nil) {
    self.parts = parts
    self.ownApp = ownApp
    let build = BuiltInFile.build(of: parts.files)
    self.build = build
    folders = Dictionary(grouping: parts.files, by: \.folder).mapValues { files in
      Dictionary(
        files.map { ($0.name, $0.file(below: parts.path, build: build, stage: parts.stage)) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  private func with(_ change: (inout Parts) -> Void) -> WebFiles {
    guard ownApp == nil else { return self }
    var parts = parts
    change(&parts)
    return WebFiles(parts)
  }

  /// Returns the files with others beside them, such as pages or pictures.
  ///
  /// An app of one's own has no others.
  ///
  /// - Parameter files: The texts of the files, by their names, such as `prices.html` for
  ///   `/app/prices.html`. A file takes the place of one with the same name: `home.js` has what is
  ///   on the page of several features.
  public func adding(_ files: [String: String]) -> WebFiles {
    with { parts in
      let added = files.sorted { $0.key < $1.key }.map { path, text in BuiltInFile(path) { text } }
      let paths = Set(added.map(\.path))
      parts.files = parts.files.filter { !paths.contains($0.path) } + added
    }
  }

  /// Returns the files with a stage beside the screens.
  ///
  /// - Parameters:
  ///   - files: The texts of the files of the stage, by their paths.
  ///   - offer: What the stage offers, as the page's attribute `data-stage` says it.
  package func staged(_ files: [String: String], offer: String) -> WebFiles {
    adding(files).with { $0.stage = offer }
  }

  /// Creates the runtime with an app of one's own: the files in a folder, which are read again when
  /// they change.
  ///
  /// Files of folders in it are not served, nor are hidden files and symbolic links.
  ///
  /// - Parameter folder: The path of a folder with a file `index.html`.
  /// - Throws: ``WebFolderError`` if the folder can't be read, has no page, or is too large.
  public init(app folder: String) throws(WebFolderError) {
    let parts = Parts(files: BuiltInFile.all.filter { $0.folder != "app" })
    self.init(parts, ownApp: try WebFolder(path: folder))
  }

  /// Returns the same files for a server that clients reach below a path: the built-in page refers
  /// to its files there. Files of a folder are served as they are.
  ///
  /// - Parameter path: The path, with no slash at its end; empty for none.
  package func below(_ path: String) -> WebFiles {
    path.isEmpty ? self : with { $0.path = path }
  }

  /// Returns a file of the app; `nil` if there is none with that name.
  public func appFile(_ name: String) -> WebFile? {
    if let ownApp { ownApp.file(name) } else { folders["app"]?[name] }
  }

  /// Returns a module of the runtime; `nil` if there is none with that name.
  public func clientFile(_ name: String) -> WebFile? { folders["client"]?[name] }

  /// Returns a file of the app or of the runtime; `nil` if there is none with that name.
  ///
  /// - Parameter folder: `app`, `client`, or the folder of files that were added.
  public func asset(_ name: String, in folder: String) -> WebFile? {
    switch folder {
    case "app": appFile(name)
    case "inspector": nil
    default: folders[folder]?[name]
    }
  }

  /// Returns whether the files of a build are the present ones, and will be as long as the server
  /// runs. During a rolling upgrade, a page can ask one server for the files of another.
  public func isPresent(build: String) -> Bool { ownApp == nil && build == self.build }

  /// Returns a file of the inspector; `nil` if there is none with that name.
  public func inspectorFile(_ name: String) -> WebFile? { folders["inspector"]?[name] }

  /// The page of the app; `nil` if there is no app.
  public var page: WebFile? { appFile(Self.pageName) }

  /// The paths of the files, such as `client/levels.js`.
  package var names: [String] {
    let own = ownApp?.names.map { "app/\($0)" } ?? []
    return (own + folders.flatMap { folder, files in files.keys.map { "\(folder)/\($0)" } })
      .sorted()
  }
}
