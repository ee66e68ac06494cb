import BackstackTestSupport
import FoundationEssentials
import Glibc

/// The executable `BackstackTrapServer` that was built with the tests.
final class TrapServer: Sendable {
  private let process: ChildProcess
  let client: CurlClient

  /// Starts the server with a storage file, and waits until it is ready.
  convenience init(_ path: String) async throws {
    try await self.init(["--storage", "sqlite:\(path)"])
  }

  /// Starts the server with options, and waits until it is ready.
  init(_ options: [String]) async throws {
    process = try ChildProcess(
      ChildProcess.products.appending(path: "BackstackTrapServer").path,
      ["--port", "0"] + options,
      // A backtrace takes seconds.
      environment: ["SWIFT_BACKTRACE": "enable=no"], errors: .apart)
    let line = try await offPool { [process] in try process.output.line() }
    let prefix = "Backstack serves http://127.0.0.1:"
    guard line.hasPrefix(prefix), let port = Int(line.dropFirst(prefix.count)) else {
      throw TestFailure("The server does not print its address, but \"\(line)\".")
    }
    client = CurlClient(port: port)
  }

  /// Stops the server.
  ///
  /// - Returns: Its exit code.
  func stop() async throws -> Int32 {
    process.signal(SIGTERM)
    return try await end().code
  }

  /// Waits until the server has ended.
  ///
  /// - Returns: Its exit code, or the number of the signal that ended it, negated; and its standard
  ///   error.
  func end() async throws -> (code: Int32, errors: String) {
    try await offPool { [process] in
      let errors = try process.errors.rest()
      return (process.wait(), errors)
    }
  }
}
