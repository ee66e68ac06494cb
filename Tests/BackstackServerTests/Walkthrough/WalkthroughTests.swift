import BackstackTestSupport
import Testing

@Suite("The walkthroughs", .endsAtFailure)
struct WalkthroughTests {
  @Test(
    "Each command of a page gets the response that the page shows",
    arguments: [("README.md", 4), ("docs/http.md", 25), ("docs/thin-client.md", 11)])
  func responses(page: String, requests: Int) async throws {
    let steps = Walkthrough(try PackageFile.text(page)).steps
    #expect(steps.count { $0.command.hasPrefix("curl ") } == requests)
    try await withServer { server in
      var variables = ""
      // The ids of the document, and the ids that replace them here.
      var ids: [String: String] = [:]
      var waiting: [(step: Walkthrough.Step, shell: Shell)] = []
      for var step in steps where step.isAssignment || step.command.hasPrefix("curl ") {
        for (old, new) in ids { step.command.replace(old, with: new) }
        step.command.replace("localhost:8080", with: "127.0.0.1:\(server.port)")
        if step.isAssignment {
          variables += step.command + "\n"
          continue
        }
        let shell = try Shell(variables + step.command)
        if step.waits {
          // Its first event must have the version that the document shows.
          if step.streams { try await shell.wait(for: "\n\nevent: snapshot") }
          waiting.append((step, shell))
          continue
        }
        try await compare(step, shell, &ids)
      }
      for (step, shell) in waiting { try await compare(step, shell, &ids) }
    }
  }

  private func compare(
    _ step: Walkthrough.Step, _ shell: Shell, _ ids: inout [String: String]
  ) async throws {
    var printed = try await shell.end()
    let id = /[0-9a-f]{32}/
    if let old = step.output.joined().firstMatch(of: id), let new = printed.firstMatch(of: id),
      ids[String(old.output)] == nil
    {
      ids[String(old.output)] = String(new.output)
    }
    for (old, new) in ids { printed.replace(new, with: old) }
    let difference = step.difference(from: printed)
    #expect(difference == nil, "\(step.command)")
  }
}
