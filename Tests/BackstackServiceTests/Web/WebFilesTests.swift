import BackstackAssets
import BackstackHTTP
import BackstackTestSupport
import DemoSources
import FoundationEssentials
import StageAssets
import Testing

@testable import BackstackService
@testable import BackstackStage
@testable import BackstackWeb

@Suite("Files for browsers")
struct WebFilesTests {
  private static let assets = (1...4).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appending(path: "Sources/BackstackWeb/Assets")

  private func client(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) -> ServiceClient
  {
    var configuration = ServiceConfiguration()
    configure(&configuration)
    return ServiceClient([], configuration: configuration)
  }

  /// A folder with a page, a script and what is not served.
  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    folder.write("<title>Mine</title>", to: "index.html")
    folder.write("export {}", to: "mine.js")
    folder.write("secret", to: ".hidden")
    try FileManager.default.createDirectory(
      atPath: folder.file("inner"), withIntermediateDirectories: false)
    folder.write("inner", to: "inner/file.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("passwd"), withDestinationPath: "/etc/passwd")
    return folder
  }

  @Test("A stage is part of the files only if the host asks, with the sources that it gives")
  func stage() async throws {
    func page(_ files: WebFiles, below path: String = "") throws -> String {
      try String(decoding: #require(files.below(path).page).content, as: UTF8.self)
    }
    #expect(try !page(.builtIn).contains("data-stage"))
    #expect(WebFiles.builtIn.names.filter { $0.contains("stage") } == [])
    let staged = WebFiles.builtIn.staged(sources: ["A.swift": "let a = \"1\""])
    #expect(try page(staged).contains(#"<html data-stage="" lang"#))
    #expect(try page(staged, below: "/shop").contains(#"<html data-stage="" lang"#))
    let killing = WebFiles.builtIn.staged(sources: [:], kills: true)
    #expect(try page(killing).contains(#"data-stage="kill""#))
    let client = client { $0.webFiles = staged }
    let answer = await client.send(.get, "/app/assets/\(staged.build)/stage/sources.json")
    #expect(answer.text == #"{"A.swift":"let a = \"1\""}"#)
    let folder = try folder()
    let own = try WebFiles(app: folder.file(".")).staged()
    #expect(try page(own) == "<title>Mine</title>")
    #expect(own.asset("stage.js", in: "stage") == nil)
  }

  @Test(
    "A host's files are beside those of the program, or in place of them, and make another build")
  func added() async throws {
    let files = WebFiles.builtIn.adding([
      "a.html": #"<a href="/app/b.css">"#, "home.js": "1", "": "2",
    ])
    #expect(files.build != WebFiles.builtIn.build)
    #expect(files.appFile("home.js")?.content == Array("1".utf8))
    let client = client { $0.webFiles = files.below("/shop") }
    let page = await client.send(.get, "/app/a.html")
    #expect(page.text == #"<a href="/shop/app/assets/\#(files.build)/app/b.css">"#)
    #expect(page.fields["Content-Security-Policy"] == BuiltInFile.policy)
    let present = await client.send(.get, "/app/assets/\(files.build)/app/home.js")
    #expect(present.fields[.cacheControl] == "max-age=31536000, immutable")
  }

  @Test("The demo has its pages, and shows its source and the stage as they are")
  func sources() throws {
    let demo = Self.assets.appending(path: "../../BackstackDemo")
    func texts(of folder: String, in parent: URL, ending suffixes: [String]) throws -> [String:
      String]
    {
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: parent.appending(path: folder).path
      ).filter { path in suffixes.contains { path.hasSuffix($0) } }
      return try Dictionary(
        uniqueKeysWithValues: paths.map { path in
          let url = parent.appending(path: "\(folder)/\(path)")
          return (url.lastPathComponent, try String(contentsOf: url, encoding: .utf8))
        })
    }
    let pages = [".js", ".html", ".css", ".svg"]
    let source = try texts(of: ".", in: demo, ending: [".swift"]).filter {
      $0.key != "DemoFeatures.swift"
    }
    #expect(demo_sources().texts == source)
    #expect(try demo_pages().texts == texts(of: "Pages", in: demo, ending: pages))
    let stage = Dictionary(
      uniqueKeysWithValues: stage_assets().texts.map {
        ($0.key.replacing("stage/", with: ""), $0.value)
      }
    )
    #expect(try stage == texts(of: "stage", in: Self.assets, ending: pages))
  }

