import BackstackTestSupport
import Foundation
import Glibc
import Testing

@Suite("Output that can't be written", .endsAtFailure)
struct OutputTests {
  private let folder = TemporaryFolder()

  /// Starts a program of the tests with a redirection of the shell.
  private func start(
    _ arguments: [String], _ redirection: String, executable: String = "backstack"
  ) throws -> ChildProcess {
    try ChildProcess(
      "/bin/sh",
      [
        "-c", #"exec "$0" "$@" "# + redirection,
        ChildProcess.products.appending(path: executable).path,
      ] + arguments,
      environment: ["STORAGE": "sqlite:\(folder.file("sessions.sqlite"))"], errors: .apart)
  }

  private func run(
    _ arguments: [String], _ redirection: String, executable: String = "backstack"
  ) async throws -> (code: Int32, errors: String) {
    let process = try start(arguments, redirection, executable: executable)
    return try await offPool {
      let errors = try process.errors.rest()
      return (process.wait(), errors)
    }
  }

  @Test(
    "A command whose output is lost fails",
    arguments: [
      (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
      ("<&- >&-", "Bad file descriptor"),
    ])
  func lost(_ redirection: String, _ reason: String) async throws {
    let id = String(repeating: "0", count: 32)
    folder.write(
      #"{"id":"\#(id)","feature":"counters","version":0,"timeToLive":1000,"nextElementID":0,"#
        + #""state":"{}"}"#, to: "sessions.json")
    #expect(try await run(["sessions", "import", folder.file("sessions.json")], "").code == 0)
    for words in [
      ["--help"], ["play", "--help"], ["openapi"], ["doctor"], ["sessions", "list"],
      ["sessions", "show", id], ["sessions", "export"], ["sessions", "export", id],
      ["sessions", "expire"], ["client", "--language", "swift", "--feature", "counters"],
      ["init", "Shop", "--path", folder.file("shop-\(redirection.utf8.count)")],
    ] {
      let end = try await run(words, redirection)
      #expect(end.code == 1, "\(words)")
      #expect(end.errors == "backstack: The output can't be written: \(reason).\n", "\(words)")
    }
    // It prints with `print`.
    let end = try await run(["count", "x"], redirection, executable: "BackstackTrapServer")
    #expect(end.code == 1)
    #expect(end.errors == "BackstackTrapServer: The output can't be written: \(reason).\n")
  }

  @Test("A reader that closes a pipe early ends a command without a message")
  func closedPipe() async throws {
    let end = try await run(["--help"], "| head -1 >/dev/null")
    #expect(end == (0, ""))
  }

  @Test("A server without standard descriptors serves, and no connection gets their numbers")
  func server() async throws {
    let arguments = ["--listen", "unix:\(folder.file("socket"))"]
    let server = try start(arguments, "<&- >&-")
    let log = try await offPool { try (server.errors.line(), server.errors.line()) }
    #expect(log.0.contains(#""event":"output-failing""#))
    #expect(log.1.contains(#""event":"started""#))
    for descriptor in 0...1 {
      let file = try FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(server.processID)/fd/\(descriptor)")
      #expect(file == "/dev/null")
    }
    server.signal(SIGTERM)
    #expect(try await offPool { server.wait() } == 0)
  }
}
