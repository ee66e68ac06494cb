import BackstackCoding
import BackstackHTTP
import BackstackPlatform
import FoundationEssentials
import Testing

/// Pictures of the screens that a test sees, for review: with `WRITE_SCREENS=1` in the environment, each
/// screen becomes a page and, where Chromium is installed, a PNG file.
final class ScreenGallery: Sendable {
  private let folder: URL
  /// The path of Chromium; `nil` if it is not installed.
  private let browser: String?
  private let count = Guarded(0)

  /// The folders of this process, with the number of galleries that asked for each.
  private static let folders = Guarded<[String: Int]>([:])

  /// - Parameters:
  ///   - name: The name of the test.
  ///   - parent: The folder in which each gallery has one.
  ///   - browser: The path of Chromium.
  init(_ name: String, in parent: URL, browser: String?) throws {
    let name = Self.fileName(name)
    let number = Self.folders.withLock { folders in
      let path = parent.appending(path: name).path
      folders[path, default: 0] += 1
      return folders[path] ?? 1
    }
    folder = parent.appending(path: number == 1 ? name : "\(name) \(number)")
    self.browser = browser
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Returns the gallery of the running test, if the environment asks for one.
  static func ofTest() throws -> ScreenGallery? {
    guard ProcessInfo.processInfo.environment["WRITE_SCREENS"] == "1" else { return nil }
    let parent = URL(filePath: FileManager.default.currentDirectoryPath)
      .appending(path: ".build/screens")
    let gallery = try ScreenGallery(
      Test.current?.name ?? "screens", in: parent, browser: installedBrowser)
    let note = installedBrowser == nil ? ", as pages: Chromium is not installed" : ""
    StandardError.write("The screens are in \(gallery.folder.path)\(note).")
    return gallery
  }

  private static let installedBrowser: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.flatMap { folder in
      ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Draws a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen as clients get it.
  ///   - service: The service, which has the files that draw it.
  func draw(_ screen: JSONLiteral, _ service: HostedService) async throws {
    let number = count.withLock { count in
      count += 1
      return count
    }
    try await writeClient(of: service)
    let title = screen["title"]?.text ?? "screen"
    let name = "\(number < 10 ? "0" : "")\(number) \(Self.fileName(title))"
    let page = folder.appending(path: name + ".html")
    try Data(Self.page(of: screen).utf8).write(to: page)
    if let browser { try draw(page, folder.appending(path: name + ".png"), with: browser) }
  }

  private func draw(_ page: URL, _ picture: URL, with browser: String) throws {
    let profile = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let messages = try FileDescriptor.openTemporary()
    defer {
      FileDescriptor.close(messages)
      try? FileManager.default.removeItem(at: profile)
    }
    let process = try SpawnedProcess(
      program: browser,
      arguments: [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        // The page's modules are files beside it.
        "--allow-file-access-from-files", "--virtual-time-budget=5000", "--window-size=900,1000",
        "--user-data-dir=\(profile.path)", "--screenshot=\(picture.path)", page.absoluteString,
      ],
      environment: ProcessFiles.environment, standardError: messages, sharing: messages)
    _ = process.waitForEnd()
  }

  /// Writes the renderer into the folder, unless it is there.
  private func writeClient(of service: HostedService) async throws {
    let client = folder.appending(path: "client")
    try FileManager.default.createDirectory(at: client, withIntermediateDirectories: true)
    var names = ["screen.css", "screen.js", "fields.js"]
    while let name = names.popLast() {
      let file = client.appending(path: name)
      if FileManager.default.fileExists(atPath: file.path) { continue }
      let text = try await service.send(.get, "/client/" + name).text
      try Data(text.utf8).write(to: file)
      names += text.matches(of: /from "\.\/([a-z]+\.js)"/).map { String($0.output.1) }
    }
  }

  private static func page(of screen: JSONLiteral) -> String {
    // In a script, nothing may look like its end.
    let json = screen.json.replacing("<", with: "\\u003C")
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="client/screen.css">
      <main></main>
      <script type="module">
      import "./client/fields.js";
      import { showScreens } from "./client/screen.js";
      class Still extends EventTarget {
        id = "still";
        send() { return new Promise(() => {}); }
      }
      const session = new Still();
      session.snapshot = session.state = \(json);
      showScreens(document.querySelector("main"), session);
      </script>
      </html>
      """
  }

  /// Returns a text without what is special in the names of files.
  private static func fileName(_ text: String) -> String {
    let name = String(text.map { $0.isLetter || $0.isNumber || "-()".contains($0) ? $0 : " " })
    return String(name.split(separator: " ").joined(separator: " ").prefix(80))
  }
}
