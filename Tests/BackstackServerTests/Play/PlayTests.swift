import BackstackService
import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("Playing in a terminal", .endsAtFailure)
struct PlayTests {
  @Test("In a pseudo-terminal, sessions of any feature are shown, changed, followed and left")
  func play() async throws {
    var configuration = ServiceConfiguration.patient
    configuration.allowedHosts = ["localhost"]
    try await withServer(configuration: configuration) { server in
      let script = PackageFile.url("Tests/BackstackServerTests/Play/play.py").path
      let backstack = ChildProcess.products.appending(path: "backstack").path
      let player = try ChildProcess(
        "python3", [script, backstack, "http://localhost:\(server.port)"], errors: .withOutput)
      let (output, status) = try await offPool { (try player.output.rest(), player.wait()) }
      #expect(status == 0 && output.hasSuffix("played\n"), "\(output)")
    }
  }

  @Test("Without a terminal it says so")
  func noTerminal() async throws {
    try await withServer { server in
      let end = try await ServerProcess(
        ["play", "http://127.0.0.1:\(server.port)", "--feature", "counters"]
      ).end()
      #expect(end.code == 1 && end.errors == "backstack: play needs a terminal.\n", "\(end)")
    }
  }
}
