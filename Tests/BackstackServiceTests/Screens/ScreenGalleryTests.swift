import BackstackCoding
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackDemo
@testable import BackstackServiceTesting

/// Pictures of the screens that tests see.
@Suite struct ScreenGalleryTests {
  /// Draws two screens, and returns the names of the files.
  private func draw(_ folder: TemporaryFolder, browser: String?) async throws -> [String] {
    let service = try HostedService(demoFeatures)
    let gallery = try ScreenGallery(
      "inventory/adds()", in: URL(filePath: folder.path), browser: browser)
    try await gallery.draw(["title": "A </script> & more", "levels": []], service)
    try await gallery.draw(["levels": [["id": "root"]]], service)
    let mine = folder.path + "/inventory adds()"
    return try FileManager.default.subpathsOfDirectory(atPath: mine).sorted()
  }

  @Test("Each screen is a page beside the renderer")
  func pages() async throws {
    let folder = TemporaryFolder()
    let files = try await draw(folder, browser: nil)
    let pages = files.filter { !$0.hasPrefix("client") }
    #expect(pages == ["01 A script more.html", "02 screen.html"])
    #expect(files.contains("client/screen.css") && files.contains("client/icons.js"))
    let page = try String(
      contentsOfFile: folder.path + "/inventory adds()/01 A script more.html", encoding: .utf8)
    #expect(page.contains(#"{"title":"A \u003C/script> & more","levels":[]}"#))
  }

  @Test("A browser makes a picture of each")
  func pictures() async throws {
    let folder = TemporaryFolder()
    let browser = folder.path + "/browser"
    let script = """
      #!/bin/sh
      for argument; do
        case "$argument" in --screenshot=*) echo drawn > "${argument#*=}";; esac
      done
      """
    try script.write(toFile: browser, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser)
    let files = try await draw(folder, browser: browser)
    #expect(files.contains("01 A script more.png") && files.contains("02 screen.png"))
  }
}
