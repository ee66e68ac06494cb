import BackstackTestSupport
import Foundation

/// A command line that runs.
final class Shell: @unchecked Sendable {
  // Sound: one thread uses it at a time.
  private let process = Process()
  private let output = Pipe()
  private var printed: [UInt8] = []

  /// Starts a script in which curl prints no progress and gives up after two minutes.
  init(_ script: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"curl() { command curl -q -s --max-time 120 "$@"; }"# + "\n" + script,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
  }

  /// Waits until some text was printed.
  func wait(for text: String) async throws {
    try await offPool { [self] in
      while !String(decoding: printed, as: UTF8.self).contains(text) {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { throw TestFailure("\(text) is not printed.") }
        printed += more
      }
    }
  }

  /// Waits for the end.
  ///
  /// - Returns: All that was printed.
  func end() async throws -> String {
    try await offPool { [self] in
      printed += try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: printed, as: UTF8.self)
    }
  }
}
