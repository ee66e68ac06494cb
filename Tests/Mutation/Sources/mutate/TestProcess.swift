import Foundation
import Glibc

/// A run of a program in a process group of its own, which ends with everything it has started.
struct TestProcess {
  enum Outcome {
    case passed
    /// Nothing matched the filters.
    case nothing
    case failed(String)
    case hung
  }

  let command: [String]
  let environment: [String: String]
  let folder: URL
  /// What the program prints.
  let log: URL
  /// In seconds.
  let limit: Double

  /// - Parameter isHasty: Whether the run ends with the first test that fails.
  func run(isHasty: Bool) throws -> Outcome {
    // A mutant may take all memory, or fill the disk.
    let script = """
      ulimit -v 12000000; ulimit -f 2000000; cd "$1"; shift; exec "$@" > "$LOG" 2>&1 < /dev/null
      """
    var variables = environment
    variables["LOG"] = log.path
    try? FileManager.default.removeItem(at: log)
    let child = try spawn(
      ["/bin/bash", "-c", script, "bash", folder.path] + command,
      environment: variables.map { "\($0)=\($1)" })
    defer { kill(-child, SIGKILL) }
    let end = ContinuousClock.now + .seconds(limit)
    var status: Int32 = 0
    while waitpid(child, &status, WNOHANG) == 0 {
      if ContinuousClock.now > end {
        kill(-child, SIGKILL)
        waitpid(child, &status, 0)
        return .hung
      }
      if isHasty, let failure = firstFailure() {
        kill(-child, SIGKILL)
        waitpid(child, &status, 0)
        return .failed(failure)
      }
      usleep(20_000)
    }
    if status == 0 { return .passed }
    if status == EX_UNAVAILABLE << 8 { return .nothing }
    let signal = status & 0x7f
    return .failed(firstFailure() ?? (signal == 0 ? "exit \(status >> 8)" : "signal \(signal)"))
  }

  /// The first test that failed by what has been printed.
  private func firstFailure() -> String? {
    guard let data = try? Data(contentsOf: log), !data.isEmpty else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    guard let match = text.firstMatch(of: /✘ Test (.*?) (?:with .* )?recorded an issue/) else {
      return nil
    }
    return String(match.1)
  }

  private func spawn(_ command: [String], environment: [String]) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, command[0], nil, &attributes, arguments, variables)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
    return child
  }
}
