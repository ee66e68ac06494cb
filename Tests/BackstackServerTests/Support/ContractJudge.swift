import BackstackTestSupport
import Foundation

/// Runs schemathesis, from PyPI. It sends a server valid and invalid requests, and checks the
/// responses against the contract.
enum ContractJudge {
  /// Checks a server that listens on a port of this machine.
  ///
  /// - Parameters:
  ///   - path: The path of the contract.
  ///   - phases: The parts of the run: `examples`, `coverage`, `fuzzing`, `stateful`.
  ///   - examples: The number of requests that are generated for each operation.
  ///     `CONTRACT_EXAMPLES` overrides it.
  /// - Returns: Its output when it finds a failure, or `nil`.
  /// - Throws: ``PythonScript/Failure`` when it is not installed.
  static func verdict(
    onPort port: Int, at path: String = "/openapi.json", phases: [String], examples: Int,
    arguments: [String] = []
  ) async throws -> String? {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Contract").standardized
    let python = try PythonScript.interpreter().path
    let environment = ProcessInfo.processInfo.environment.merging([
      "PYTHONDONTWRITEBYTECODE": "1",
      "SCHEMATHESIS_HOOKS": folder.appending(path: "hooks.py").path,
    ]) { $1 }
    let arguments =
      [
        "-m", "schemathesis.cli", "--config-file", folder.appending(path: "schemathesis.toml").path,
        "run",
        "http://127.0.0.1:\(port)\(path)", "--checks", "all",
        "--phases", phases.joined(separator: ","),
        "--max-examples", environment["CONTRACT_EXAMPLES"] ?? "\(examples)",
        "--seed", environment["CONTRACT_SEED"] ?? "1",
      ] + arguments
    return try await offPool {
      // It leaves files in its working directory.
      let notes = TemporaryFolder()
      let process = try ChildProcess(
        "/bin/sh", ["-c", #"cd "$0" && exec "$@""#, notes.path, python] + arguments,
        environment: environment, errors: .withOutput)
      let text = try process.output.rest()
      return process.wait() == 0 ? nil : text
    }
  }
}
