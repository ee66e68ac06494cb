import BackstackTestSupport
import Foundation
import Glibc
import Synchronization

/// The executable `backstack`, as it was built with the tests.
final class ServerProcess: Sendable {
  let processID: pid_t
  private let output: PipeReader
  private let errors: PipeReader
  private let status = Mutex<Int32?>(nil)

  /// Held from making a pipe until it is marked, so that no other child inherits it.
  private static let spawning = Mutex(())

  /// What is so unless a test says otherwise: tests share no file, and a client may take as long as it
  /// does on a busy machine.
  private static let environment = [
    "STORAGE": "memory", "HEADER_TIMEOUT": "3600", "BODY_TIMEOUT": "3600",
    "KEEP_ALIVE_TIMEOUT": "3600", "WRITE_TIMEOUT": "3600", "ANSWER_TIMEOUT": "3600",
  ]

  /// Starts the executable.
  ///
  /// - Parameter openFiles: How many descriptors it may have.
  /// - Throws: ``TestFailure`` when it does not lie beside the tests.
  init(
    _ arguments: [String] = [], environment: [String: String] = [:], openFiles: Int? = nil
  ) throws {
    var path = try Self.executablePath()
    var arguments = arguments
    if let openFiles {
      arguments = ["-c", #"ulimit -n "$0" && exec "$@""#, "\(openFiles)", path] + arguments
      path = "/bin/sh"
    }
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
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, outputEnd, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, errorsEnd, STDERR_FILENO)
      // The connections of other tests would count against its limit, and not end with them.
      for descriptor in (STDERR_FILENO + 1)..<(Self.largestDescriptor + 1024) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
      let words = ([path] + arguments).map { strdup($0) } + [nil]
      let variables =
        environment.merging(Self.environment) { given, _ in given }
        .map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for case let text? in words + variables { free(text) } }
      var processID: pid_t = 0
      let code = posix_spawn(&processID, path, &actions, nil, words, variables)
      guard code == 0 else { throw TestFailure("\(path) can't be started: error \(code).") }
      return (processID, output, errors)
    }
  }

  deinit {
    guard status.withLock({ $0 }) == nil else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
  }

  /// The next line that it writes.
  func line() async throws -> String {
    try await offPool { [output] in try output.line() }
  }

  /// Waits until it says where it serves, or something else that ends with a port.
  func port(after prefix: String = "Backstack serves http://127.0.0.1:") async throws -> Int {
    let line = try await line()
    guard line.hasPrefix(prefix), let port = Int(line.dropFirst(prefix.count)) else {
      throw TestFailure("The executable does not say where it serves, but \"\(line)\".")
    }
    return port
  }

  func signal(_ number: Int32) { kill(processID, number) }

  /// Waits until it has ended, for at most half a minute.
  ///
  /// - Returns: Its exit code, or the number of the signal that ended it, negated; and the rest of
  ///   what it wrote.
  func end() async throws -> (code: Int32, output: String, errors: String) {
    try await offPool { [self] in
      let written = try (output.rest(), errors.rest())
      var number: Int32 = 0
      guard waitpid(processID, &number, 0) == processID else {
        throw TestFailure("The process can't be waited for: error \(errno).")
      }
      status.withLock { $0 = number }
      let signal = number & 0x7F
      return (signal == 0 ? number >> 8 & 0xFF : -signal, written.0, written.1)
    }
  }

  /// The largest descriptor of this process; others may open more meanwhile.
  private static var largestDescriptor: Int32 {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.max() ?? STDERR_FILENO
  }

  private static func executablePath() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let tests = String(
      decoding: buffer[..<max(count, 0)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = tests.prefix(upTo: tests.lastIndex(of: "/") ?? tests.startIndex)
    let path = "\(folder)/backstack"
    guard access(path, X_OK) == 0 else {
      throw TestFailure(
        "There is no executable at \(path). Build the package with `swift build` before.")
    }
    return path
  }
}

/// The reading end of a pipe. Reads on one thread at a time.
private final class PipeReader: Sendable {
  private let descriptor: Int32
  private let read = Mutex<[UInt8]>([])

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Makes a pipe that children do not inherit.
  static func make() throws -> (reader: PipeReader, writingEnd: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw TestFailure("No pipe can be made: error \(errno).") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (PipeReader(descriptor: ends[0]), ends[1])
  }

  /// The next line without its end, or what there is when the pipe ends.
  func line() throws -> String {
    try read.withLock { read in
      while !read.contains(0x0A), try more(&read) {}
      let end = read.firstIndex(of: 0x0A) ?? read.endIndex
      defer { read.removeFirst(min(end + 1, read.count)) }
      return String(decoding: read[..<end], as: UTF8.self)
    }
  }

  /// Everything until the pipe ends.
  func rest() throws -> String {
    try read.withLock { read in
      while try more(&read) {}
      return String(decoding: read, as: UTF8.self)
    }
  }

  private func more(_ read: inout [UInt8]) throws -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(patience) * 1000) == 1 else {
      throw TestFailure("The executable neither writes nor ends.")
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    read.append(contentsOf: bytes[..<max(count, 0)])
    return count > 0
  }
}
