import BackstackTestSupport
import Foundation

/// The executable `backstack`, or another host, that was built with the tests.
final class ServerProcess: Sendable {
  private let process: ChildProcess

  var processID: pid_t { process.processID }

  /// The default settings: no storage file, and timeouts that are long enough for a busy machine.
  private static let environment = [
    "STORAGE": "memory", "HEADER_TIMEOUT": "3600", "BODY_TIMEOUT": "3600",
    "KEEP_ALIVE_TIMEOUT": "3600", "WRITE_TIMEOUT": "3600", "RESPONSE_TIMEOUT": "3600",
  ]

  /// Starts the executable.
  ///
  /// - Parameters:
  ///   - executable: The executable to start in place of `backstack`.
  ///   - input: The file that is its standard input.
  ///   - openFiles: The limit of its open descriptors.
  ///   - passed: Sockets that it gets from its supervisor, which sets `LISTEN_PID`.
  /// - Throws: ``ChildProcess/Failure`` when it is not in the folder of the tests.
  init(
    _ arguments: [String] = [], environment: [String: String] = [:],
    executable: String = "backstack", input: String = "/dev/null", openFiles: Int? = nil,
    passing passed: [Int32] = []
  ) throws {
    process = try ChildProcess(
      ChildProcess.products.appending(path: executable).path, arguments,
      environment: environment.merging(Self.environment) { given, _ in given }, input: input,
      errors: .apart, openFiles: openFiles, passing: passed)
  }

  /// Returns the next line that it writes.
  func line() async throws -> String {
    try await offPool { [process] in try process.output.line() }
  }

  /// Returns the next line that it writes to standard error.
  func errorLine() async throws -> String {
    try await offPool { [process] in try process.errors.line() }
  }

  /// Waits for a line that is a prefix and a port, and returns the port.
  func port(after prefix: String = "Backstack serves http://127.0.0.1:") async throws -> Int {
    let line = try await line()
    guard line.hasPrefix(prefix), let port = Int(line.dropFirst(prefix.count)) else {
      throw TestFailure("The executable does not print its address, but \"\(line)\".")
    }
    return port
  }

  func signal(_ number: Int32) { process.signal(number) }

  /// Waits until it has ended.
  ///
  /// - Returns: Its exit code, or the number of the signal that ended it, negated; and the rest of
  ///   its output.
  func end() async throws -> (code: Int32, output: String, errors: String) {
    try await offPool { [process] in
      let written = try (process.output.rest(), process.errors.rest())
      return (process.wait(), written.0, written.1)
    }
  }
}
