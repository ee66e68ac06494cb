import BackstackPlatform
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackHost

/// The packages that `backstack init` writes. `make test-init` builds, tests and serves it.
@Suite("Packages that backstack init writes", .endsAtFailure)
struct InitTests {
  private let folder = TemporaryFolder()

  private func initialize(
    _ arguments: [String]
  ) async throws -> (code: Int32, output: String, errors: String) {
    try await ServerProcess(["init"] + arguments).end()
  }

  /// The paths of all files in the folder.
  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.file(path), isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  @Test("The package has a feature, tests and a host, which are the code that is compiled here")
  func sources() async throws {
    let end = try await initialize(["shop", "--path", folder.file("new/shop")])
    #expect(end.code == 0, "\(end.errors)")
    #expect(end.output.contains("swift run "))
    #expect(
      try files()
        == [
          ".dockerignore", ".gitignore", "Dockerfile", "Package.swift", "README.md",
          "Sources/shop/Library.swift", "Sources/shop/LibraryView.swift",
          "Sources/shop/Main.swift",
          "Tests/shopTests/LibraryTests.swift", "Tests/shopTests/Shapes.json",
        ].map { "new/shop/\($0)" })
    func compiled(_ name: String) throws -> String {
      try PackageFile.text("Tests/BackstackServerTests/Init/\(name)")
    }
    #expect(
      folder.text("new/shop/Sources/shop/Library.swift") == (try compiled("Library.swift")))
    #expect(
      folder.text("new/shop/Sources/shop/LibraryView.swift") == (try compiled("LibraryView.swift")))
    // Here are other executables, whose entry points are theirs.
    #expect(
      folder.text("new/shop/Sources/shop/Main.swift").replacing("@main\n", with: "")
        == (try compiled("Main.swift")))
    #expect(
      folder.text("new/shop/Tests/shopTests/LibraryTests.swift")
        .replacing("\n@testable import shop\n", with: "")
        == (try compiled("LibraryTests.swift")))
    #expect(folder.text("new/shop/Tests/shopTests/Shapes.json") == (try compiled("Shapes.json")))
  }

  @Test("A debug build has the inspector on this machine, unless its options say another")
  func inspector() throws {
    func host(_ arguments: [String]) throws -> HostConfiguration {
      try HostCommand.host(
        "shop", Main.features, CommandOptions(arguments: arguments, environment: [:]),
        configure: Main.configure)
    }
    let plain = try host([]).service
    #expect(plain.inspector?.mode == .full && plain.adminAddresses.map(\.host) == ["127.0.0.1"])
    #expect(try host(["--admin-listen", "127.0.0.1:9090"]).service.inspector == nil)
    let chosen = try host(["--admin-listen", "[::1]:9090", "--inspector", "read"]).service
    #expect(chosen.inspector?.mode == .read && chosen.adminAddresses.map(\.host) == ["::1"])
  }

  @Test("The requests of its README work")
  func requests() async throws {
    #expect(try await initialize(["shop", "--path", folder.path]).code == 0)
    let readme = folder.text("README.md")
    let block = try #require(readme.split(separator: "```").first { $0.contains("curl") })
    try await withServer(features: Main.features) { server in
      let script = String(block.dropFirst(2)).replacing(
        "localhost:8080", with: "127.0.0.1:\(server.port)")
      let lines = try await Shell(script.replacing("/actions\n", with: "/actions; echo\n")).end()
        .split(separator: "\n")
      #expect(lines.count == 6)
      #expect(lines.first?.contains(#""form":{"title":""}"#) == true)
      #expect(lines.last?.contains(#"{"title":"Dune","isRead":true}"#) == true, "\(lines)")
    }
  }

  @Test(
    "The dependency is a URL with a version, or a path as the package names it",
    arguments: [
      (
        ["--backstack", "https://git.example/tools/Backstack.git"],
        #".package(url: "https://git.example/tools/Backstack.git", from: "1.0.0")"#, "Backstack"
      ),
      (
        ["--backstack", "git@git.example:stack", "--version", "2.1.0-beta.1"],
        #".package(url: "git@git.example:stack", from: "2.1.0-beta.1")"#, "stack"
      ),
      (
        ["--backstack", PackageFile.url("").path],
        #".package(name: "backstack", path: "\#(PackageFile.url("").path)")"#, "backstack"
      ),
    ])
  func dependency(_ arguments: [String], _ declaration: String, _ package: String) async throws {
    let end = try await initialize(["shop", "--path", folder.path] + arguments)
    #expect(end.code == 0, "\(end.errors)")
    let manifest = folder.text("Package.swift")
    #expect(manifest.contains("dependencies: [\(declaration)]"), "\(manifest)")
    #expect(manifest.contains(".product(name: \"BackstackHost\", package: \"\(package)\")"))
  }

  @Test("A path of any characters is one in Swift, in the shell and in the Dockerfile")
  func quotedPath() async throws {
    let name = #"a'b"c\d $(exit 7) \(e)"#
    let clone = folder.file(name)
    try FileManager.default.createDirectory(atPath: clone, withIntermediateDirectories: true)
    folder.write("// name: \"BackstackHost\"", to: "\(name)/Package.swift")
    let end = try await initialize(["shop", "--path", folder.file("shop"), "--backstack", clone])
    #expect(end.code == 0, "\(end.errors)")
    let escaped = clone.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    #expect(folder.text("shop/Package.swift").contains("path: \"\(escaped)\")"))
    #expect(folder.text("shop/Dockerfile").contains("[\".\", \"\(escaped)/\"]\n"))
    for file in ["shop/README.md", "shop/Dockerfile"] {
      let line = try #require(
        folder.text(file).split(separator: "\n").first { $0.contains("--build-context") })
      let command = line.drop { $0 == "#" || $0 == " " }
      let words = try await Shell("docker() { printf '%s\\n' \"$@\"; }; \(command)").end()
      #expect(words.split(separator: "\n").contains("backstack=\(clone)"), "\(words)")
    }
  }

  @Test(
    "A location with a character that can't be seen is refused",
    arguments: ["/a\nRUN exit 7", "https://git.example/a\u{202E}b", "/a\u{9B}b"])
  func hiddenPath(_ location: String) async throws {
    let end = try await initialize(["shop", "--path", folder.file("new"), "--backstack", location])
    #expect(end.code == 2 && end.errors.contains("can't be seen: use another location."))
    #expect(!end.errors.unicodeScalars.contains { $0.isHidden && $0 != "\n" }, "\(end.errors)")
    #expect(folder.status("new") == nil)
  }

  @Test("By default it depends on the clone that the program was built in")
  func clone() async throws {
    #expect(try await initialize(["shop", "--path", folder.file("shop")]).code == 0)
    // The path leads up to the folder that has both, and down again.
    let package = URL(fileURLWithPath: folder.file("shop")).resolvingSymlinksInPath().pathComponents
    let clone = PackageFile.url("").resolvingSymlinksInPath().pathComponents
    let shared = zip(package, clone).prefix { $0 == $1 }.count
    let up = package.count - shared
    let down = clone[shared...].joined(separator: "/")
    let path = String(repeating: "../", count: up) + down
    let manifest = folder.text("shop/Package.swift")
    #expect(manifest.contains("path: \"\(path)\""), "\(manifest)")
    // In the container, the same path leads from the package to the clone.
    let dockerfile = folder.text("shop/Dockerfile")
    let workFolder = "/build" + String(repeating: "/shop", count: up)
    #expect(dockerfile.contains("WORKDIR \(workFolder)\n"), "\(dockerfile)")
    #expect(dockerfile.contains("COPY --from=backstack [\".\", \"/build/\(down)/\"]\n"))
  }

  @Test(
    "A wrong command line is explained, and nothing is written",
    arguments: [
      ([], "init needs one name for the package."),
      (["a", "b"], "init needs one name for the package."),
      (
        ["my-shop"],
        "\"my-shop\" can't be the name of a package and its module: "
          + "use letters, digits and underscores, and begin with a letter."
      ),
      (["class"], "\"class\" can't be the name of a module: it is a keyword of Swift."),
      (["main"], "\"main\" can't be the name of a module: it is a keyword of Swift."),
      (["Testing"], "\"Testing\" can't be the name of a module: there is one already."),
      (["backstack"], "\"backstack\" can't be the name of a module: there is one already."),
      (["Book"], "\"Book\" can't be the name of the module: it has a type of this name."),
      (["shop", "--color", "red"], "init has no option \"--color\"."),
      (["shop", "--backstack"], "--backstack needs a value."),
      (
        ["shop", "--version", "1.0.0"],
        "--version needs the URL of a repository as --backstack."
      ),
      (
        ["shop", "--backstack", "https://git.example/backstack", "--version", "1"],
        "--version must be a version such as 1.0.0, not \"1\"."
      ),
      (["shop", "--backstack", "/nowhere"], "There is no clone of Backstack in /nowhere."),
    ])
  func wrong(_ arguments: [String], _ message: String) async throws {
    let end = try await initialize(["--path", folder.file("new")] + arguments)
    #expect(end.code == 2)
    #expect(
      end.errors == "backstack: \(message)\nbackstack --help lists commands and options.\n")
    #expect(try files() == [] && folder.status("new") == nil)
  }

  @Test("A folder that is not empty, and a file, are left alone")
  func occupied() async throws {
    folder.write("mine", to: "note")
    let folderEnd = try await initialize(["shop", "--path", folder.path])
    #expect(folderEnd.code == 1)
    #expect(
      folderEnd.errors
        == "backstack: \(folder.path) is not empty; choose another folder with --path.\n")
    let fileEnd = try await initialize(["shop", "--path", folder.file("note")])
    #expect(fileEnd.code == 1 && fileEnd.errors == "backstack: \(folder.file("note")) is a file.\n")
    #expect(try files() == ["note"] && folder.text("note") == "mine")
  }
}
