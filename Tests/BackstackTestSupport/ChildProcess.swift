package import Foundation
import Glibc
import Synchronization

/// A process that a test starts, and that ends with it.
///
/// Foundation's `Process` was seen to crash when many tests start processes at once, and lets children
/// inherit what other threads have open.
package final class ChildProcess: Sendable {
  /// Where what a process says of errors goes.
  package enum Errors: Sendable {
    /// To where those of the tests go.
    case inherited
    /// To the same pipe as its output.
    case withOutput
    /// To a pipe of their own.
    case apart
  }

  /// Why a process could not be started or waited for.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let processID: pid_t
  package let output: PipeReader
  /// Ends at once unless errors are apart.
  package let errors: PipeReader
  private let status = Mutex<Int32?>(nil)

  /// What `make mutate` sets, so that a change of the sources is also one of the processes under test.
  private static let mutation: Set = ["MUTANT", "MUTANTS_REACHED"]

  /// Held from making a pipe until it is marked, so that no other child inherits it.
  private static let spawning = Mutex(())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program; looked for in `PATH` when it is a name only.
  ///   - environment: Its variables, beside those that choose a mutant; `nil` for those of this
  ///     process.
  ///   - input: The file that it reads.
  ///   - openFiles: How many descriptors it may have.
  /// - Throws: ``Failure``.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    input: String = "/dev/null", errors kind: Errors = .inherited,
    openFiles: Int? = nil
  ) throws {
    var words = [path] + arguments
    if let openFiles {
      words = ["/bin/sh", "-c", #"ulimit -n "$0" && exec "$@""#, "\(openFiles)"] + words
    }
    let program = words[0]
    let own = ProcessInfo.processInfo.environment
    let chosen = own.filter { Self.mutation.contains($0.key) }
    let variables = environment?.merging(chosen) { given, _ in given } ?? own
    (processID, output, errors) = try Self.spawning.withLock { _ in
      let (output, outputEnd) = try PipeReader.make()
      let (errors, errorsEnd) = try PipeReader.make()
      defer {
        close(outputEnd)
        close(errorsEnd)
      }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, outputEnd, STDOUT_FILENO)
      switch kind {
      case .inherited: break
      case .withOutput: posix_spawn_file_actions_adddup2(&actions, outputEnd, STDERR_FILENO)
      case .apart: posix_spawn_file_actions_adddup2(&actions, errorsEnd, STDERR_FILENO)
      }
      // The connections of other tests would count against its limit, and not end with them.
      for descriptor in (STDERR_FILENO + 1)..<(Self.largestDescriptor + 1024) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
      let words = words.map { strdup($0) } + [nil]
      let variables = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for case let text? in words + variables { free(text) } }
      var processID: pid_t = 0
      let code = posix_spawnp(&processID, program, &actions, nil, words, variables)
      guard code == 0 else {
        throw Failure(description: "\(path) can't be started: error \(code).")
      }
      return (processID, output, errors)
    }
  }

  deinit {
    guard status.withLock({ $0 }) == nil else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
  }

  package func signal(_ number: Int32) { kill(processID, number) }

  /// Waits for the end.
  ///
  /// - Returns: Its exit code, or the number of the signal that ended it, negated.
  /// - Throws: ``Failure``.
  package func wait() throws -> Int32 {
    var number: Int32 = 0
    var result = waitpid(processID, &number, 0)
    while result < 0, errno == EINTR { result = waitpid(processID, &number, 0) }
    guard result == processID else {
      throw Failure(description: "The process can't be waited for: error \(errno).")
    }
    status.withLock { $0 = number }
    let signal = number & 0x7F
    return signal == 0 ? number >> 8 & 0xFF : -signal
  }

  /// The folder that has the tests, and what was built with them.
  package static var products: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// The largest descriptor of this process; others may open more meanwhile.
  private static var largestDescriptor: Int32 {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.max() ?? STDERR_FILENO
  }
}
