package import Foundation
import Glibc
import Synchronization

/// A process that a test starts. It is killed when this object is freed.
///
/// Foundation's `Process` crashed when many tests started processes at once, and lets children
/// inherit the descriptors that other threads have open.
package final class ChildProcess: Sendable {
  /// The destination of the process's standard error.
  package enum Errors: Sendable {
    /// The standard error of the tests.
    case inherited
    /// The same pipe as its output.
    case withOutput
    /// A separate pipe.
    case apart
  }

  /// The reason that a process could not be started or waited for.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let processID: pid_t
  package let output: PipeReader
  /// The pipe of its standard error. Ends at once unless errors have a separate pipe.
  package let errors: PipeReader
  private let life = Life()

  /// The variables that `make mutate` sets. They are always inherited, so that a mutation also
  /// applies to the processes under test.
  private static let mutation: Set = ["MUTANT", "MUTANTS_REACHED"]

  /// Locked while pipes are made and the process is spawned, so that no other child inherits them.
  private static let spawning = Mutex(())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program. A bare name is looked up in `PATH`.
  ///   - environment: Its variables, in addition to those that choose a mutant; `nil` for those of
  ///     this process.
  ///   - input: The file that is its standard input.
  ///   - openFiles: The limit of its open descriptors.
  ///   - passed: Descriptors that the process gets as 3, 4, …, as from systemd.
  /// - Throws: ``Failure``.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    input: String = "/dev/null", errors kind: Errors = .inherited,
    openFiles: Int? = nil, passing passed: [Int32] = []
  ) throws {
    var words = [path] + arguments
    if !passed.isEmpty {
      words = ["/bin/sh", "-c", #"export LISTEN_PID=$$; exec "$0" "$@""#] + words
    }
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
      // Inherited connections of other tests would count against its limit, and would stay open.
      let firstClosed = STDERR_FILENO + 1 + Int32(passed.count)
      // Copies: with their own numbers, one could be replaced before it is passed.
      let copies = passed.map { fcntl($0, F_DUPFD_CLOEXEC, firstClosed) }
      defer { for copy in copies { close(copy) } }
      for (index, copy) in copies.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, copy, STDERR_FILENO + 1 + Int32(index))
      }
      for descriptor in firstClosed..<(Self.largestDescriptor + 1024) {
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
    life.reap(processID)
    AwaitedResources.current?.add { [weak self] in self?.signal(SIGKILL) }
  }

  deinit {
    signal(SIGKILL)
    _ = life.end()
  }

  /// Sends a signal, unless the process has ended.
  package func signal(_ number: Int32) { life.whileRunning { kill(processID, number) } }

  /// Waits until the process ends.
  ///
  /// - Returns: Its exit code, or the number of the signal that ended it, negated.
  package func wait() -> Int32 {
    let status = life.end()
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : -signal
  }

  /// The folder that contains the test bundle and the other build products.
  package static var products: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// The largest open descriptor of this process. Other threads may open larger ones meanwhile.
  private static var largestDescriptor: Int32 {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.max() ?? STDERR_FILENO
  }
}

/// Whether a process runs, and how it ended.
///
/// A thread waits for the process from the beginning. While a process has ended and nothing has waited for
/// it, the thread with which Swift Testing waits for exit tests takes a whole core.
private final class Life: Sendable {
  private let status = Mutex<Int32?>(nil)
  private let running = DispatchGroup()

  func reap(_ processID: pid_t) {
    running.enter()
    let thread = Thread { [self] in
      var info = siginfo_t()
      while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      // Its id is free from here on, so that nothing may send a signal meanwhile.
      status.withLock { status in
        var number: Int32 = 0
        waitpid(processID, &number, 0)
        status = number
      }
      running.leave()
    }
    thread.stackSize = 1 << 16
    thread.start()
  }

  func whileRunning(_ body: () -> Void) {
    status.withLock { if $0 == nil { body() } }
  }

  /// Waits until the process has ended, and returns the status that `waitpid` gave.
  func end() -> Int32 {
    running.wait()
    return status.withLock { $0 ?? 0 }
  }
}
