import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("The web page of the thin client", .endsAtFailure)
struct ThinClientTests {
  /// The script of the page in the document.
  private static func script() throws -> Substring {
    let page = try PackageFile.text("docs/thin-client.md")
    let script = try #require(page.firstMatch(of: /(?s)```html\n.*<script>\n(.*?)<\/script>\n```/))
    return script.1
  }

  @Test("It shows the stack, pushes, pops, follows others, and survives a lost stream and session")
  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "thin-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "page.js")
    try Data(try Self.script().utf8).write(to: script)
    let runner = PackageFile.url("Tests/BackstackServerTests/ThinClient/run.mjs")
    try await withServer { server in
      let (code, output) = try await offPool {
        let node = try ChildProcess(
          "/usr/bin/env", ["node", runner.path, script.path, "\(server.port)"])
        let output = try node.output.rest()
        return (node.wait(), output)
      }
      #expect(output == "The page works.\n")
      #expect(code == 0)
    }
  }

  @Test("The page over a socket sends at most 32 messages that have no answer, also over the next")
  func socketWindow() async throws {
    let page = try PackageFile.text("docs/thin-client.md")
    let script = String(
      try #require(page.firstMatch(of: /(?s)## Over a socket\n.*?```js\n(.*?)```/)).1)
    let runner = PackageFile.url("Tests/BackstackServerTests/ThinClient/socket.mjs")
    let (code, output) = try await offPool {
      let node = try ChildProcess("/usr/bin/env", ["node", runner.path, script])
      let output = try node.output.rest()
      return (node.wait(), output)
    }
    #expect(output == "The page works.\n")
    #expect(code == 0)
  }

  @Test("It never reads a text as HTML")
  func texts() throws {
    let script = try Self.script()
    for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!script.contains(sink), "\(sink)")
    }
  }
}
