import Foundation
import Glibc

/// A run of a program in its own process group, which is killed together with its children.
struct TestProcess {
  enum Outcome {
    case passed
    /// No test matched the filters.
    case nothing
    case failed(String)
    case hung
  }

  let command: [String]
  let environment: [String: String]
  let folder: URL
  /// The file for the program's output.
  let log: URL
  /// The time limit in seconds.
  let limit: Double

  /// Runs the program.
  ///
  /// - Parameter isHasty: Whether the run ends with the first test that fails.
  func run(isHasty: Bool) throws -> Outcome {
    // A mutant may allocate endlessly, or fill the disk.
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
    var printed = Printed(log)
    var status: Int32 = 0
    while waitpid(child, &status, WNOHANG) == 0 {
      if ContinuousClock.now > end {
        kill(-child, SIGKILL)
        waitpid(child, &status, 0)
        return .hung
      }
      if isHasty, let failure = printed.nextFailure() {
        kill(-child, SIGKILL)
        waitpid(child, &status, 0)
        return .failed(failure)
      }
      // Polls, because three things end a run: its exit, a printed failure and the time limit.
      usleep(20_000)
    }
    if status == 0 { return .passed }
    if status == EX_UNAVAILABLE << 8 { return .nothing }
    let signal = status & 0x7f
    let reason = signal == 0 ? "exit \(status >> 8)" : "signal \(signal)"
    return .failed(printed.nextFailure() ?? reason)
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

/// The output of a test process, read while the process runs.
private struct Printed {
  private let log: URL
  private var file: FileHandle?
  private var line: [UInt8] = []

  init(_ log: URL) { self.log = log }

  /// Returns the next failed test in the output since the last call.
  mutating func nextFailure() -> String? {
    if file == nil { file = try? FileHandle(forReadingFrom: log) }
    while let data = try? file?.read(upToCount: 1 << 16), !data.isEmpty {
      for byte in data {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        defer { line.removeAll(keepingCapacity: true) }
        // The symbol of a failure, with which few lines begin.
        guard line.starts(with: "✘".utf8) else { continue }
        let text = String(decoding: line, as: UTF8.self)
        if let match = text.firstMatch(of: /✘ Test (.*?) (?:with .* )?recorded an issue/) {
          return String(match.1)
        }
      }
    }
    return nil
  }
}
