import Glibc

/// A process that tries steps: the own program once more, which comes to the same call and takes the
/// other role there.
final class FuzzProcess {
  /// How a process was ended.
  enum End: Sendable, Hashable {
    case signal(Int32)
    case exit(Int32)
    /// It waited for what never came, and was ended.
    case asleep
    /// It had more memory than it may, and was ended.
    case memory
  }

  let socket: FuzzSocket
  private let processID: pid_t
  private let errors: UnsafeMutablePointer<FILE>
  private var end: End?

  /// The descriptor that the process finds its socket under.
  static let descriptor: Int32 = 3
  /// The variable that names the call that takes the other role.
  static let variable = "BACKSTACK_FUZZED_CALL"
  /// How often a process that says nothing is looked at, in milliseconds.
  private static let period: Int32 = 100

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - call: The call that takes the other role.
  ///   - arguments: The arguments of the program, its name included.
  ///   - showsBacktrace: Whether it shows where it trapped, which takes seconds.
  /// - Throws: ``FuzzError``.
  init(call: String, arguments: [String], showsBacktrace: Bool = false) throws(FuzzError) {
    let (own, other) = try FuzzSocket.makePair()
    defer { other.close() }
    guard let file = tmpfile() else {
      own.close()
      throw FuzzError(message: "There is no temporary file to be had: error \(errno).")
    }
    errors = file
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, fileno(file), STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&actions, other.descriptor, Self.descriptor)
    // What other tests have open would stay open as long as the process lives.
    for descriptor in (Self.descriptor + 1)..<(ProcessFiles.largestDescriptor + 1024) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var variables = ProcessFiles.list("/proc/self/environ").filter {
      !$0.hasPrefix("SWIFT_BACKTRACE=") && !$0.hasPrefix("SWIFT_DETERMINISTIC_HASHING=")
        && !$0.hasPrefix(Self.variable + "=")
    }
    variables += [
      "\(Self.variable)=\(call)",
      // Sets and dictionaries have the same order each time.
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
      throw FuzzError(message: "The program can't be started once more: error \(code).")
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

  /// Waits for what the process says next.
  ///
  /// A process that computes without end is ended by the limit that it has set to itself; this ends
  /// one that waits without end, or takes too much memory.
  ///
  /// - Parameters:
  ///   - memory: How many bytes of memory it may have.
  ///   - seconds: After how long a process of which all threads sleep is taken for stuck.
  /// - Returns: `nil` when it has ended.
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

  /// How the process has ended; waits until it has.
  func waitForEnd() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let end: End = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    self.end = end
    return end
  }

  /// What the process wrote to standard error, its end.
  var errorText: String {
    let descriptor = fileno(errors)
    let length = lseek(descriptor, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: min(length, 65_536))
    let count = pread(descriptor, &bytes, bytes.count, length - bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// What the system tells of processes.
enum ProcessFiles {
  /// The program of this process.
  static var executable: String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes {
      $0.withMemoryRebound(to: CChar.self) {
        readlink("/proc/self/exe", $0.baseAddress!, $0.count)
      }
    }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// The texts of a file in which a zero ends each.
  static func list(_ path: String) -> [String] {
    read(path).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// How much memory a process has.
  static func residentBytes(of processID: pid_t) -> Int {
    let words = String(decoding: read("/proc/\(processID)/statm"), as: UTF8.self).split(
      separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  /// Whether no thread of a process computes, or would if it were let.
  static func isAsleep(_ processID: pid_t) -> Bool {
    let threads = numbers("/proc/\(processID)/task")
    return !threads.isEmpty
      && threads.allSatisfy { thread in
        let text = read("/proc/\(processID)/task/\(thread)/stat")
        // The name of the thread stands before in parentheses.
        let end = text.lastIndex(of: UInt8(ascii: ")")) ?? text.endIndex
        return text[end...].dropFirst(2).first == UInt8(ascii: "S")
      }
  }

  /// The largest descriptor of this process.
  static var largestDescriptor: Int32 {
    numbers("/proc/self/fd").max().map { Int32($0) } ?? STDERR_FILENO
  }

  /// The files of a folder whose names are numbers.
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