  @Test("The program contains the files of the folder Assets as they are now")
  func builtIn() throws {
    let files = WebFiles.builtIn
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.assets.path)
      .filter { $0.contains("/") && !$0.hasPrefix("include/") && !$0.hasPrefix("stage/") }.sorted()
    #expect(files.names == names)
    for name in names {
      let parts = name.split(separator: "/").map(String.init)
      let file =
        switch parts[0] {
        case "app": files.appFile(parts[1])
        case "client": files.clientFile(parts[1])
        default: files.inspectorFile(parts[1])
        }
      // The page asks for files below the build.
      let content = String(decoding: try #require(file).content, as: UTF8.self)
        .replacing("/app/assets/\(WebFiles.builtIn.build)/", with: "/")
      let present = try String(
        contentsOf: Self.assets.appending(path: name), encoding: .utf8)
      #expect(content == present, "\(name)")
      // Pages are served at several paths.
      for place in present.matches(of: /(?:src|href)="([^"]*)"/) where name.hasSuffix(".html") {
        #expect(place.1.hasPrefix("/"), "\(name)")
      }
    }
    let module = try #require(files.clientFile("backstack.js"))
    #expect(module.count < module.content.count / 2)
  }

  @Test("The build is another one for other files, and the same for the same ones")
  func build() throws {
    let kept = WebFiles.builtIn.names
      .filter { !$0.hasPrefix("inspector/") && !$0.hasSuffix(".html") }
    let text = try kept.reduce("") { text, name in
      let url = Self.assets.appending(path: name)
      return text + "\(name)\n" + (try String(contentsOf: url, encoding: .utf8))
    }
    func build(of text: String) -> String {
      WebFile.tag(of: Array(text.utf8)).replacing("-", with: "")
    }
    #expect(WebFiles.builtIn.build == build(of: text))
    #expect(WebFiles.builtIn.build != build(of: text + " "))
    // What `ui.js` recognizes in its own path.
    #expect(WebFiles.builtIn.build.wholeMatch(of: /\w+/) != nil)
  }

  @Test("What every page gets of the runtime is small")
  func size() throws {
    let files = WebFiles.builtIn
    let names = ["requests.js", "conversation.js", "backstack.js", "levels.js"]
    let sizes = try names.map { try #require(files.clientFile($0)).count }
    #expect(sizes.reduce(0, +) <= 15_200, "\(sizes)")
  }

  @Test("A module has its type, a tag, and no other representation than those it names")
  func module() async {
    let client = client()
    let answer = await client.send(.get, "/client/backstack.js")
    #expect(answer.status == 200)
    #expect(answer.fields[.contentType] == "text/javascript; charset=utf-8")
    #expect(answer.fields[.cacheControl] == "no-cache")
    #expect(answer.fields[.vary] == "Accept-Encoding")
    #expect(answer.fields[.contentEncoding] == nil)
    #expect(answer.text.contains("export class Session"))
    let tag = answer.fields[.eTag] ?? ""
    let packed = await client.send(.get, "/client/backstack.js", nil, [("Accept-Encoding", "gzip")])
    #expect(packed.fields[.contentEncoding] == "gzip")
    let packedTag = packed.fields[.eTag] ?? ""
    #expect(!tag.isEmpty && !packedTag.isEmpty && tag != packedTag)
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let current = await client.send(.get, "/client/backstack.js", nil, [(.ifNoneMatch, known)])
      #expect(current.status == 304 && current.text.isEmpty)
      #expect(current.fields[.eTag] == tag && current.fields[.vary] == "Accept-Encoding")
      #expect(current.fields[.cacheControl] == "no-cache")
    }
    for unknown in [packedTag, "\"other\"", ""] {
      let other = await client.send(.get, "/client/backstack.js", nil, [(.ifNoneMatch, unknown)])
      #expect(other.status == 200)
    }
  }

  @Test("Browsers keep what the page asks for; another build's page gets the present files")
  func assets() async throws {
    let client = client()
    let page = await client.send(.get, "/app/").text
    let paths = page.matches(of: /(?:src|href)="([^"]+)"/).map { String($0.1) }
    #expect(paths.count >= 4)
    for path in paths {
      let answer = await client.send(.get, path)
      #expect(answer.status == 200, "\(path)")
      #expect(answer.fields[.cacheControl] == "max-age=31536000, immutable", "\(path)")
      let tag = answer.fields[.eTag] ?? ""
      let known = await client.send(.get, path, nil, [(.ifNoneMatch, tag)])
      #expect(known.status == 304)
      #expect(known.fields[.cacheControl] == "max-age=31536000, immutable")
      let other = path.replacing(
        "/assets/\(WebFiles.builtIn.build)/", with: "/assets/0123456789ab/")
      let present = await client.send(.get, other)
      #expect(other != path && present.text == answer.text)
      #expect(present.fields[.cacheControl] == "no-cache")
    }
    // A module imports others by relative paths, so all that are imported have to be there.
    let build = "/app/assets/\(WebFiles.builtIn.build)"
    for name in WebFiles.builtIn.names where !name.hasPrefix("inspector/") {
      #expect(await client.send(.get, "\(build)/\(name)").status == 200, "\(name)")
    }
    for path in [
      "\(build)/inspector/api.js", "\(build)/app/none.js", "\(build)/app", "\(build)/app/",
      "\(build)/app/app.js/", "/app/assets//app/app.js/x", "\(build)/client/app.js",
      "\(build)/app/..%2fclient%2flevels.js", "/client/assets/\(WebFiles.builtIn.build)/app/app.js",
    ] {
      let answer = await client.send(.get, path)
      #expect(answer.status == 404 && answer.fields[.cacheControl] != "no-cache", "\(path)")
    }
  }

  @Test(
    "Gzip is used if the client takes it",
    arguments: [
      ("gzip", true), ("deflate, gzip;q=0.5, br", true), ("*", true), ("GZIP", true),
      ("gzip;q=0", false), ("gzip; q=0.0, *", false), ("*;q=0", false), ("br", false), ("", false),
      ("identity", false), ("gzip;q=x", true), ("x-gzip", true),
    ])
  func gzip(field: String, isUsed: Bool) async {
    let answer = await client().send(
      .get, "/client/levels.js", nil, [("Accept-Encoding", field)])
    #expect((answer.fields[.contentEncoding] == "gzip") == isUsed)
  }

  @Test(
    "Only the name of a file is a name",
    arguments: [
      "/client/", "/client/none.js", "/client/..", "/client/../app/index.html",
      "/client/%2e%2e%2fapp", "/client/backstack.js/", "/client//backstack.js",
      "/client/backstack.js%00", "/client/Backstack.js", "/app/.hidden", "/app/passwd",
      "/app/inner", "/app/inner/file.txt", "/app/inner%2Ffile.txt", "/app/%2Fetc%2Fpasswd",
      "/app/..%2f..%2fetc%2fpasswd", "/app/" + String(repeating: "a", count: 4000),
    ])
  func names(path: String) async throws {
    let folder = try folder()
    defer { withExtendedLifetime(folder) {} }
    let files = try WebFiles(app: folder.file("."))
    let answer = await client { $0.webFiles = files }.send(.get, path)
    #expect(answer.status == 404)
  }

  @Test("Files need no key, and count for no rate limit; every method but GET and HEAD is refused")
  func access() async {
    let client = client { configuration in
      configuration.apiKeys = [APIKey(name: "ada", secret: "0123456789abcdef0123456789abcdef")]
        .compactMap(\.self)
      configuration.rateLimit = RateLimit(requestsPerSecond: 0.001, burst: 1)
    }
    for path in [
      "/client/backstack.js", "/app", "/app/", "/app/app.js", "/app/assets/0/app/app.js",
    ] {
      #expect([200, 308].contains(await client.send(.get, path).status), "\(path)")
    }
    #expect(await client.send(.head, "/client/backstack.js").status == 200)
    #expect(await client.send(.post, "/sessions", "{}").status == 401)
    #expect(await client.send(.get, "/client/none.js").status == 429)
  }

  @Test("Beside the files, every path and method needs a key; the host's middleware may have them")
  func beside() async {
    let client = client { configuration in
      configuration.apiKeys = [APIKey(name: "ada", secret: "0123456789abcdef0123456789abcdef")]
        .compactMap(\.self)
    }
    for path in [
      "/client/none.js", "/client/", "/client/../sessions", "/app/admin", "/app/assets/0/app/admin",
      "/app/assets/0/app/app.js/", "/app/assets/0/inspector/api.js", "/other/assets/0/app/app.js",
    ] {
      #expect(await client.send(.get, path).status == 401, "\(path)")
    }
    #expect(await client.send(.post, "/client/backstack.js", "{}").status == 401)
    let open = self.client()
    #expect(await open.send(.post, "/client/backstack.js", "{}").status == 405)
    let elsewhere = self.client { $0.allowedHosts = ["app.example"] }
    #expect(await elsewhere.send(.get, "/client/backstack.js").status == 421)
  }

  @Test("A page of an allowed origin can import the runtime")
  func origins() async {
    let client = client { $0.allowedOrigins = ["https://app.example"] }
    for name in WebFiles.builtIn.names where name.hasPrefix("client/") {
      let answer = await client.send(.get, "/\(name)", nil, [(.origin, "https://app.example")])
      #expect(answer.status == 200, "\(name)")
      #expect(answer.fields["Access-Control-Allow-Origin"] == "https://app.example", "\(name)")
    }
  }

  @Test("An app of the host's own is read from a folder, and again when it changes")
  func ownApp() async throws {
    let folder = try folder()
    defer { withExtendedLifetime(folder) {} }
    let files = try WebFiles(app: folder.file("."))
    let client = client { $0.webFiles = files }
    #expect(await client.send(.get, "/app/").text == "<title>Mine</title>")
    #expect(await client.send(.get, "/app/mine.js").text == "export {}")
    // A file that may change is not kept, also below the build of the program's own.
    let build = "/app/assets/\(WebFiles.builtIn.build)"
    #expect(
      await client.send(.get, "\(build)/app/mine.js").fields[.cacheControl] == "no-cache")
    #expect(await client.send(.get, "\(build)/app/app.js").status == 404)
    #expect(await client.send(.get, "/app").fields[.location] == "/app/")
    #expect(await client.send(.get, "/client/backstack.js").status == 200)
    folder.write("export const one = 1", to: "mine.js")
    folder.write("p {}", to: "new.css")
    #expect(await client.send(.get, "/app/mine.js").text == "export const one = 1")
    #expect(
      await client.send(.get, "/app/new.css").fields[.contentType] == "text/css; charset=utf-8")
    try FileManager.default.removeItem(atPath: folder.file("index.html"))
    #expect(await client.send(.get, "/app/").status == 404)
    try FileManager.default.removeItem(atPath: String(folder.file(".").dropLast(2)))
    #expect(await client.send(.get, "/app/mine.js").text == "export const one = 1")
  }

  @Test("The root is the page for browsers, and JSON for everyone else")
  func root() async throws {
    let folder = try folder()
    defer { withExtendedLifetime(folder) {} }
    let files = try WebFiles(app: folder.file("."))
    let client = client { $0.webFiles = files }
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    let page = await client.send(.get, "/", nil, [(.accept, browser)])
    #expect(page.text == "<title>Mine</title>")
    #expect(page.fields.values(of: .vary) == ["Accept-Encoding", "Accept"])
    let types = ["*/*", "application/json", "application/json, text/html", "text/html;q=0, */*"]
    for accept in types {
      let answer = await client.send(.get, "/", nil, [(.accept, accept)])
      #expect(answer.fields[.contentType] == "application/json", "\(accept)")
      #expect(answer.contains(#""app":"/app/""#) && answer.fields[.vary] == "Accept")
    }
    #expect(await client.send(.get, "/", nil, [(.accept, "image/png")]).status == 406)
    // Without an app, nothing depends on what a client accepts.
    folder.write("<title>Changed</title>", to: "index.html")
    #expect(
      await client.send(.get, "/", nil, [(.accept, browser)]).text == "<title>Changed</title>")
    let without = self.client { $0.webFiles = nil }
    #expect(await without.send(.get, "/", nil, [(.accept, browser)]).status == 200)
    #expect(await without.send(.get, "/client/backstack.js").status == 404)
    #expect(await without.send(.get, "/app/").status == 404)
  }

  @Test("A folder that is missing, has no page or is too large is refused")
  func refused() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    for (path, reason) in [
      (folder.file("none"), "can't be read"), (folder.file("."), "has no file index.html"),
    ] {
      let error = #expect(throws: WebFolderError.self) { try WebFiles(app: path) }
      #expect(error?.message.contains(reason) == true)
    }
    folder.write("", to: "index.html")
    for number in 0..<1000 { folder.write("", to: "file\(number)") }
    let error = #expect(throws: WebFolderError.self) { try WebFiles(app: folder.file(".")) }
    #expect(error?.message.contains("more than 1000 files") == true)
  }

  @Test("A page of the program may run nothing but the program's own scripts")
  func policy() throws {
    let file = WebFile("index.html", Array("<p>".utf8), policy: BuiltInFile.policy)
    let fields = try file.response(to: HTTPRequest(method: .get, target: "/app/")).fields
    let policy = fields["Content-Security-Policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
    #expect(policy.contains("require-trusted-types-for 'script'; trusted-types 'none'"))
    #expect(policy.contains("img-src 'self' https:;"))
    #expect(fields["Referrer-Policy"] == "no-referrer")
    let script = WebFile("a.js", Array("1".utf8), policy: BuiltInFile.policy)
    let fieldsOfScript = try script.response(to: HTTPRequest(method: .get, target: "/a")).fields
    #expect(!fieldsOfScript.contains("Content-Security-Policy"))
  }
}
