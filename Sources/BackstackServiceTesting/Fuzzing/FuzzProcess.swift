import BackstackPlatform

/// A process that performs steps: another instance of this program, which reaches the same call and
/// assumes the child's role there.
final class FuzzProcess {
  /// The way in which a process ended.
  enum End: Sendable, Hashable {
    case signal(Int32)
    case exit(Int32)
    /// It waited for something that never happened, and was killed.
    case asleep
    /// It used too much memory, and was killed.
    case memory
  }

  let socket: FuzzSocket
  private let process: SpawnedProcess
  private let errors: Int32
  private var end: End?

  /// The environment variable with the call that assumes the child's role.
  static let variable = "BACKSTACK_FUZZED_CALL"
  /// The interval at which a silent process is examined, in milliseconds.
  private static let period: Int32 = 100

  /// Creates a process, which starts at once.
  ///
  /// - Parameters:
  ///   - call: The call that assumes the child's role.
  ///   - arguments: The arguments of the program, including its name.
  ///   - showsBacktrace: Whether the process prints a backtrace if it traps, which takes seconds.
  /// - Throws: ``FuzzError``.
  init(call: String, arguments: [String], showsBacktrace: Bool = false) throws(FuzzError) {
    let (own, other) = try FuzzSocket.makePair()
    defer { other.close() }
    var variables = ProcessFiles.environment.filter {
      !$0.hasPrefix("SWIFT_BACKTRACE=") && !$0.hasPrefix("SWIFT_DETERMINISTIC_HASHING=")
        && !$0.hasPrefix(Self.variable + "=")
    }
    variables += [
      "\(Self.variable)=\(call)",
      // This keeps the order of sets and dictionaries the same each time.
      "SWIFT_DETERMINISTIC_HASHING=1",
      showsBacktrace
        ? "SWIFT_BACKTRACE=enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none"
        : "SWIFT_BACKTRACE=enable=no",
    ]
    do throws(SystemError) {
      errors = try FileDescriptor.openTemporary()
    } catch {
      own.close()
      throw FuzzError(message: "Can't create a temporary file: error \(error.number).")
    }
    do throws(SystemError) {
      process = try SpawnedProcess(
        program: ProcessFiles.executable, arguments: arguments, environment: variables,
        standardError: errors, sharing: other.descriptor)
    } catch {
      own.close()
      FileDescriptor.close(errors)
      throw FuzzError(message: "The program can't be started again: error \(error.number).")
    }
    socket = own
  }

  deinit {
    process.kill()
    socket.close()
    FileDescriptor.close(errors)
  }

  /// Waits for the next message of the process.
  ///
  /// A process that computes without end is killed because of the limit that it has set for itself.
  /// This method kills a process that waits without end or uses too much memory.
  ///
  /// - Parameters:
  ///   - memory: The maximum memory of the process, in bytes.
  ///   - seconds: The time after which a process counts as stuck if all of its threads sleep.
  /// - Returns: The message, or `nil` if the process has ended.
  func receive(memory: Int, seconds: Int) -> FuzzReply? {
    var looksAsleep = 0
    while !socket.wait(milliseconds: Self.period) {
      if ProcessFiles.residentBytes(ofProcess: process.id) > memory { return stop(.memory) }
      looksAsleep = ProcessFiles.isAsleep(process: process.id) ? looksAsleep + 1 : 0
      if looksAsleep * Int(Self.period) >= seconds * 1000 { return stop(.asleep) }
    }
    return socket.receive(FuzzReply.self)
  }

  private func stop(_ reason: End) -> FuzzReply? {
    process.kill()
    end = reason
    return nil
  }

  /// Waits until the process has ended, and returns the way in which it ended.
  func waitForEnd() -> End {
    if let end { return end }
    return switch process.waitForEnd() {
    case .signal(let signal): .signal(signal)
    case .exit(let code): .exit(code)
    }
  }

  /// The end of the process's standard error output.
  var errorText: String {
    let bytes = (try? FileDescriptor.end(of: errors, upTo: 65_536)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}
