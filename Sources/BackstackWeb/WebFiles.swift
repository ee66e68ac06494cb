import FoundationEssentials

/// What a server gives to browsers besides sessions: the modules of the browser runtime at
/// `/client/`, and the files of an app at `/app/`.
///
/// A file is looked up by its exact name among those that were read: no path of a request ever
/// names a file of the system.
public struct WebFiles: Sendable {
  /// The name of the file that is the page of the app.
  public static let pageName = "index.html"

  private let client: [String: WebFile]
  private let inspector: [String: WebFile]
  private let app: App
  private let stage: Stage?

  private enum App: Sendable {
    /// The program's own.
    case files([String: WebFile])
    case folder(WebFolder)
  }

  /// What the app shows beside a session.
  private struct Stage {
    let sources: WebFile
    let kills: Bool

    init(sources: [String: String], kills: Bool) {
      self.kills = kills
      self.sources = WebFile("sources.json") {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array((try? encoder.encode(sources)) ?? Data("{}".utf8))
      }
    }
  }

  /// The runtime and the app that draws the screens of any feature.
  public static let builtIn = WebFiles(builtInBelow: "", stage: nil)

  private init(builtInBelow path: String, stage: Stage?) {
    func folder(_ name: String) -> [String: WebFile] {
      Dictionary(
        BuiltInFile.all.filter { $0.folder == name }
          .map { ($0.name, $0.file(below: path, stage: stage.map { $0.kills ? "kill" : "" })) },
        uniquingKeysWith: { first, _ in first })
    }
    client = folder("client")
    inspector = folder("inspector")
    var files = folder("app")
    if let stage { files[stage.sources.name] = stage.sources }
    app = .files(files)
    self.stage = stage
  }

  /// Returns the files with a stage for people who look how it works: the app shows what goes over the wire
  /// for a session, its levels and its source beside it, and lets them cut the connection or go back in time.
  ///
  /// An app of one's own has no stage.
  ///
  /// - Parameters:
  ///   - sources: The texts of the source of the features, by the names of the files, such as
  ///     `Counter.swift`.
  ///   - kills: Whether the stage offers to kill the server, by `POST /stage/kill`.
  package func staged(sources: [String: String] = [:], kills: Bool) -> WebFiles {
    guard case .files = app else { return self }
    return WebFiles(builtInBelow: "", stage: Stage(sources: sources, kills: kills))
  }

  /// Returns the files with a stage that offers what any server can do.
  ///
  /// - Parameter sources: The texts of the source of the features, by the names of the files, such as
  ///   `Counter.swift`.
  public func staged(sources: [String: String] = [:]) -> WebFiles {
    staged(sources: sources, kills: false)
  }

  /// Creates the runtime with an app of one's own: the files in a folder, which are read again when
  /// they change.
  ///
  /// Files of folders in it are not served, nor are hidden files and symbolic links.
  ///
  /// - Parameter folder: The path of a folder with a file `index.html`.
  /// - Throws: ``WebFolderError`` if the folder can't be read, has no page, or is too large.
  public init(app folder: String) throws(WebFolderError) {
    client = Self.builtIn.client
    inspector = Self.builtIn.inspector
    app = .folder(try WebFolder(path: folder))
    stage = nil
  }

  /// Returns the same files for a server that clients reach below a path: the built-in page refers to
  /// its files there. Files of a folder are served as they are.
  ///
  /// - Parameter path: The path, with no slash at its end; empty for none.
  package func below(_ path: String) -> WebFiles {
    if !path.isEmpty, case .files = app { WebFiles(builtInBelow: path, stage: stage) } else { self }
  }

  /// Returns a file of the app; `nil` if there is none with that name.
  public func appFile(_ name: String) -> WebFile? {
    switch app {
    case .files(let files): files[name]
    case .folder(let folder): folder.file(name)
    }
  }

  /// Returns a module of the runtime; `nil` if there is none with that name.
  public func clientFile(_ name: String) -> WebFile? { client[name] }

  /// Returns a file of the app or of the runtime; `nil` if there is none with that name.
  ///
  /// - Parameter folder: `app` or `client`.
  public func asset(_ name: String, in folder: String) -> WebFile? {
    switch folder {
    case "app": appFile(name)
    case "client": clientFile(name)
    default: nil
    }
  }

  /// Returns whether the files of a build are the present ones, and will be as long as the server
  /// runs. During a rolling upgrade, a page can ask one server for the files of another.
  public func isPresent(build: String) -> Bool {
    switch app {
    case .files: build == BuiltInFile.build
    case .folder: false
    }
  }

  /// Returns a file of the inspector; `nil` if there is none with that name.
  public func inspectorFile(_ name: String) -> WebFile? { inspector[name] }

  /// The page of the app; `nil` if there is no app.
  public var page: WebFile? { appFile(Self.pageName) }

  /// The names of the files, of the folders `client`, `app` and `inspector`.
  package var names: [String] {
    let appNames =
      switch app {
      case .files(let files): Array(files.keys)
      case .folder(let folder): folder.names
      }
    let folders = [
      "client": Array(client.keys), "app": appNames, "inspector": Array(inspector.keys),
    ]
    return folders.flatMap { folder, names in names.map { "\(folder)/\($0)" } }.sorted()
  }
}
