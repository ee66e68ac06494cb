import BackstackTestSupport

/// A running shell script.
struct Shell {
  private let process: ChildProcess

  /// Starts a script in which curl prints no progress, and has a timeout.
  init(_ script: String) throws {
    let curl = #"curl() { command curl -q -s --max-time \#(patience) "$@"; }"#
    process = try ChildProcess("/bin/sh", ["-c", curl + "\n" + script])
  }

  /// Waits until a text was printed.
  func wait(for text: String) async throws {
    try await offPool { [process] in
      if try !process.output.waits(for: text) { throw TestFailure("\(text) is not printed.") }
    }
  }

  /// Waits until the script ends.
  ///
  /// - Returns: Its whole output.
  func end() async throws -> String {
    try await offPool { [process] in
      let printed = try process.output.rest()
      _ = process.wait()
      return printed
    }
  }
}
