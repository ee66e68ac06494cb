import Glibc

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
  private let processID: pid_t
  private let errors: UnsafeMutablePointer<FILE>
  private var end: End?

  /// The file descriptor of the child's socket.
  static let descriptor: Int32 = 3
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
    guard let file = tmpfile() else {
      own.close()
      throw FuzzError(message: "Can't create a temporary file: error \(errno).")
    }
    errors = file
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, fileno(file), STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&actions, other.descriptor, Self.descriptor)
    // Otherwise files that other tests have open would stay open while the process lives.
    for descriptor in (Self.descriptor + 1)..<(ProcessFiles.largestDescriptor + 1024) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var variables = ProcessFiles.list("/proc/self/environ").filter {
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
    let words = arguments.map { strdup($0) } + [nil]
    let settings = variables.map { strdup($0) } + [nil]
    defer { for case let text? in words + settings { free(text) } }
    var processID: pid_t = 0
    let code = posix_spawn(
      &processID, ProcessFiles.executable, &actions, nil, words, settings)
    guard code == 0 else {
      own.close()
      fclose(file)
      throw FuzzError(message: "The program can't be started again: error \(code).")
    }
    self.processID = processID
    socket = own
  }

  deinit {
    if end == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    socket.close()
    fclose(errors)
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
      if ProcessFiles.residentBytes(of: processID) > memory { return stop(.memory) }
      looksAsleep = ProcessFiles.isAsleep(processID) ? looksAsleep + 1 : 0
      if looksAsleep * Int(Self.period) >= seconds * 1000 { return stop(.asleep) }
    }
    return socket.receive(FuzzReply.self)
  }

  private func stop(_ reason: End) -> FuzzReply? {
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
    end = reason
    return nil
  }

  /// Waits until the process has ended, and returns the way in which it ended.
  func waitForEnd() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let end: End = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    self.end = end
    return end
  }

  /// The end of the process's standard error output.
  var errorText: String {
    let descriptor = fileno(errors)
    let length = lseek(descriptor, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: min(length, 65_536))
    let count = pread(descriptor, &bytes, bytes.count, length - bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// Information about processes from the system.
enum ProcessFiles {
  /// The path of the program of this process.
  static var executable: String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes {
      $0.withMemoryRebound(to: CChar.self) {
        readlink("/proc/self/exe", $0.baseAddress!, $0.count)
      }
    }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Returns the zero-terminated strings in a file.
  static func list(_ path: String) -> [String] {
    read(path).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the resident memory of a process, in bytes.
  static func residentBytes(of processID: pid_t) -> Int {
    let words = String(decoding: read("/proc/\(processID)/statm"), as: UTF8.self).split(
      separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  /// Returns whether all threads of a process sleep: none is running or ready to run.
  static func isAsleep(_ processID: pid_t) -> Bool {
    let threads = numbers("/proc/\(processID)/task")
    return !threads.isEmpty
      && threads.allSatisfy { thread in
        let text = read("/proc/\(processID)/task/\(thread)/stat")
        // The thread's name, in parentheses, precedes its state.
        let end = text.lastIndex(of: UInt8(ascii: ")")) ?? text.endIndex
        return text[end...].dropFirst(2).first == UInt8(ascii: "S")
      }
  }

  /// The largest file descriptor of this process.
  static var largestDescriptor: Int32 {
    numbers("/proc/self/fd").max().map { Int32($0) } ?? STDERR_FILENO
  }

  /// Returns the entries of a folder whose names are numbers.
  private static func numbers(_ path: String) -> [Int] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var numbers: [Int] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int(name) { numbers.append(number) }
    }
    return numbers
  }

  private static func read(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
