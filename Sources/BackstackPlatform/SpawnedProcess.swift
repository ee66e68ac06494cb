#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that this one starts.
package final class SpawnedProcess {
  /// The way in which a process ended.
  package enum End: Sendable, Hashable {
    case signal(Int32)
    case exit(Int32)
  }

  /// The signal of the system to a process that exceeds the limit of
  /// ``SystemProcess/limitComputing(seconds:)``.
  package static let computedTooLong = SIGXCPU

  package let id: Int32
  /// How the process ended; `nil` while nothing has waited for its end.
  private var end: End?

  /// Starts a process, whose standard input is empty and whose standard output is discarded. It has
  /// no other open descriptors than the given ones.
  ///
  /// - Parameters:
  ///   - program: The path of its program.
  ///   - arguments: Its arguments, the first of which names the program.
  ///   - environment: Its environment variables, as `name=value`.
  ///   - standardError: The descriptor that becomes its standard error.
  ///   - descriptor: The descriptor that becomes its descriptor ``sharedDescriptor``.
  /// - Throws: `SystemError` if the process can't be started.
  package init(
    program: String, arguments: [String], environment: [String], standardError: Int32,
    sharing descriptor: Int32
  ) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&actions, descriptor, Self.sharedDescriptor)
    // Otherwise files that other threads have open would stay open while the process lives.
    for descriptor in (Self.sharedDescriptor + 1)..<(ProcessFiles.largestDescriptor + 1024) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    let words = arguments.map { strdup($0) } + [nil]
    let settings = environment.map { strdup($0) } + [nil]
    defer { for case let text? in words + settings { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, program, &actions, nil, words, settings)
    guard code == 0 else { throw SystemError(code) }
    self.id = id
  }

  /// The number that the shared descriptor has in the process.
  package static let sharedDescriptor: Int32 = 3

  /// Ends the process if it is still running.
  deinit { kill() }

  /// Ends the process if it is still running, and waits for its end.
  package func kill() {
    guard end == nil else { return }
    systemKill(id)
    _ = waitForEnd()
  }

  /// Waits until the process has ended, and returns the way in which it ended.
  package func waitForEnd() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let end: End = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    self.end = end
    return end
  }
}

// Inside the type, its own function hides that of the system.
private func systemKill(_ process: Int32) { _ = kill(process, SIGKILL) }
